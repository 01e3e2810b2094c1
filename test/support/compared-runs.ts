/** A run in the form of mcptest: one call of a tool, which worked or not, and an answer. */
export function runOf({
  isError = false,
  tool = 'find_berth',
  args = {},
  answer = 'done',
  ...members
}: {
  readonly isError?: boolean;
  readonly tool?: string;
  readonly args?: Record<string, unknown>;
  readonly answer?: string;
  readonly [member: string]: unknown;
} = {}): Record<string, unknown> {
  return {
    schema_version: 'mcptest.dev/cassette/v1',
    ...members,
    turns: [{ user: 'go', tool_calls: [{ name: tool, args, is_error: isError }], final_response: answer }],
  };
}

/** The text of a file with one run, or with several. */
export function recordingOf(...runs: readonly Record<string, unknown>[]): string {
  return JSON.stringify(runs.length === 1 ? runs[0] : runs);
}

/** So many runs that held, and so many that did not. */
export function trialsOf(
  held: number,
  failed: number,
  members: Record<string, unknown> = {},
): Record<string, unknown>[] {
  return Array.from({ length: held + failed }, (_, index) => runOf({ ...members, isError: index >= held }));
}
