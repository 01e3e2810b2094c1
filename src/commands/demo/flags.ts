import { type FlagTable, type OptionsOf, value } from '../../flags.ts';

/** The folder of the demo, unless `--out` names another. */
export const DEMO_FOLDER = '.mcptest/demo';

/** The flags of `demo`. */
export const DEMO_FLAGS = [
  value('--out <folder>', `the folder of the demo (default: ${DEMO_FOLDER})`),
] as const satisfies FlagTable;

/** The options of `demo`. */
export type DemoOptions = OptionsOf<typeof DEMO_FLAGS>;
