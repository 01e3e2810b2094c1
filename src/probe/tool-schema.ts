import type { SchemaCheck } from '../assertions/json-schema.ts';

/** Makes the schema of a tool ready; what cannot be used is said. The engine is loaded by whoever needs it first. */
export async function compileToolSchema(schema: unknown) {
  const [{ compileForeignSchema }, { compileSchemaRegex }] = await Promise.all([
    import('../assertions/json-schema.ts'),
    import('../assertions/regex.ts'),
  ]);
  return compileForeignSchema(schema, compileSchemaRegex);
}

/** The same for values that need not be checked: against a schema that cannot be used, they are not. */
export async function lenientCheckOf(schema: unknown): Promise<SchemaCheck> {
  const check = await compileToolSchema(schema);
  return typeof check === 'function' ? check : () => undefined;
}
