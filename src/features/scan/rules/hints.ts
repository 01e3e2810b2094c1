import type { CatalogItem } from '../../../artifacts/tool-catalog/server-catalog.ts';
import { readHints } from '../../../exec-policy/annotations.ts';
import { isDestructive } from '../../../exec-policy/changing.ts';
import { choicesOf } from '../../../exec-policy/choices.ts';
import { classify } from '../../../exec-policy/classify.ts';
import { findDispatcher } from '../../../exec-policy/dispatcher.ts';
import { wordsOf } from '../../../exec-policy/name-words.ts';
import { readNameStrictly } from '../../../exec-policy/read-name.ts';
import { parametersOf } from '../../../exec-policy/schema-walk.ts';
import { JOINING_WORDS, MORE_REPORT_NOUNS, READING_VERBS, REPORT_NOUNS } from '../../../exec-policy/words.ts';
import { isChoosing, writingOfAction } from '../../../exec-policy/written-value.ts';
import type { ListedTool } from '../../../mcp/listed-tool.ts';
import { quote } from '../../../text/clip.ts';
import { isObject, own } from '../../../values/own-property.ts';
import type { Hit, RuleTable } from '../core/rule.ts';

const HINTS = 'annotations, next to name and input schema';

/** Rules on annotations that the rest of a tool contradicts. */
export const HINT_RULES = {
  'readonly-destroys': {
    severity: 'high',
    family: 'hints',
    surface: HINTS,
    title: 'is declared read-only, but its name or its schema shows that it is destructive',
    why: 'clients run read-only tools without asking',
    fix: 'set `readOnlyHint: false` and `destructiveHint: true`, or rename the tool',
  },
  'contradictory-hints': {
    severity: 'medium',
    family: 'hints',
    surface: HINTS,
    title: 'is declared read-only and destructive at once',
    why: 'some clients follow one of the two, and some the other',
    fix: 'remove the hint that is wrong',
  },
  'malformed-annotations': {
    severity: 'low',
    family: 'hints',
    surface: HINTS,
    title: 'has annotations that cannot be read',
    why: 'clients ignore them, or read `"false"` as true',
    fix: 'write each hint as `true` or `false`',
  },
  'readonly-may-write': {
    severity: 'info',
    family: 'soft',
    surface: HINTS,
    title: 'is declared read-only, but may write: its name or its schema says so',
    why: 'most such tools are honest, so this is only worth a look',
    fix: 'ask the author what the tool writes',
  },
} as const satisfies RuleTable;

/** Finds annotations of a tool that its name or its schema contradicts. */
export function hintHits({ kind, name, path, value }: CatalogItem): Hit[] {
  if (kind !== 'tool') return [];
  const at = [...path, 'annotations'];
  const hit = (rule: keyof typeof HINT_RULES, because: string): Hit => ({
    rule,
    path: at,
    message: `the tool ${HINT_RULES[rule].title}: ${because}`,
  });
  const tool = { ...value, name } as ListedTool;
  const { values, malformed } = readHints(tool.annotations);
  if (malformed !== undefined) return [hit('malformed-annotations', malformed)];
  if (values.readOnlyHint !== true) return [];
  const { warnings } = classify(tool);
  const contradiction = warnings.find(({ code }) => code === 'contradictory-hints');
  const found = writingShown(tool);
  return [
    ...(contradiction ? [hit('contradictory-hints', contradiction.message)] : []),
    ...(found ? [hit(found.destroys ? 'readonly-destroys' : 'readonly-may-write', found.because)] : []),
  ];
}

/** Returns what shows that a tool writes, if anything does. */
function writingShown(
  tool: ListedTool,
): { readonly destroys: boolean; readonly because: string } | undefined {
  const { kind, word } = readNameStrictly(tool.name);
  const verb = destroyingVerb(tool.name);
  if (verb !== undefined) return { destroys: true, because: `its name contains ${quote(verb)}` };
  const action = destroyingAction(tool);
  if (action) return { destroys: true, because: `${quote(action.parameter)} may be ${quote(action.value)}` };
  if (kind === 'mutating' || kind === 'destructive')
    return { destroys: false, because: `its name contains ${quote(word ?? '')}` };
  const dispatcher = findDispatcher(tool);
  if (dispatcher?.kind !== 'parameter') return undefined;
  const { parameter, value } = dispatcher;
  const does = value === undefined ? 'takes what the tool runs' : `may be ${quote(value)}`;
  return { destroys: false, because: `${quote(parameter)} ${does}` };
}

/** Words before a verb that make it the object of a question: `dry_run_delete`, `preview_delete`, `can_delete`. */
const QUESTIONS = new Set('dry if how would should could may preview simulate confirm'.split(' '));

/** Last words that name what is returned, whatever is done to get it: `kill_chain`, `delete_impact`. */
const RETURNED = new Set(
  'chain policy policies impact wiki docs documentation guide faq cost rate rates risk request requests plan example examples'.split(
    ' ',
  ),
);

/** What is worked on in the answer alone, and stored nowhere: `truncate_text`, `remove_duplicates`. */
const PASSED_IN = new Set(
  (
    'text string strings words word chars characters character spaces whitespace blanks punctuation accents html tags markup stopwords ' +
    'duplicates background silence noise number numbers date dates time datetime json xml code sql markdown prefix suffix'
  ).split(' '),
);

/** A disk is formatted, a date is not destroyed by it. */
const FORMATTED = new Set(
  'disk disks drive drives volume volumes partition partitions device storage card'.split(' '),
);

/**
 * Returns the destroying word of a name if it is the verb of the name, on something that is stored: `delete_row`, `bulk_delete`,
 * `get_and_delete`. The execution policy is more careful, and takes any such word for a sign.
 */
function destroyingVerb(name: string): string | undefined {
  const words = wordsOf(name.slice(0, 200));
  const at = words.findIndex(isDestructive);
  const verb = words[at];
  if (verb === undefined) return undefined;
  const [before, behind] = [words.slice(0, at), words.slice(at + 1)];
  const last = words.at(-1) ?? '';
  const isJoined = before.some((word) => JOINING_WORDS.has(word));
  const isAsked = before.some((word) => READING_VERBS.has(word) || QUESTIONS.has(word));
  if (isAsked && !isJoined) return undefined;
  const isReport =
    REPORT_NOUNS.has(last) || MORE_REPORT_NOUNS.has(last) || READING_VERBS.has(last) || RETURNED.has(last);
  if (behind.length > 0 && (isReport || PASSED_IN.has(last))) return undefined;
  return verb === 'format' && !behind.some((word) => FORMATTED.has(word)) ? undefined : verb;
}

/** Words of a tool that lists or judges what was done: an action is only asked about. */
const ABOUT_ACTIONS =
  /\b(?:audit|explain|check|checks|permissions?|validate|history|logs?|events?|can|is)\b/i;

/** A parameter that only chooses what is listed. */
const FILTERS = /\bonly (?:\w+ ){0,3}(?:of|with|whose)\b|\bfilters?\b/i;

/**
 * Finds a value with which the caller chooses to destroy: `action: delete`. A filter such as `types: [delete]` only names what
 * is listed, so the parameter must choose one action, and the value must begin with the verb.
 */
function destroyingAction({
  name: tool,
  inputSchema: schema,
}: ListedTool): { readonly parameter: string; readonly value: string } | undefined {
  if (!isObject(schema) || ABOUT_ACTIONS.test(wordsOf(tool.slice(0, 200)).join(' '))) return undefined;
  for (const { name, schema: inside } of parametersOf(schema)) {
    if (!isChoosing(name) || (isObject(inside) && own(inside, 'type') === 'array')) continue;
    const description = isObject(inside) ? own(inside, 'description') : undefined;
    if (typeof description === 'string' && FILTERS.test(description)) continue;
    const value = choicesOf(inside, schema).find(
      (choice) =>
        isDestructive(wordsOf(choice.slice(0, 200))[0] ?? '') && writingOfAction(choice) === 'destructive',
    );
    if (value !== undefined) return { parameter: name, value };
  }
  return undefined;
}
