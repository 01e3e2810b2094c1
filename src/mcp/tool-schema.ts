import type { SchemaFault } from '../assertions/schema-faults.ts';
import type { Steps } from '../assertions/steps.ts';

/** Returns why the schema of a tool rejects a value, as a sentence. Undefined when it accepts the value. */
export type ToolSchemaCheck = (value: unknown) => string | undefined;

/**
 * Compiles the schema of a tool, or returns why it cannot be used. Loads the schema engine on first use.
 * @param budget the steps that all checks together may take; without it, each check may take a number of its own
 */
export async function compileToolSchema(
  schema: unknown,
  budget?: Steps,
): Promise<ToolSchemaCheck | SchemaFault> {
  const [{ compileForeignSchema }, { compileSchemaRegex }] = await Promise.all([
    import('../assertions/json-schema.ts'),
    import('../assertions/regex.ts'),
  ]);
  const check = compileForeignSchema(schema, compileSchemaRegex, budget);
  if (typeof check !== 'function') return check;
  return (value) => {
    // a value that cannot be judged is rejected
    const { verdict, detail } = check(value);
    return verdict === 'pass' ? undefined : (detail ?? 'not accepted');
  };
}

/** Compiles the schema of a tool. If it cannot be used, the returned check accepts every value. */
export async function lenientCheckOf(schema: unknown): Promise<ToolSchemaCheck> {
  const check = await compileToolSchema(schema);
  return typeof check === 'function' ? check : () => undefined;
}
