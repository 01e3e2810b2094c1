/** One recorded tool call. */
export interface RecordedCall {
  readonly name: string;
  readonly server?: string;
  /** The arguments as recorded; `{}` when the recording has none. */
  readonly args: Readonly<Record<string, unknown>>;
  /** Whether the tool, or the protocol, answered with an error. */
  readonly is_error: boolean;
  readonly result?: unknown;
  /** What went wrong, if the recording states it in addition to a result; else the result itself says it. */
  readonly error?: unknown;
}

/** Whether a recording names the server of a call. */
export function namesServer({ server }: RecordedCall): boolean {
  return server !== undefined && server.trim() !== '';
}

/** The events up to one final response. Only the last turn of a recording may lack a final response. */
export interface Turn {
  readonly user?: string;
  /** In the order in which the agent made them. */
  readonly tool_calls: readonly RecordedCall[];
  readonly final_response?: string;
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
}
