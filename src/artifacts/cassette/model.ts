/** One recorded call of a tool. */
export interface ToolCall {
  readonly name: string;
  readonly server?: string;
  /** The arguments as recorded; `{}` when the recording has none. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The tool, or the protocol, answered with an error. */
  readonly is_error: boolean;
  readonly result?: unknown;
  /** What went wrong, where the recording says so beside the result; else the result itself says it. */
  readonly error?: unknown;
}

/** What happened up to one final response. Only the last turn of a recording may lack one. */
export interface Turn {
  readonly user?: string;
  /** In the order in which they were made. */
  readonly tool_calls: readonly ToolCall[];
  readonly final_response?: string;
}

/** Token totals of a whole recording. */
export interface Usage {
  /** Without the cached tokens, whatever the format counts. */
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_read_tokens?: number;
  readonly cache_write_tokens?: number;
}

/** A recorded agent run (`mcptest.dev/cassette/v1`). Source: "Agent cassette" of the artifacts. */
export interface Cassette {
  readonly model?: string;
  readonly provider?: string;
  readonly system_prompt?: string;
  readonly prompt?: string;
  readonly recorded_at?: string;
  readonly turns: readonly Turn[];
  readonly usage?: Usage;
  /** What the run cost, in micro-dollars, as the recording states it. */
  readonly cost_micros?: number;
}
