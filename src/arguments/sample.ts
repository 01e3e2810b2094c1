import type { Pattern } from '../assertions/regex.ts';
import { partsOf } from '../assertions/schema-size.ts';
import { Steps } from '../assertions/steps.ts';
import type { WritingValue } from '../exec-policy/written-value.ts';
import { compileToolSchema, type ToolSchemaCheck } from '../mcp/tool-schema.ts';
import { isObject } from '../values/own-property.ts';
import { values } from './sample-values.ts';
import { type Avoids, Sampling } from './sampling.ts';

/** A value that a schema accepts, or why none was found. */
export type Sample = { readonly value: unknown } | { readonly cannot: string };

/** Arguments that the input schema of a tool accepts, or why none were found. */
export type SampleArguments =
  | { readonly value: Record<string, unknown> }
  | {
      readonly cannot: string;
      /** The value that was avoided because of what it changes. */
      readonly avoided?: WritingValue;
    };

/** How many values are tried before the search ends. */
const MOST_TRIED = 200;

/**
 * How many steps the search may take, and how many more for each part of the schema: a catalog lists any number of
 * tools, and a short schema must not cost more than a long one.
 */
const STEPS = 2_000_000;
const STEPS_PER_PART = 1000;

/** More parts than a schema that can be checked has. */
const MOST_PARTS = 10_000;

/**
 * Generates a value that a JSON Schema accepts: an example or default of its author if there is one, else the smallest
 * value that fits, with only the required members. The same schema always gives the same value. The value is checked
 * before it is returned, so it is always valid.
 */
export async function sampleOf(schema: unknown): Promise<Sample> {
  return sampleAvoiding(schema, undefined);
}

async function sampleAvoiding(
  schema: unknown,
  avoids: Avoids | undefined,
): Promise<Sample & { readonly avoided?: WritingValue }> {
  const steps = new Steps(STEPS + STEPS_PER_PART * partsOf(schema, MOST_PARTS));
  const [check, { compileSchemaRegex }] = await Promise.all([
    compileToolSchema(schema, steps),
    import('../assertions/regex.ts'),
  ]);
  return typeof check === 'function'
    ? search(schema, check, compileSchemaRegex, steps, avoids)
    : { cannot: check.message };
}

/**
 * Generates arguments for a tool from its input schema. A tool without one gets an empty object.
 * @param avoids rejects values because of what they change, even examples of the author
 */
export async function sampleArguments(inputSchema: unknown, avoids?: Avoids): Promise<SampleArguments> {
  const sample = await sampleAvoiding(
    isObject(inputSchema) ? { type: 'object', ...inputSchema } : (inputSchema ?? EMPTY),
    avoids,
  );
  if ('cannot' in sample) return sample;
  return isObject(sample.value)
    ? { value: sample.value }
    : { cannot: 'the schema does not describe an object' };
}

const EMPTY = { type: 'object' };

function search(
  schema: unknown,
  check: ToolSchemaCheck,
  compileRegex: (source: string) => Pattern | string,
  steps: Steps,
  avoids: Avoids | undefined,
): Sample & { readonly avoided?: WritingValue } {
  let reason: string | undefined;
  let avoided: WritingValue | undefined;
  // the examples of an author may be invalid: then try without them
  for (const authored of [true, false]) {
    const sampling = new Sampling(schema, authored, compileRegex, steps, avoids);
    let tried = 0;
    for (const value of values(schema, sampling, [])) {
      const fault = check(value);
      if (fault === undefined && sampling.allows('', value)) return { value };
      if (fault !== undefined) reason ??= `no value was found that it accepts: ${fault}`;
      if (++tried === MOST_TRIED) break;
    }
    reason = sampling.obstacle ?? reason;
    avoided ??= sampling.avoided;
  }
  return { cannot: reason ?? 'it accepts nothing', ...(avoided && { avoided }) };
}
