import * as z from 'zod/mini';
import type { ValuePath } from '../../../diagnostic.ts';
import { Contradictions } from '../../../documents/contradictions.ts';
import { count } from '../../../documents/schema-parts.ts';
import { validate } from '../../../documents/validate.ts';
import { isObject, valueAt } from '../../../values/own-property.ts';
import { type PlacedMessage, placesOf, readPlaced } from '../chat/chat.ts';
import type { Notes } from '../events/notes.ts';
import { toMicros, withCache, withoutCache } from '../events/usage.ts';
import type { Usage } from '../model.ts';
import type { RunFormat } from './run-format.ts';

const usageSchema = z.object({
  input_tokens: count(),
  output_tokens: count(),
  total_tokens: z.nullish(count()),
  input_tokens_cache_read: z.nullish(count()),
  input_tokens_cache_write: z.nullish(count()),
  total_cost: z.nullish(z.number()),
});

type ModelUsage = z.infer<typeof usageSchema>;

const sampleSchema = z.object({
  model_usage: z.nullish(z.record(z.string(), usageSchema)),
  started_at: z.nullish(z.string()),
});

const logSchema = z.object({
  eval: z.optional(z.object({ model: z.nullish(z.string()), created: z.nullish(z.string()) })),
});

function ofEval(key: string): ValuePath {
  return ['eval', key];
}

/** Reads a sample of an Inspect log (`.eval`, or its JSON form): its messages are a chat, with an `error` in failed answers. */
export const inspectFormat: RunFormat = {
  name: 'Inspect sample',
  programs: '[Inspect](https://inspect.aisi.org.uk), read from 0.3.58',
  recognisedBy: '`messages` and `epoch`, in `samples`',
  from: '`logs/….eval`, or its JSON form: `inspect log dump run.eval > run.json`',
  failed: 'the message of the tool has an `error`',
  leavesOut: 'scores, and usage of models that grade the agent',
  listedUnder: 'samples',
  besideRuns: [
    ...[['plan'], ['results'], ['reductions']],
    ...['config', 'task_args', 'task_args_passed', 'solver_args', 'solver_args_passed'].map(ofEval),
    ...['model_args', 'model_roles', 'scorers', 'metrics'].map(ofEval),
  ],
  recognises: (value) => isObject(value) && Array.isArray(value.messages) && Object.hasOwn(value, 'epoch'),
  read(document, context) {
    const { root, notes } = context;
    const { model_usage, started_at } = validate(sampleSchema, document);
    const { model, created } = z.safeParse(logSchema, root).data?.eval ?? {};
    const { messages } = document.value as Record<string, unknown>;
    const places = endedBy(placesOf(messages, ['messages']), document.value);
    const chat = readPlaced(document, places, context, 'flag');
    const recorded = started_at ?? created;
    const named = model ?? chat.model;
    const contradictions = new Contradictions(document);
    const used = usageOf(model_usage ?? {}, named, notes);
    const usage = used && toUsage(used, contradictions);
    const cost = toMicros(used?.total_cost, ['model_usage'], contradictions);
    contradictions.refuse();
    return {
      ...chat,
      ...(typeof named === 'string' && { model: named }),
      ...(typeof recorded === 'string' && { recorded_at: recorded }),
      ...(usage && { usage }),
      ...(cost !== undefined && { cost_micros: cost }),
    };
  },
};

/** The messages, of which the last has the reason why the model stopped that the output of the sample states. */
function endedBy(places: readonly PlacedMessage[], sample: unknown): PlacedMessage[] {
  const ending = valueAt(sample, ['output', 'choices', 0, 'stop_reason']);
  return places.map((place, index) => (index === places.length - 1 ? { ...place, ending } : place));
}

/**
 * The usage under the name of the agent's model. A log also has the usage of models that grade the agent, and only theirs
 * if the agent called no model. Usage under another name is not the agent's own.
 */
function usageOf(
  all: Record<string, ModelUsage>,
  model: string | null | undefined,
  notes: Notes,
): ModelUsage | undefined {
  if (typeof model === 'string') {
    if (Object.hasOwn(all, model)) return all[model];
    // a reply may name its model without the provider that the log puts in front, such as `openai/`
    const [only, ...others] = Object.keys(all).filter((name) => name.endsWith(`/${model}`));
    if (only !== undefined && others.length === 0) return all[only];
  }
  if (Object.keys(all).length > 0) notes.add('usage-of-others');
  return undefined;
}

/**
 * Converts token counts. Whether `input_tokens` includes cached tokens depends on the provider that Inspect called. It
 * does if the total is the sum of input and output alone.
 */
function toUsage(used: ModelUsage, contradictions: Contradictions): Usage {
  const { input_tokens: input, output_tokens: output, total_tokens: total } = used;
  const counts = {
    input,
    output,
    read: used.input_tokens_cache_read,
    written: used.input_tokens_cache_write,
  };
  return total === input + output ? withoutCache(counts, ['model_usage'], contradictions) : withCache(counts);
}
