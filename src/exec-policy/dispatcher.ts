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
    for (const parameter of parametersOf(inputSchema)) {
      const found = dispatcherOf(parameter, inputSchema);
      if (found) return { kind: 'parameter', parameter: parameter.name, ...found };
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof UnreadableSchema)) throw error;
    return { kind: 'schema', message: error.message };
  }
}

function dispatcherOf(
  { name, schema, isRequired }: Parameter,
  root: unknown,
): { value?: string } | undefined {
  const values = textsIn(schema, root);
  const isChoice = isChoosing(name);
  const value = values.find((each) => (isChoice && writingOfAction(each)) || writingOfSql(each));
  if (value !== undefined) return { value };
  // an action that need not be given is not given
  const wantsAction = isChoice && isRequired;
  return (isProgram(name) || wantsAction) && takesFreeText(schema, root) ? {} : undefined;
}

/** The texts that a schema names, as the only ones or as examples, also within lists and objects. */
function textsIn(parameter: unknown, root: unknown): string[] {
  return schemasWithin(parameter, root).flatMap((schema) =>
    ['enum', 'const', 'default', 'examples', 'example'].flatMap((keyword) =>
      Object.hasOwn(schema, keyword) ? textsOf(schema[keyword]) : [],
    ),
  );
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
