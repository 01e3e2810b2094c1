import { choice, type FlagTable, type OptionsOf, reports, shorthand, value } from '../../flags.ts';

/** Every format that some report has. */
const FORMAT_WORDS = ['pretty', 'json', 'html', 'junit', 'markdown', 'sarif', 'github', 'tap'] as const;

/** The flags of `report`. Which of the formats a file has depends on what it is. */
export const REPORT_FLAGS = [
  shorthand('--json', '--format', 'json'),
  choice('--format <format>', 'the format', FORMAT_WORDS),
  value('--out <file>', 'write the report to a file instead of standard output'),
  reports(
    '--report <format=file>',
    'also write the report in this format to this file; may be given several times',
    FORMAT_WORDS,
  ),
] as const satisfies FlagTable;

/** The options of `report`. */
export type AgainOptions = OptionsOf<typeof REPORT_FLAGS>;
