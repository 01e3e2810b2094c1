import { resolveReference, type Schema } from '../assertions/schema-reference.ts';
import { clip } from '../text/clip.ts';
import { isObject, own } from '../values/own-property.ts';
import { scalarText } from '../values/scalar-text.ts';

/** Thrown for a schema that cannot be read completely, so what it accepts is unknown. */
export class UnreadableSchema extends Error {}

/** How many nested schemas are read. The largest schemas of real servers contain a few hundred. */
const MOST_SCHEMAS = 5000;

/** Keywords that contain a schema or a list of schemas. `not` is left out: it describes values that are not allowed. */
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

/** Keywords that map a parameter to a schema that applies when the parameter is present. */
const DEPENDENT = ['dependentSchemas', 'dependencies'];

const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'];

/** A parameter that a schema describes. */
export interface Parameter {
  /** Its name, or the pattern of names if it stands for several parameters. */
  readonly name: string;
  readonly schema: unknown;
  readonly isRequired: boolean;
}

/** Returns the parameters that one schema describes by name or by pattern. */
export function parametersOf(schema: Schema): Parameter[] {
  const written = own(schema, 'required');
  const required = new Set(Array.isArray(written) ? written : []);
  return ['properties', 'patternProperties'].flatMap((keyword) =>
    Object.entries(objectOf(own(schema, keyword))).map(([name, each]) => ({
      name,
      schema: each,
      isRequired: required.has(name),
    })),
  );
}

/**
 * Returns a schema and all schemas in it or referenced from it, each with the name of the parameter through which it was
 * first reached. The name is empty for a schema outside of any parameter.
 * @param root the whole schema, in which references are resolved
 * @throws UnreadableSchema when a reference cannot be resolved, or there are too many schemas
 */
export function schemasWithin(start: unknown, root: unknown): Map<Schema, string> {
  // a schema that refers to itself is read once
  const seen = new Map<Schema, string>();
  const waiting: (readonly [unknown, string])[] = [[start, '']];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [schema, name] = next;
    if (!isObject(schema) || seen.has(schema)) continue;
    seen.set(schema, name);
    if (seen.size > MOST_SCHEMAS) throw new UnreadableSchema('it is too large');
    const parts: (readonly [unknown, string])[] = [
      ...parametersOf(schema).map((each) => [each.schema, each.name] as const),
      ...DEPENDENT.flatMap((keyword) => Object.values(objectOf(own(schema, keyword)))).map(
        (each) => [each, name] as const,
      ),
      ...PARTS.flatMap((keyword) => own(schema, keyword)).map((each) => [each, name] as const),
      ...referencesOf(schema, root).map((each) => [each, name] as const),
    ];
    // the last is taken first; pushed one by one, since an untrusted schema may list more parts than one call accepts
    for (const part of parts.reverse()) waiting.push(part);
  }
  return seen;
}

/**
 * Resolves the references of a schema.
 * @throws UnreadableSchema when one cannot be resolved
 */
export function referencesOf(schema: Schema, root: unknown): unknown[] {
  return REFERENCES.flatMap((keyword) => {
    const reference = own(schema, keyword);
    if (reference === undefined) return [];
    const found = typeof reference === 'string' ? resolveReference(reference, root) : undefined;
    // wrapped, so flatMap does not flatten a reference that resolves to a list
    if (found !== undefined) return [found];
    throw new UnreadableSchema(`it refers to \`${clip(scalarText(reference))}\`, which is not in it`);
  });
}

function objectOf(value: unknown): Schema {
  return isObject(value) ? value : {};
}
