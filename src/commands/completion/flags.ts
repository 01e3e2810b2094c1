import type { FlagTable } from '../../flags.ts';

export { SHELL_NAMES, type Shell } from '../../report/completion/formats.ts';

/** The flags of `completion`: none of its own. */
export const COMPLETION_FLAGS = [] as const satisfies FlagTable;
