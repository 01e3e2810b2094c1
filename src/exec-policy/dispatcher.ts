import type { Schema } from '../assertions/schema-reference.ts';
import { own } from '../values/own-property.ts';
import { takesFreeText } from './free-text.ts';
import { type Parameter, parametersOf, schemasWithin, UnreadableSchema } from './schema-walk.ts';
import { isChoosing, isProgram, writingOfAction, writingOfSql } from './written-value.ts';

/** Why the name of a tool cannot say what it does. */
export type Dispatcher =
  /** The caller decides it by this parameter. */
  | {
      readonly kind: 'parameter';
      readonly parameter: string;
      /** The value that writes; undefined when the parameter takes any text. */
      readonly value?: string;
    }
  /** Nobody knows what the caller may say: the schema cannot be looked through. */
  | { readonly kind: 'schema'; readonly message: string };

/**
 * The first parameter by which the caller, not the name, says what a tool does: an action that changes something, or a
 * free text that is run. A schema that cannot be looked through to its end is taken for one that has such a parameter.
 * Source: strict mode, "its schema shows no dispatcher".
 */
export function findDispatcher(inputSchema: unknown): Dispatcher | undefined {
  try {
    return searched(inputSchema);
  } catch (error) {
    if (!(error instanceof UnreadableSchema)) throw error;
    return { kind: 'schema', message: error.message };
  }
}

function searched(root: unknown): Dispatcher | undefined {
  for (const [schema, name] of schemasWithin(root, root)) {
    const sql = textsOf(schema).find(writingOfSql);
    if (sql !== undefined) return { kind: 'parameter', parameter: name, value: sql };
    for (const parameter of parametersOf(schema)) {
      const found = dispatcherOf(parameter, root);
      if (found) return { kind: 'parameter', parameter: parameter.name, ...found };
    }
  }
  return undefined;
}

function dispatcherOf(
  { name, schema, isRequired }: Parameter,
  root: unknown,
): { value?: string } | undefined {
  const isChoice = isChoosing(name);
  if (isChoice) {
    const listed = [...schemasWithin(schema, root).keys()].flatMap(textsOf);
    const value = listed.find(writingOfAction);
    if (value !== undefined) return { value };
  }
  // an action that need not be given is not given
  const wantsAction = isChoice && isRequired;
  return (isProgram(name) || wantsAction) && takesFreeText(schema, root) ? {} : undefined;
}

/** The texts that a schema names, as the only ones or as examples, also within lists and objects. */
function textsOf(schema: Schema): string[] {
  const texts: string[] = [];
  const waiting = ['enum', 'const', 'default', 'examples', 'example'].map((keyword) => own(schema, keyword));
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string') texts.push(value);
    if (typeof value !== 'object' || value === null) continue;
    for (const each of Object.values(value)) waiting.push(each);
  }
  // as they were listed
  return texts.reverse();
}
