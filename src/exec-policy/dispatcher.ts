import type { Schema } from '../assertions/schema-reference.ts';
import type { ListedTool } from '../mcp/listed-tool.ts';
import { own } from '../values/own-property.ts';
import { choicesOf, isClearlyChanging, shownWordsOf } from './choices.ts';
import { takesFreeText } from './free-text.ts';
import { describesProgram, isAboutProgram, isProgram, isQuery } from './program.ts';
import { type Parameter, parametersOf, schemasWithin, UnreadableSchema } from './schema-walk.ts';
import { writingOfSql } from './written-sql.ts';
import { isChoosing, writingOfAction } from './written-value.ts';

/** Why the name of a tool does not determine what the tool does. */
export type Dispatcher =
  /** The caller decides with this parameter what the tool does. */
  | {
      readonly kind: 'parameter';
      readonly parameter: string;
      /** The value that changes something. Undefined when the parameter takes any text. */
      readonly value?: string;
    }
  /** The schema cannot be read completely, so what the caller may pass is unknown. */
  | { readonly kind: 'schema'; readonly message: string };

/**
 * Finds the first parameter with which the caller decides what a tool does, whatever its name: an action that changes
 * something, or free text that is executed. A schema that cannot be read completely counts as one with such a parameter.
 * Strict mode goes beyond the spec.
 */
export function findDispatcher({ inputSchema, description }: ListedTool): Dispatcher | undefined {
  try {
    return searched(inputSchema, describesProgram(description));
  } catch (error) {
    if (!(error instanceof UnreadableSchema)) throw error;
    return { kind: 'schema', message: error.message };
  }
}

/** @param runsQueries whether the tool says that it runs programs: `Run a SQL query` */
function searched(root: unknown, runsQueries: boolean): Dispatcher | undefined {
  for (const [schema, name] of schemasWithin(root, root)) {
    const sql = textsOf(schema).find(writingOfSql);
    if (sql !== undefined) return { kind: 'parameter', parameter: name, value: sql };
    const isProgramText = describesProgram(own(schema, 'description'), name) || formatOf(schema);
    if (isProgramText && name !== '' && takesFreeText(schema, root))
      return { kind: 'parameter', parameter: name };
    for (const parameter of parametersOf(schema)) {
      const found = dispatcherOf(parameter, root, runsQueries);
      if (found) return { kind: 'parameter', parameter: parameter.name, ...found };
    }
  }
  return undefined;
}

function dispatcherOf(
  { name, schema, isRequired }: Parameter,
  root: unknown,
  runsQueries: boolean,
): { value?: string } | undefined {
  const isChoice = isChoosing(name);
  if (isChoice) {
    const listed = [...schemasWithin(schema, root).keys()].flatMap(textsOf);
    const value = listed.find(writingOfAction);
    if (value !== undefined) return { value };
  }
  // whatever the parameter is called: `task`, `do`, `intent`
  const shown = shownWordsOf(name, schema, root);
  const destroying = [...choicesOf(schema, root), ...shown].find(
    (choice) => writingOfAction(choice) === 'destructive' && isClearlyChanging(choice),
  );
  if (destroying !== undefined) return { value: destroying };
  // an optional action is left out of generated arguments
  const isRequiredChoice = isChoice && isRequired;
  if (isProgram(name)) return containsText(schema, root) ? {} : undefined;
  return (isRequiredChoice || (runsQueries && isQuery(name))) && takesFreeText(schema, root) ? {} : undefined;
}

/** Whether a program can be passed: as a text, or as a member of an object, `code: { source: 'rm' }`. */
function containsText(schema: unknown, root: unknown): boolean {
  if (takesFreeText(schema, root)) return true;
  return [...schemasWithin(schema, root).keys()].some((each) =>
    parametersOf(each).some((member) => !isAboutProgram(member.name) && takesFreeText(member.schema, root)),
  );
}

/** `contentMediaType: text/javascript`, `format: sql` */
function formatOf(schema: Schema): boolean {
  return ['format', 'contentMediaType'].some((keyword) => {
    const value = own(schema, keyword);
    return typeof value === 'string' && isProgram(value);
  });
}

/** Returns the strings that a schema lists as allowed values, defaults or examples, at any depth. */
function textsOf(schema: Schema): string[] {
  const texts: string[] = [];
  const waiting = ['enum', 'const', 'default', 'examples', 'example'].map((keyword) => own(schema, keyword));
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string') texts.push(value);
    if (typeof value !== 'object' || value === null) continue;
    for (const each of Object.values(value)) waiting.push(each);
  }
  // in the order in which the schema lists them
  return texts.reverse();
}
