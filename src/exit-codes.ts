/**
 * The exit codes of every command; there are no others. CI jobs know nothing else of us.
 *
 * - `accepted`: the answer is yes, or a dry run is done.
 * - `rejected`: evaluated, and the answer is no.
 * - `unable`: could not evaluate: bad usage, unreadable or malformed input, a missing program.
 * - `nothingSelected`: a filter such as `--name` matched nothing.
 * - `bug`: an unexpected error, ours to mend.
 */
export const EXIT = { accepted: 0, rejected: 1, unable: 2, nothingSelected: 7, bug: 70 } as const;

/** One of the exit codes above. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
