import * as z from 'zod/mini';
import { described } from '../../documents/described.ts';
import { recordList } from '../../documents/record-list.ts';
import { anything, count } from '../../documents/schema-parts.ts';
import { CAVEATS, UNREAD_REASONS } from './model.ts';

/** The `schema_version` of the canonical form. */
export const CASSETTE_VERSION = 'mcptest.dev/cassette/v1';

const text = () => z.optional(z.string());

const args = () =>
  z.optional(z.union([z.string(), z.looseObject({})], 'a mapping of arguments, or the JSON text of one'));

/** One recorded call, in any spelling. */
export const recordedCallSchema = z.object({
  name: described(z.string().check(z.minLength(1)), 'the tool that was called'),
  server: described(text(), 'the server of the tool'),
  args: described(args(), 'the arguments; an empty mapping by default'),
  arguments: described(args(), 'another name of args'),
  input: described(args(), 'another name of args'),
  raw_args: described(
    text(),
    'what the agent wrote as arguments, when it does not parse; the call has failed, and has no other arguments',
  ),
  is_error: described(z.optional(z.boolean()), 'whether the tool, or the protocol, answered with an error'),
  isError: described(z.optional(z.boolean()), 'another name of is_error'),
  error: described(
    z.optional(z.unknown()),
    'what went wrong, if the result does not say so itself; any value other than null marks the call as failed',
  ),
  result: described(z.optional(anything()), 'the answer of the tool'),
  unanswered: described(
    z.optional(z.literal(true)),
    'the recording ends before the answer: no one knows whether the call took effect',
  ),
  abandoned: described(
    z.optional(z.literal(true)),
    'the call belongs to a branch that the user left by a rewind',
  ),
  agent: described(text(), 'the agent that made the call: a sub-agent, or the agent after a hand-off'),
  parallel: described(
    z.optional(count()),
    'the number of the message of the agent that made the call, from 0; calls of one message ran in parallel',
  ),
});

const usage = () =>
  z.optional(
    z.object({
      input_tokens: described(count(), 'without the tokens read from and written to the cache'),
      output_tokens: count(),
      cache_read_tokens: z.optional(count()),
      cache_write_tokens: z.optional(count()),
    }),
  );

const anyList = () => z.optional(z.custom<unknown[]>(Array.isArray, 'a list'));

const turnKeys = {
  user: described(text(), 'what the user said before the calls'),
  final_response: described(text(), 'what the agent answered; only the last turn may lack it'),
  refused: described(
    z.optional(z.literal(true)),
    'the model, or its provider, marked the reply as a refusal; it may have no text then',
  ),
  usage: described(usage(), 'the tokens of this turn'),
};

/** A turn without checks of its calls, since there may be a million of them. */
export const turnHeadSchema = z.object({ ...turnKeys, tool_calls: anyList() });

const headKeys = {
  schema_version: z.optional(z.literal(CASSETTE_VERSION)),
  kind: z.optional(z.literal('agent')),
  model: described(text(), 'the model that drove the agent'),
  provider: text(),
  system_prompt: text(),
  prompt: described(text(), 'what the agent was asked to do'),
  recorded_at: described(text(), 'RFC 3339'),
  usage: described(usage(), 'the tokens of the whole run; the sum over all turns by default'),
  cost_micros: described(z.optional(count()), 'the cost of the run, in micro-dollars'),
  caveats: described(
    z.optional(z.array(z.enum(CAVEATS))),
    'what calls and replies do not show: the agent acted through text, answered nothing, or parts that look like calls were not read',
  ),
  unread: described(
    z.optional(
      z.array(
        z.object({
          why: described(z.enum(UNREAD_REASONS), 'why nothing is known of them'),
          count: count(),
          examples: described(z.array(z.string()), 'what some of them are called'),
        }),
      ),
    ),
    'the parts that look like calls and were not read; `caveats` has `unread-calls` then',
  ),
  final_response: described(text(), 'for a recording with a single turn, next to tool_calls'),
  conversation: described(
    z.optional(
      z.object({
        tokens: z.optional(count()),
        turns: z.optional(count()),
      }),
    ),
    'for a recording with a single turn: its tokens, and how many turns there were',
  ),
};

/** A recording without checks of its turns and calls. */
export const headSchema = z.object({ ...headKeys, turns: anyList(), tool_calls: anyList() });

const calls = () => z.optional(recordList(recordedCallSchema));

/**
 * A recorded agent run in every accepted spelling.
 *
 * Spec (artifacts): "Agent cassette".
 */
export const cassetteSchema = z.object({
  ...headKeys,
  turns: described(
    z.optional(recordList(z.object({ ...turnKeys, tool_calls: described(calls(), 'in their order') }))),
    'the events up to each final response',
  ),
  tool_calls: described(calls(), 'for a recording with a single turn, instead of turns'),
});
