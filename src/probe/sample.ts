import type { SchemaCheck } from '../assertions/json-schema.ts';
import { isObject } from '../assertions/own-property.ts';
import type { Pattern } from '../assertions/regex.ts';
import { values } from './sample-values.ts';
import { Sampling } from './sampling.ts';

/** A value that a schema accepts, or why none was found. */
export type Sample = { readonly value: unknown } | { readonly cannot: string };

/** Arguments that the input schema of a tool accepts, or why none were found. */
export type SampleArguments = { readonly value: Record<string, unknown> } | { readonly cannot: string };

/** How many values are tried before a search is given up. */
const MOST_TRIED = 200;

/**
 * A value that a JSON Schema accepts: what its author gives as example or default where there is one, else the smallest
 * that fits, with what is required and nothing else. The same schema gives the same value. It is checked before it is
 * returned: a value that comes out is valid.
 */
export async function sampleOf(schema: unknown): Promise<Sample> {
  const [{ compileForeignSchema }, { compileSchemaRegex }] = await Promise.all([
    import('../assertions/json-schema.ts'),
    import('../assertions/regex.ts'),
  ]);
  const check = compileForeignSchema(schema, compileSchemaRegex);
  return typeof check === 'function' ? search(schema, check, compileSchemaRegex) : { cannot: check.message };
}

/** Arguments for a tool, from its input schema. A tool without one takes none. */
export async function sampleArguments(inputSchema: unknown): Promise<SampleArguments> {
  const sample = await sampleOf(
    isObject(inputSchema) ? { type: 'object', ...inputSchema } : (inputSchema ?? EMPTY),
  );
  if ('cannot' in sample) return sample;
  return isObject(sample.value)
    ? { value: sample.value }
    : { cannot: 'the schema is for something else than an object' };
}

const EMPTY = { type: 'object' };

function search(
  schema: unknown,
  check: SchemaCheck,
  compileRegex: (source: string) => Pattern | string,
): Sample {
  let reason: string | undefined;
  // the examples of an author may be wrong, one or all of them
  for (const authored of [true, false]) {
    const sampling = new Sampling(schema, authored, compileRegex);
    let tried = 0;
    for (const value of values(schema, sampling, [])) {
      const fault = check(value);
      if (fault === undefined) return { value };
      reason ??= `no value was found that it accepts: ${fault}`;
      if (++tried === MOST_TRIED) break;
    }
    reason = sampling.obstacle ?? reason;
  }
  return { cannot: reason ?? 'it accepts nothing' };
}
