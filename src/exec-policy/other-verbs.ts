import { words } from './words.ts';

// a dictionary, not the names of tools that were seen: a name in which no verb is known can only be taken for the name
// of a thing if most verbs are known

/**
 * More English verbs that change something. They matter where no reading verb comes before them: `purchase_domain`,
 * `reboot_and_check`.
 */
export const OTHER_VERBS = words(`
  accelerate accumulate adapt adjust administer adopt advance affix align allocate alter amend announce anonymize
  arm arrange assemble attest auction augment authenticate automate award backfill backport bill bind blacklist boost boot
  bootstrap borrow bounce broadcast bump bundle cast censor certify claim clean coin collapse combine commence commission
  compact compensate compile compose compress conclude conduct confirm consolidate construct contribute control
  coordinate correct craft credit crop curate cut cycle debit decide declare decline decrease decrement dedupe dedup
  deduplicate defer define deliver demote deny deposit deprecate deprovision dequeue deselect designate develop devise
  disassociate discharge disconnect dismount dispatch dispense dispose distribute do dock donate drain draw drive eject
  elevate embed emit employ empower encrypt end endorse enforce engage enhance enlist enrich enroll enrol ensure enter
  escalate establish exchange exclude exempt exit expand expedite expel expose extend fail failover favorite favourite feed
  fire flag flash flip force forget fulfil fulfill fund fuse go graduate grow halt harden heal hibernate hide hire hold
  ignite ignore impersonate implement impose improve incorporate inform ingest inherit inject instantiate instruct
  integrate intercept interrupt invalidate invest isolate jump keep land lease leave lend lift liquidate load lower
  maintain  mask maximize  minimize mint mirror mock monetize nominate normalize notarize nudge obfuscate
  offboard offer onboard operate optimize optimise orchestrate organize organise override pack pair park paste perform
  permit phone pipe place plant populate postpone prepare preserve print prioritize prioritise procure produce prohibit
  propose protect provide pump purchase pursue quarantine quit raise randomize reboot recharge reclaim reconcile
  reconnect recover recruit rectify recycle redact redeem redirect redo reduce refactor refer refill refuse reimburse
  reinforce relate relay relocate remediate remember remind remit renew rent repeat replicate requeue reserve
  resign resync retain retire retract return reverse revert revise revive reward rewind rewrite ring roll rollout
  sanitize scaffold seal secure seed sell separate serve settle setup shift ship shorten shut signup silence skip
  sleep slide snap speak spend spin split sponsor squash stake stamp standardize stash steer stitch strip style summon
  supersede supply suppress surrender swipe synchronize synthesize takeover talk teach tear teardown teleport tether
  throttle throw tidy tie tip trade transact transcode transform transition transmit transpose treat trim tune turn tweak
  tweet unify unite unleash upvote downvote vacuum void vote wake warm warn whitelist widen wire withdraw withhold wrap
  yank zip zoom download power lifecycle management administration
  supprimer effacer creer modifier envoyer ajouter annuler publier
  eliminar borrar crear actualizar enviar agregar modificar cancelar
  excluir apagar remover criar atualizar adicionar
  loeschen erstellen aendern senden hinzufuegen
  eliminare creare modificare inviare aggiungere
`);

/**
 * Verbs that are nouns just as often. A name that begins with one shows a thing only if a report follows:
 * `backup_status`, but not `backup_databases`.
 */
export const DOUBTFUL_VERBS = words(`
  alert answer backup bid cache call chat checkpoint contact  debug design direct document email file filter group
  host image index invoice  limit  mail map message model monitor note output package partition path phone
  place plan point port position  program project prompt proxy   review route sample  screenshot script
  segment shape shell snapshot  source stage step stream support  target task template time track   `);

/**
 * Changing verbs that only read if the name ends with one of these words: `resolve_library_id`, `generate_bar_chart`,
 * `take_screenshot`.
 */
export const READS_WITH: Readonly<Record<string, ReadonlySet<string>>> = {
  resolve: words(
    'id ids url urls uri name names path address dns ip host reference references symbol symbols',
  ),
  generate: words('chart diagram graph plot histogram map preview'),
  convert: words('currency currencies time timezone unit units temperature coordinates'),
  take: words('screenshot'),
  capture: words('screenshot'),
};

/** Verbs that are never nouns. A word directly before one is the subject of the tool: `zoom_get_meeting`. */
export const CLEAR_VERBS = words('get describe retrieve fetch list');

/** Beginnings that turn a changing verb into another one: `reassign`, `unarchive`, `disconnect`, `autofill`. */
export const VERB_PREFIXES = [
  're',
  'un',
  'de',
  'dis',
  'over',
  'auto',
  'pre',
  'bulk',
  'batch',
  'multi',
  'co',
] as const;

/** Endings of verbs: `synchronize`, `notify`. Nouns with the same endings (`certificate`) are rarely the first word. */
export const VERB_ENDING = /(?:[^t]ize|ise|[^f]ify|[^l]ate)$/;
