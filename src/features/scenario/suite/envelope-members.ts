/**
 * The first segments that the target of an assertion can have.
 *
 * Spec (scenario worlds): "The report envelope".
 */
export const ENVELOPE = {
  turns: 'number of turns, that is, of final responses',
  actions: 'number of tool calls',
  invalid_actions: 'number of invalid actions',
  forbidden_transitions: 'number of forbidden calls',
  recovery_attempts: 'number of calls right after a failed call',
  escalations: 'number of escalations: calls to an escalation tool, and responses with an escalation marker',
  refusals: 'number of final responses with a refusal marker, or marked as a refusal by the model',
  state_matched: 'whether `expect_state` and `expect_unchanged` hold; true without either',
  golden: '`golden.matched`, `golden.exact`, `golden.alternate`, `golden.penalty`, `golden.efficiency`',
  unanswered_calls: 'number of calls without a recorded answer',
  abandoned_calls: 'number of calls on a branch that the user left by a rewind; they count like all others',
  tool_names: 'the names of the tools that were called, in order',
  state: 'the world at the end: `state.inventory.widgets`',
  cost_micros: 'what the run cost, in micro-dollars; absent when no price is known',
  final_responses: 'the final responses, in order',
  tool_calls:
    'the calls, in order, each with `name`, `args`, `is_error`, `turn`, and with `server`, `agent`, `parallel`, `raw_args`, `unanswered: true`, `abandoned: true` where the recording has them',
  batches:
    'the names of the tools that each reply of the agent called, in order: `[[read, read], [write]]`; absent when the recording does not say which calls came in one reply',
  model: 'the name of the model, as recorded',
  tokens: 'all tokens of the run, including cached ones',
  usage: '`usage.input_tokens`, `output_tokens`, `cache_read_tokens`, `cache_write_tokens`',
} as const satisfies Record<string, string>;

/** The first segment of a target. */
export type EnvelopeMember = keyof typeof ENVELOPE;

/** All members, in the order of the documentation. */
export const ENVELOPE_MEMBERS = Object.keys(ENVELOPE) as readonly EnvelopeMember[];
