import * as z from 'zod/mini';

/** Sets the description of a schema in its JSON Schema. */
export function described<T extends z.ZodMiniType>(schema: T, description: string): T {
  return withKeywords(schema, { description });
}

/** Adds keywords to the JSON Schema of a schema, for what the schema checks with code. */
export function withKeywords<T extends z.ZodMiniType>(
  schema: T,
  keywords: Readonly<Record<string, unknown>>,
): T {
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), ...keywords });
  return schema;
}

/** Requires that an object has a key: an empty one would ask for nothing, which its author surely did not mean. */
export function atLeastOneKey<T extends z.ZodMiniType>(schema: T): T {
  const filled = z.refine((value) => Object.keys(value as object).length > 0, {
    error: 'a mapping with at least one key',
    // an unknown key is reported on its own
    when: ({ issues }) => issues.length === 0,
  });
  return withKeywords(schema.check(filled) as T, { minProperties: 1 });
}

/** Requires that an object has exactly one of some keys. */
export function exactlyOneOf<T extends z.ZodMiniType>(schema: T, ...keys: readonly string[]): T {
  const names = keys.map((key) => `\`${key}\``).join(keys.length === 2 ? ' or ' : ', ');
  const checked = schema.check((payload) => {
    const [first, second] = keys.filter((key) => Object.hasOwn(payload.value as object, key));
    if (first !== undefined && second === undefined) return;
    payload.issues.push({
      code: 'custom',
      input: payload.value,
      path: second === undefined ? [] : [second],
      message:
        second === undefined ? `a mapping with one of the keys ${names}` : `left out next to \`${first}\``,
    });
  }) as T;
  return withKeywords(checked, { oneOf: keys.map((key) => having(key)) });
}

/** The JSON Schema of an object that has a key. */
export function having(key: string): Readonly<Record<string, unknown>> {
  return { required: [key], properties: { [key]: {} } };
}
