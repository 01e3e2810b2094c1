/**
 * The exit codes of every command. There are no others, and CI jobs depend on nothing else.
 *
 * - `accepted`: the answer is yes, or a dry run is done.
 * - `rejected`: the command evaluated its input, and the answer is no.
 * - `unable`: the command could not evaluate: bad usage, unreadable or malformed input, a missing program.
 * - `nothingSelected`: a filter such as `--name` matched nothing.
 * - `bug`: an unexpected error, a bug in mcptest.
 */
export const EXIT = { accepted: 0, rejected: 1, unable: 2, nothingSelected: 7, bug: 70 } as const;

/** One of the exit codes above. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
