import { resolveReference, type Schema } from '../assertions/schema-reference.ts';
import { isObject, own } from '../values/own-property.ts';
import type { Writing } from './model.ts';
import { wordsOf } from './name-words.ts';
import { readName, readNameStrictly } from './read-name.ts';
import { NOUNS_TOO, STATES } from './words.ts';
import { type WritingValue, writingOfAction } from './written-value.ts';

/** Returns how harmful the change is that a listed value makes. Undefined when it changes nothing. */
export type ChoiceJudge = (choice: string) => Writing | undefined;

/** How many schemas of one parameter are read, so that a schema that shares its parts cannot make this endless. */
const MOST_SCHEMAS = 5000;

/** Keywords that contain schemas of the same value, or of the members of a list. */
const SAME_VALUE = ['allOf', 'anyOf', 'oneOf', 'then', 'else', 'items', 'prefixItems'];

/**
 * Returns the texts that the schema of one parameter lists as its values, in all its branches and references. The
 * parameters of an object are not read.
 * @param root the whole schema, in which references are resolved
 */
export function choicesOf(schema: unknown, root: unknown): readonly string[] {
  const seen = new Set<Schema>();
  const texts: string[] = [];
  const waiting: unknown[] = [schema];
  while (waiting.length > 0 && seen.size < MOST_SCHEMAS) {
    const next = waiting.pop();
    if (!isObject(next) || seen.has(next)) continue;
    seen.add(next);
    for (const value of [own(next, 'enum'), own(next, 'const')].flat())
      if (typeof value === 'string') texts.push(value);
    for (const keyword of SAME_VALUE) for (const part of [own(next, keyword)].flat()) waiting.push(part);
    const reference = own(next, '$ref');
    if (typeof reference === 'string') waiting.push(resolveReference(reference, root));
  }
  return texts;
}

/**
 * Returns how to judge the listed values of a parameter, whatever its name: a value that reads changes nothing, and each
 * other value counts as the most harmful one of the list. Undefined when the list is no choice among actions. It is one if
 * it lists a value that reads and one that changes something, or a value that is clearly a changing verb.
 */
export function actionsAmong(choices: readonly string[]): ChoiceJudge | undefined {
  const writings = choices.map((choice) => writingOfAction(choice)).filter((each) => each !== undefined);
  const reading = new Set(choices.filter(isReading));
  if (writings.length === 0 || (reading.size === 0 && !choices.some(isClearlyChanging))) return undefined;
  const worst = writings.includes('destructive') ? 'destructive' : 'mutating';
  return (choice) => (reading.has(choice) ? undefined : (writingOfAction(choice) ?? worst));
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
    const writing = typeof each === 'string' ? judge(each) : undefined;
    if (writing !== undefined && !tolerated.includes(writing)) {
      return { parameter, value: String(each), writing };
    }
  }
  return undefined;
}
