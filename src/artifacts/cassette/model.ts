/** One recorded tool call. */
export interface RecordedCall {
  readonly name: string;
  readonly server?: string;
  /** The arguments as recorded; `{}` when the recording has none. */
  readonly args: Readonly<Record<string, unknown>>;
  /** What the agent wrote as arguments, when it does not parse. `args` is empty then, and the call failed. */
  readonly raw_args?: string;
  /** Whether the tool, or the protocol, answered with an error, or the call was denied before it ran. */
  readonly is_error: boolean;
  readonly result?: unknown;
  /** What went wrong, if the recording states it in addition to a result; else the result itself says it. */
  readonly error?: unknown;
  /** The recording ends before the answer: no one knows whether the call took effect. `is_error` is false then. */
  readonly unanswered?: true;
  /** The call belongs to a branch that the user left by a rewind. It was made, so it counts. */
  readonly abandoned?: true;
  /** The agent that made the call, if the recording names one: a sub-agent, or the agent after a hand-off. */
  readonly agent?: string;
  /** The number of the agent's message that made the call, from 0. Calls of one message ran in parallel. */
  readonly parallel?: number;
}

/** Whether a recording names the server of a call. */
export function namesServer({ server }: RecordedCall): boolean {
  return server !== undefined && server.trim() !== '';
}

/**
 * The events up to one final response. Only the last turn of a recording may lack a final response, and one that the model
 * refused without a word.
 */
export interface Turn {
  readonly user?: string;
  /** In the order in which the agent made them. */
  readonly tool_calls: readonly RecordedCall[];
  readonly final_response?: string;
  /** The model, or its provider, marked the reply as a refusal, whatever its text is. */
  readonly refused?: true;
}

/** The token counts of a whole recording. */
export interface Usage {
  /** Without cached tokens, even if the format of the recording counts them. */
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_read_tokens?: number;
  readonly cache_write_tokens?: number;
}

/**
 * What a reader says about a recording that its calls and replies do not show:
 * - `acts-in-text`: the agent acted through text, and no call was recorded. Checks that count calls prove nothing.
 * - `answered-nothing`: the agent's last message is there, and empty.
 * - `unread-calls`: parts that are not read look like calls. Checks that count calls prove nothing.
 */
export const CAVEATS = ['acts-in-text', 'answered-nothing', 'unread-calls'] as const;
/** Something that a recording does not show. */
export type Caveat = (typeof CAVEATS)[number];

/** Why nothing is known of parts that look like calls; `lost-call`, for one, is that of a result whose call is missing. */
export const UNREAD_REASONS = [
  ...(['unread-calls', 'lost-call', 'lost-reply-calls', 'inner-calls', 'lost-agent'] as const),
  'unrecorded-arguments',
] as const;
/** A reason why parts are not read. */
export type UnreadReason = (typeof UNREAD_REASONS)[number];

/** Parts that look like calls and are not read, for one reason: how many there are, and what some of them are called. */
export interface UnreadParts {
  readonly why: UnreadReason;
  readonly count: number;
  readonly examples: readonly string[];
}

/**
 * A recorded agent run (`mcptest.dev/cassette/v1`).
 *
 * Spec (artifacts): "Agent cassette".
 */
export interface Cassette {
  readonly model?: string;
  readonly provider?: string;
  readonly system_prompt?: string;
  readonly prompt?: string;
  readonly recorded_at?: string;
  readonly turns: readonly Turn[];
  readonly usage?: Usage;
  /** The cost that the recording states, in micro-dollars. */
  readonly cost_micros?: number;
  /** Absent when there are none. */
  readonly caveats?: readonly Caveat[];
  /** What the caveat `unread-calls` is about, each reason once. */
  readonly unread?: readonly UnreadParts[];
}
