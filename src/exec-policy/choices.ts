import { resolveReference, type Schema } from '../assertions/schema-reference.ts';
import { isObject, own } from '../values/own-property.ts';
import type { Writing } from './model.ts';
import { wordsOf } from './name-words.ts';
import { choicesOfPattern } from './pattern-choices.ts';
import { readName, readNameStrictly } from './read-name.ts';
import { CONTENT_WORDS, NOUNS_TOO, STATES } from './words.ts';
import { type WritingValue, writingOfAction, writingOfVerb } from './written-value.ts';

/** Returns how harmful the change is that a listed value makes. Undefined when it changes nothing. */
export type ChoiceJudge = (choice: string) => Writing | undefined;

/** How many schemas of one parameter are read, so that a schema that shares its parts cannot make this endless. */
const MOST_SCHEMAS = 5000;

/** Keywords that contain schemas of the same value. */
const SAME_VALUE = ['allOf', 'anyOf', 'oneOf', 'then', 'else'];

/** Keywords that contain schemas of the members of a list. */
const MEMBERS = ['items', 'prefixItems'];

/**
 * Returns the texts that the schema of one parameter lists as its values, in all its branches and references; a pattern
 * may list them too. The parameters of an object are not read.
 * @param root the whole schema, in which references are resolved
 */
export function choicesOf(schema: unknown, root: unknown): readonly string[] {
  const listed = textsUnder(['enum', 'const'], schema, root);
  return [...listed, ...textsUnder(['pattern'], schema, root).flatMap(choicesOfPattern)];
}

/**
 * Returns the single words that a schema gives as default or example of a parameter. None for a parameter such as `query`,
 * where `delete` is only a word.
 */
export function shownWordsOf(parameter: string, schema: unknown, root: unknown): readonly string[] {
  if (isContent(parameter)) return [];
  return textsUnder(['default', 'examples', 'example'], schema, root).filter(isSingleWord);
}

/** Whether the values of a parameter are looked for or written somewhere: `query`, `message_body`. */
export function isContent(parameter: string): boolean {
  return CONTENT_WORDS.has(wordsOf(parameter).at(-1) ?? '');
}

/**
 * Returns how to judge the values of a parameter, by those that its schema lists, or else by the words that it gives as
 * default or example: of those, only these words themselves are judged. Undefined when they are no actions.
 */
export function judgeOf(parameter: string, schema: unknown, root: unknown): ChoiceJudge | undefined {
  const listed = actionsAmong(choicesOf(schema, root));
  if (listed) return listed;
  const shown = shownWordsOf(parameter, schema, root);
  const judge = actionsAmong(shown);
  return judge && ((choice) => (shown.includes(choice) ? judge(choice) : undefined));
}

function textsUnder(keywords: readonly string[], schema: unknown, root: unknown): string[] {
  return schemasOfValue(schema, root, [...SAME_VALUE, ...MEMBERS]).flatMap((each) =>
    keywords.flatMap((keyword) => own(each, keyword)).filter((value) => typeof value === 'string'),
  );
}

/** Returns the values that a parameter has if it is left out, in all branches and references of its schema. */
export function defaultsOf(schema: unknown, root: unknown): readonly unknown[] {
  return schemasOfValue(schema, root, SAME_VALUE)
    .map((each) => own(each, 'default'))
    .filter((each) => each !== undefined);
}

function schemasOfValue(schema: unknown, root: unknown, keywords: readonly string[]): Schema[] {
  const seen = new Set<Schema>();
  const waiting: unknown[] = [schema];
  while (waiting.length > 0 && seen.size < MOST_SCHEMAS) {
    const next = waiting.pop();
    if (!isObject(next) || seen.has(next)) continue;
    seen.add(next);
    for (const keyword of keywords) for (const part of [own(next, keyword)].flat()) waiting.push(part);
    const reference = own(next, '$ref');
    if (typeof reference === 'string') waiting.push(resolveReference(reference, root));
  }
  return [...seen];
}

/** Whether a text is one word, such as a verb, and not a sentence or the name of something: `delete`. */
export function isSingleWord(text: string): boolean {
  return /^\p{L}{1,30}$/u.test(text);
}

/**
 * Returns how to judge the listed values of a parameter, whatever its name: a value that reads changes nothing, and each
 * other value counts as the most harmful one of the list. Undefined when the list is no choice among actions. It is one if
 * it lists a value that reads and one that changes something, or a value that is clearly a changing verb.
 */
function actionsAmong(choices: readonly string[]): ChoiceJudge | undefined {
  const reading = new Set(choices.filter(isReading));
  // next to a value that reads, the verbs of the dictionary are verbs too: `list`, `reboot`
  const judge = reading.size > 0 ? writingOfChoice : writingOfAction;
  const writings = choices.map(judge).filter((each) => each !== undefined);
  if (writings.length === 0 || (reading.size === 0 && !choices.some(isClearlyChanging))) return undefined;
  const worst = writings.includes('destructive') ? 'destructive' : 'mutating';
  return (choice) => (reading.has(choice) ? undefined : (judge(choice) ?? worst));
}

function writingOfChoice(choice: string): Writing | undefined {
  return writingOfAction(choice) ?? writingOfVerb(choice);
}

function isReading(choice: string): boolean {
  return readNameStrictly(choice).kind === 'reading';
}

/** `delete`, but not `open` or `draft`, which describe a state, or `comment`, which is a thing. */
export function isClearlyChanging(choice: string): boolean {
  if (writingOfAction(choice) === undefined) return false;
  if (readName(choice).kind !== 'silent') return true;
  const { word = '' } = readNameStrictly(choice);
  return wordsOf(choice)[0] === word && !NOUNS_TOO.has(word) && !STATES.has(word);
}

/** Finds the first value, also in a list, that a list of actions shows to change something. */
export function findWritingChoice(
  parameter: string,
  value: unknown,
  judge: ChoiceJudge,
  tolerated: readonly Writing[],
): WritingValue | undefined {
  for (const each of [value].flat()) {
    if (typeof each !== 'string') continue;
    const writing = judge(each);
    if (writing !== undefined && !tolerated.includes(writing)) return { parameter, value: each, writing };
  }
  return undefined;
}
