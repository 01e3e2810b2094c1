import * as z from 'zod/mini';
import type { ValuePath } from '../../../diagnostic.ts';
import { recordList } from '../../../documents/record-list.ts';
import { count } from '../../../documents/schema-parts.ts';
import { validate } from '../../../documents/validate.ts';
import { isObject } from '../../../values/own-property.ts';
import { EventReader } from '../events/event-reader.ts';
import { sumOfReplies, toMicros, withoutCache } from '../events/usage.ts';
import type { Cassette, Usage } from '../model.ts';
import type { RunContext, RunFormat } from './run-format.ts';

const text = () => z.nullish(z.string());

/** A message is text or, since ATIF 1.6, a list of parts. */
const message = z.pipe(
  z.transform((value: unknown) =>
    typeof value === 'string' ? [{ type: 'text', text: value }] : (value ?? []),
  ),
  recordList(z.object({ type: z.enum(['text', 'image']), text: text() }), 'text, or a list of parts'),
);

const metrics = z.object({
  prompt_tokens: z.nullish(count()),
  completion_tokens: z.nullish(count()),
  cached_tokens: z.nullish(count()),
});

const step = z.object({
  source: z.enum(['system', 'user', 'agent']),
  message,
  tool_calls: z.nullish(
    recordList(
      z.object({ tool_call_id: text(), function_name: z.string(), arguments: z.optional(z.unknown()) }),
    ),
  ),
  observation: z.nullish(
    z.object({
      results: z.nullish(recordList(z.object({ source_call_id: text(), content: z.optional(z.unknown()) }))),
    }),
  ),
  metrics: z.nullish(metrics),
});

const schema = z.object({
  schema_version: z.string().check(z.regex(/^ATIF-v1\.\d+$/, 'ATIF-v1.0 to ATIF-v1.7')),
  agent: z.nullish(z.object({ model_name: text() })),
  steps: recordList(step, 'a list of steps'),
  final_metrics: z.nullish(
    z.object({
      total_prompt_tokens: z.nullish(count()),
      total_completion_tokens: z.nullish(count()),
      total_cached_tokens: z.nullish(count()),
      total_cost_usd: z.nullish(z.number()),
    }),
  ),
});

type Trajectory = z.infer<typeof schema>;
type Step = Trajectory['steps'][number];

/**
 * Reads the Agent Trajectory Interchange Format of Harbor, versions 1.0 to 1.7. The format has no flag for an error, so no
 * call counts as failed. `prompt_tokens` includes `cached_tokens` (1.2). Trajectories of subagents are not followed.
 */
export const atifFormat: RunFormat = {
  name: 'ATIF trajectory',
  programs:
    '[Harbor](https://github.com/laude-institute/harbor), NeMo Agent Toolkit, and others that write ATIF 1.0 to 1.7; public examples of 1.7 were read',
  recognisedBy: 'a `schema_version` that begins with `ATIF-`',
  from: 'the trajectory file',
  failed: 'never: the format does not say',
  leavesOut: 'reasoning; trajectories of sub-agents are not followed',
  recognises: (value) =>
    isObject(value) && typeof value.schema_version === 'string' && value.schema_version.startsWith('ATIF-'),
  read(document, context: RunContext): Cassette {
    const { agent, steps, final_metrics } = validate(schema, document);
    const events = new EventReader(document, context);
    const system: string[] = [];
    for (const [index, each] of steps.entries()) {
      const said = each.message.map((part) => part.text ?? '').join('');
      if (each.source === 'system') system.push(said);
      else if (each.source === 'user') events.user(said);
      else takeStep(each, said, ['steps', index], events);
    }
    const usage = totalUsage(final_metrics, events) ?? usageOfSteps(steps, events, context);
    const cost = toMicros(final_metrics?.total_cost_usd, ['final_metrics', 'total_cost_usd'], events.faults);
    return {
      ...(typeof agent?.model_name === 'string' && { model: agent.model_name }),
      ...(system.length > 0 && { system_prompt: system.join('\n\n') }),
      ...events.finish(),
      ...(usage && { usage }),
      ...(cost !== undefined && { cost_micros: cost }),
    };
  },
};

function takeStep({ tool_calls, observation }: Step, said: string, at: ValuePath, events: EventReader): void {
  const calls = tool_calls ?? [];
  events.message();
  for (const [index, { tool_call_id, function_name, arguments: args }] of calls.entries()) {
    const path = [...at, 'tool_calls', index];
    const id = tool_call_id ?? undefined;
    events.call({ id, name: function_name, args, argsPath: [...path, 'arguments'] }, path);
  }
  for (const [index, { source_call_id, content }] of (observation?.results ?? []).entries()) {
    const id = source_call_id ?? undefined;
    // an observation in a step without calls is not an answer
    if (calls.length === 0 && id === undefined) continue;
    events.result({ id, is_error: false, result: content }, [...at, 'observation', 'results', index]);
  }
  if (calls.length === 0) events.respond(said);
  else events.aside(said);
}

function totalUsage(total: Trajectory['final_metrics'], events: EventReader): Usage | undefined {
  const {
    total_prompt_tokens: input,
    total_completion_tokens: output,
    total_cached_tokens: cached,
  } = total ?? {};
  return toUsage(input, output, cached, ['final_metrics'], events);
}

function usageOfSteps(steps: readonly Step[], events: EventReader, { notes }: RunContext): Usage | undefined {
  const replies = [...steps.entries()].filter(([, { source }]) => source === 'agent');
  const usages = replies.map(([index, { metrics: given }]) => {
    const { prompt_tokens, completion_tokens, cached_tokens } = given ?? {};
    return toUsage(prompt_tokens, completion_tokens, cached_tokens, ['steps', index, 'metrics'], events);
  });
  return sumOfReplies(usages, notes);
}

type Tokens = number | null | undefined;

function toUsage(input: Tokens, output: Tokens, cached: Tokens, path: ValuePath, { faults }: EventReader) {
  if (typeof input !== 'number' || typeof output !== 'number') return undefined;
  return withoutCache({ input, output, read: cached }, path, faults);
}
