import { choice, type FlagTable, type OptionsOf, shorthand, value } from '../../flags.ts';
import { ALL_FORMATS } from '../../report/all/formats.ts';
import { NOW } from '../flags.ts';

/** The folder of the reports, unless `--out` names another. */
export const DEFAULT_FOLDER = '.mcptest/report';

/** The flags of `all`. */
export const ALL_FLAGS = [
  value(
    '--out <folder>',
    `the folder for all reports; an earlier report in it is replaced (default: ${DEFAULT_FOLDER})`,
  ),
  value('--sign-key <file>', 'sign the evidence with this private key, instead of `sign_key` from the suite'),
  NOW,
  shorthand('--json', '--format', 'json'),
  choice(
    '--format <format>',
    'the format of the summary on standard output',
    Object.keys(ALL_FORMATS) as (keyof typeof ALL_FORMATS)[],
  ),
] as const satisfies FlagTable;

/** The options of `all`. */
export type AllOptions = OptionsOf<typeof ALL_FLAGS>;
