/** The first segments that the target of an assertion can have. Source: "The report envelope". */
export const ENVELOPE = {
  turns: 'number of turns, that is of final responses',
  actions: 'number of tool calls',
  invalid_actions: 'number of invalid actions',
  forbidden_transitions: 'number of calls that are forbidden',
  recovery_attempts: 'number of calls right after a call that failed',
  escalations: 'number of escalations: calls to an escalation tool, and responses with an escalation marker',
  refusals: 'number of final responses with a refusal marker',
  state_matched: 'whether `expect_state` and `expect_unchanged` hold; true when there is neither',
  golden: '`golden.matched`, `golden.exact`, `golden.alternate`, `golden.penalty`, `golden.efficiency`',
  tool_names: 'the names of the called tools, in order',
  state: 'the world at the end: `state.inventory.widgets`',
  cost_micros: 'what the run cost, in micro-dollars; absent when no price is known',
  final_responses: 'the final responses, in order',
  tool_calls: 'the calls, in order, each with `name`, `server`, `args`, `is_error`, `turn`',
  model: 'the model, as the recording names it',
  tokens: 'all tokens of the run, cached ones included',
  usage: '`usage.input_tokens`, `output_tokens`, `cache_read_tokens`, `cache_write_tokens`',
} as const satisfies Record<string, string>;

/** The first segment of a target. */
export type EnvelopeMember = keyof typeof ENVELOPE;

/** All of them, in the order of the documentation. */
export const ENVELOPE_MEMBERS = Object.keys(ENVELOPE) as readonly EnvelopeMember[];
