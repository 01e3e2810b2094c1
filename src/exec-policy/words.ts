/** Returns the set of words in a text. For tables of words. */
export function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** Verbs that change something. Both lists are quoted from the spec. Spec (execution safety): "The name heuristic". */
export const MUTATING_WORDS = words('create update set send write post put insert patch add upload');

/** A destructive word outranks a mutating one in the same name. */
export const DESTRUCTIVE_WORDS = words('delete remove drop destroy purge erase wipe kill revoke');

// all lists below are for strict mode; the values of arguments are judged by them in both modes

/**
 * Verbs that ask for something, and commands that are known to do nothing else. Verbs that read in one product and write
 * in another (`generate`, `export`, `download`, `resolve`, `monitor`, `log`) are left out: a tool that is not known to
 * read does not run.
 */
export const READING_VERBS = words(`
  get list read fetch find search query lookup look show view display describe explain inspect examine retrieve count
  check compare diff contrast preview browse discover explore enumerate scan audit analyze analyse validate lint
  calculate estimate measure aggregate suggest recommend predict summarize summarise translate parse decode
  detect identify classify rank rerank score recall guide advise ask research reason think diagnose troubleshoot
  help whoami whois ping echo ls cat stat head tail grep glob tree peek
  compute solve plot visualize visualise render trace poll wait verify assess gather grade match outline introspect
  determine tell observe locate forecast quote geocode tokenize paraphrase interpret survey see scrape view
  is are has can does exists
  lister chercher rechercher afficher consulter obtenir lire trouver comparer calculer verifier
  listar buscar obtener consultar leer mostrar encontrar comparar calcular contar verificar obter ler
  suchen anzeigen lesen abrufen auflisten zeigen finden vergleichen berechnen zaehlen
  cercare leggere elencare ottenere trovare mostrare confrontare
`);

/**
 * The verbs of {@link READING_VERBS} that are hardly ever nouns. As the last word they are the verb of a name that begins
 * with a noun: `pull_request_read`. The other verbs are left out because of names like `create_list` and `save_view`.
 */
export const CLOSING_VERBS = words('get read fetch find describe retrieve show');

/**
 * Reading verbs after which no second verb follows without a word that joins it: what follows is a thing.
 * `get_incoming_domain_move`, `list_transfer_requests`.
 */
export const OBJECT_VERBS = words('get list describe retrieve show view count');

/** Last words that show that a tool without a verb returns a report: `nodes_stats`, `collection-schema`. */
export const REPORT_NOUNS = words(`
  status info information details summary overview statistics stats metrics usage health history log logs top version
  versions schema schemas
`);

/**
 * More such words, where no verb occurs in the name at all: `disk_size`, `account-balance`. Things that can be set, such
 * as settings and preferences, are left out: a tool called after one often does everything with it.
 */
export const MORE_REPORT_NOUNS = words(`
  detail count counts total totals size balance price prices quota availability capabilities metadata weather forecast time
  date trend trends ranking leaderboard changelog lineage topology hierarchy example analytics insights performance
  activity news result response
`);

/** First words that can only describe a thing, so that the name is no command: `latest_news`, `available_models`. */
export const DESCRIBING_WORDS = words(`
  all any available current latest recent top my nearby trending popular upcoming supported active pending existing
  related similar best next previous last daily weekly monthly historical live which what who where when why how
`);

/** Words that relate a thing to another one: `user_by_id`. */
export const RELATING_WORDS = words('by of per between for from to');

/** Changing verbs that are the names of things first of all: `commit_list`, `build_status`. */
export const ENTITIES = words('branch build commit issue order comment release');

/** Verbs that destroy what cannot be restored, in addition to those of the spec. */
export const MORE_DESTRUCTIVE_WORDS = words(`
  rm rmdir del unlink truncate clear flush reset uninstall unpublish terminate shutdown expire overwrite discard evict
  rollback recreate reinstall format prune nuke trash empty undeploy decommission transfer refund charge pay
`);

/** Verbs that change what can be changed back, or that run code of the caller. */
export const MORE_MUTATING_WORDS = words(`
  abort append apply approve accept ack acknowledge activate allow archive assign attach annotate authorize ban block
  book bookmark branch build buy cancel capture change checkout click clone close comment commit complete configure
  connect convert copy deactivate deploy detach disable dismiss drag draft duplicate edit emulate enable enqueue evaluate eval exec execute export extract fill finish follow fork
  forward generate give grant handle hover import increment initialize init install invite invoke issue join kick
  label launch like link lock login logout make manage mark merge migrate modify mount move mute mutate navigate
  notify open order pause persist pin play press process promote provision publish pull push queue rate react rebase
  rebuild record refresh regenerate register reject release reload rename reopen replace reply report request rerun reschedule resend
  resize resolve respond restart restore resume retry reveal rotate run save scale schedule scroll select share sign simulate
  snooze spawn star start stop store submit subscribe suspend swap switch sync tag take tap test toggle touch train trigger type
  unassign undo unlock unset unsubscribe upgrade upsert use watch
  fix repair consume burn pop dial finalize finalise reorder prepend sort shuffle cleanup
`);

/**
 * Changing verbs that are also nouns: `get_release`, `list_pull_request_files`. After a reading verb they count as nouns,
 * unless a word joins a second action to the first.
 */
export const NOUNS_TOO = words(`
  block branch build capture change charge checkout click clone comment commit copy draft export fork format import
  install invite issue label launch like link lock login logout merge mount order pause pin play post press process
  pull push queue rate record release report request run sample scale schedule set share star start stop store switch tag
  tap test touch train transfer trash trigger type update upgrade upload use wait watch write archive book bookmark
  patch put add display sort fix burn
`);

/** Words of {@link NOUNS_TOO} that are nouns even alone after any reading verb: `show_order`. `query_run` does two things. */
export const LONE_NOUNS = words(`
  block bookmark branch build capture change comment commit draft format invite issue label link order post process
  queue rate record release report request sample schedule store tag test type archive book
`);

/** Words that join a second action to the first: `get_or_create`. */
export const JOINING_WORDS = words('and or then if else with to');

/** Joining words that only a reading verb or a report may follow in the name of a reading tool: `scan_and_fix`. */
export const SECOND_ACTION_WORDS = words('and then or to');

/** After these words `to` describes a relation: `linked_to_issue`. */
export const RELATIONS = words('linked related assigned attached connected similar');

/** Words that turn `check` into a changing verb: `check_out`. */
export const PARTICLES = words('in out off');

/** Last words of parameters that select an action: `action`, `http_method`. */
export const CHOOSING_WORDS = words(
  'action actions operation operations method methods mode command commands verb op ops',
);

/** Last words of parameters that say what to do, in a word or a sentence. Their values are judged like actions. */
export const TASK_WORDS = words('task subtask subcommand do intent');

/** Last words of parameters whose values are looked for or written, so that `delete` there is only a word. */
export const CONTENT_WORDS = words(`
  query queries q search term terms keyword keywords word words text title name names subject message body content
  description comment label labels tag tags topic filter pattern prompt question answer note notes phrase value path id
  slug branch
`);

/** First words of switches that make a tool change something: `force: true`. */
export const CONFIRMING_WORDS = words(`
  confirm confirmed force forced execute apply commit overwrite truncate clear reset flush shutdown terminate restart reboot
`);

/** First words of switches that keep a tool from changing something, so that `false` lets it: `dry_run: false`. */
export const GUARD_SWITCHES: ReadonlySet<string> = new Set([
  'dry run',
  'dryrun',
  'read only',
  'readonly',
  'simulate',
  'noop',
]);

/** Words that may follow one of {@link CHOOSING_WORDS}: `actionType`. */
export const KIND_WORDS = words('type types kind name');

/**
 * Last words that turn the changing word before them into a noun, in an action that a schema lists: `issue_types`. If the
 * word were a verb, its object would be something that can be changed: `merge_pull_request`.
 */
export const LISTED_NOUNS = new Set([...REPORT_NOUNS, ...words('type types field fields count counts list')]);

/** Changing verbs that, listed as values of a parameter, describe a state: `state: open`. */
export const STATES = words('open complete duplicate');
