import { resolveReference, type Schema } from '../assertions/schema-reference.ts';
import { clip } from '../text/clip.ts';
import { isObject, own } from '../values/own-property.ts';

/** A schema that cannot be looked through to its end, so that nobody knows what it hides. */
export class UnreadableSchema extends Error {}

/** How many schemas within one are looked at; the largest of real servers hold some hundred. */
const MOST_SCHEMAS = 5000;

/** Keywords that hold a schema, or a list of them. `not` is none: what it describes is what cannot be. */
const PARTS = [
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'then',
  'else',
  'items',
  'prefixItems',
  'additionalItems',
  'unevaluatedItems',
  'contains',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
];

/** Keywords that hold a schema for each of several parameters that must be there. */
const DEPENDENT = ['dependentSchemas', 'dependencies'];

const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'];

/** A parameter that a schema describes, at any depth. */
export interface Parameter {
  /** Its name; for several, the pattern of their names. */
  readonly name: string;
  readonly schema: unknown;
  readonly isRequired: boolean;
}

/** The parameters that one schema describes by name. */
export function parametersOf(schema: Schema): Parameter[] {
  const required = own(schema, 'required');
  return ['properties', 'patternProperties'].flatMap((keyword) =>
    Object.entries(objectOf(own(schema, keyword))).map(([name, each]) => ({
      name,
      schema: each,
      isRequired: Array.isArray(required) && required.includes(name),
    })),
  );
}

/**
 * A schema, and all that lie within it or that it refers to, each with the name of the parameter by which it was reached
 * first, `` for none.
 * @param root the whole, which references lead into
 * @throws UnreadableSchema when a reference leads nowhere, or there are too many
 */
export function schemasWithin(start: unknown, root: unknown): Map<Schema, string> {
  // what refers to itself is looked at once
  const seen = new Map<Schema, string>();
  const waiting: (readonly [unknown, string])[] = [[start, '']];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [schema, name] = next;
    if (!isObject(schema) || seen.has(schema)) continue;
    seen.set(schema, name);
    if (seen.size > MOST_SCHEMAS) throw new UnreadableSchema('it is too large to look through');
    const parts: (readonly [unknown, string])[] = [
      ...parametersOf(schema).map((each) => [each.schema, each.name] as const),
      ...DEPENDENT.flatMap((keyword) => Object.values(objectOf(own(schema, keyword)))).map(
        (each) => [each, name] as const,
      ),
      ...PARTS.flatMap((keyword) => own(schema, keyword)).map((each) => [each, name] as const),
      ...referencesOf(schema, root).map((each) => [each, name] as const),
    ];
    // the last is taken first; one by one, since a stranger may list more than a call takes
    for (const part of parts.reverse()) waiting.push(part);
  }
  return seen;
}

/**
 * What the references of a schema lead to.
 * @throws UnreadableSchema when that is nowhere
 */
export function referencesOf(schema: Schema, root: unknown): unknown[] {
  return REFERENCES.flatMap((keyword) => {
    const reference = own(schema, keyword);
    if (reference === undefined) return [];
    const found = typeof reference === 'string' ? resolveReference(reference, root) : undefined;
    // in a list, so that one that leads to a list is not taken apart
    if (found !== undefined) return [found];
    throw new UnreadableSchema(`it refers to \`${clip(String(reference))}\`, which is no place in it`);
  });
}

function objectOf(value: unknown): Schema {
  return isObject(value) ? value : {};
}
