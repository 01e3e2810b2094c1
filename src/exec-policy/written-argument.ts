import { isObject, own } from '../values/own-property.ts';
import {
  choicesOf,
  defaultsOf,
  isClearlyChanging,
  isContent,
  isSingleWord,
  judgeOf,
  shownWordsOf,
} from './choices.ts';
import type { Writing } from './model.ts';
import { parametersOf, schemasWithin, UnreadableSchema } from './schema-walk.ts';
import { findWritingValue, type WritingValue, writingOfAction } from './written-value.ts';

/**
 * Finds the most harmful value among the arguments of a caller, whatever its parameter is called: by the name of the
 * parameter, by the values that the input schema lists for it, or because the value is a changing verb. A parameter that is
 * left out has its default. Undefined when nothing shows that the arguments change anything.
 */
export function findWritingArgument(
  args: Readonly<Record<string, unknown>>,
  inputSchema: unknown,
): WritingValue | undefined {
  const schemas = schemasByName(inputSchema);
  const found: WritingValue[] = [];
  const add = (value: WritingValue | undefined) => value && found.push(value);
  const judged = (parameter: string, value: unknown) => {
    add(findWritingValue(parameter, value, ['mutating']) ?? findWritingValue(parameter, value));
    for (const [name, text] of textsIn(parameter, value)) {
      const writing = writingOfText(name, text, schemas.get(name) ?? [], inputSchema);
      if (writing !== undefined) add({ parameter: name, value: text, writing });
    }
  };
  judged('', args);
  for (const [name, known] of schemas) {
    if (Object.hasOwn(args, name)) continue;
    if (!known.some((each) => each.isOutermost)) continue;
    for (const { schema } of known) for (const usual of defaultsOf(schema, inputSchema)) judged(name, usual);
  }
  return found.find(({ writing }) => writing === 'destructive') ?? found[0];
}

interface Known {
  readonly schema: unknown;
  /** Whether it describes a parameter of the tool, not of an object among them. */
  readonly isOutermost: boolean;
}

/** Returns the schemas of each parameter, at any depth. Empty when the schema cannot be read. */
function schemasByName(root: unknown): ReadonlyMap<string, readonly Known[]> {
  const byName = new Map<string, Known[]>();
  try {
    for (const [schema, outer] of schemasWithin(root, root)) {
      for (const each of parametersOf(schema)) {
        const known = { schema: each.schema, isOutermost: outer === '' };
        const before = byName.get(each.name);
        if (before) before.push(known);
        else byName.set(each.name, [known]);
      }
    }
  } catch (error) {
    if (!(error instanceof UnreadableSchema)) throw error;
  }
  return byName;
}

function writingOfText(
  parameter: string,
  text: string,
  known: readonly Known[],
  root: unknown,
): Writing | undefined {
  for (const { schema } of known) {
    const listed = [...choicesOf(schema, root), ...shownWordsOf(parameter, schema, root)];
    if (listed.includes(text)) return judgeOf(parameter, schema, root)?.(text);
  }
  // a word that is searched for or written somewhere is no action
  return !isContent(parameter) && isSingleWord(text) && isClearlyChanging(text)
    ? writingOfAction(text)
    : undefined;
}

/** Generates the texts in a value with the names of their parameters. A member of a list has the name of the list. */
function* textsIn(parameter: string, value: unknown): Generator<readonly [name: string, text: string]> {
  if (typeof value === 'string') yield [parameter, value];
  else if (Array.isArray(value)) for (const each of value) yield* textsIn(parameter, each);
  else if (isObject(value)) for (const key of Object.keys(value)) yield* textsIn(key, own(value, key));
}
