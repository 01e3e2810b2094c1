import type { SchemaFault } from '../assertions/schema-faults.ts';

/** What keeps a value from being what the schema of a tool wants, in words; undefined when nothing does. */
export type ToolSchemaCheck = (value: unknown) => string | undefined;

/** Makes the schema of a tool ready; what cannot be used is said. The engine is loaded by whoever needs it first. */
export async function compileToolSchema(schema: unknown): Promise<ToolSchemaCheck | SchemaFault> {
  const [{ compileForeignSchema }, { compileSchemaRegex }] = await Promise.all([
    import('../assertions/json-schema.ts'),
    import('../assertions/regex.ts'),
  ]);
  const check = compileForeignSchema(schema, compileSchemaRegex);
  if (typeof check !== 'function') return check;
  return (value) => {
    // what cannot be judged is not accepted
    const { verdict, detail } = check(value);
    return verdict === 'pass' ? undefined : (detail ?? 'not accepted');
  };
}

/** The same for values that need not be checked: against a schema that cannot be used, they are not. */
export async function lenientCheckOf(schema: unknown): Promise<ToolSchemaCheck> {
  const check = await compileToolSchema(schema);
  return typeof check === 'function' ? check : () => undefined;
}
