import { type FlagTable, flag, value, values } from '../../flags.ts';
import { CHECK_FORMATS, SCENARIO_FORMATS } from '../../report/scenario/formats.ts';
import { reportFlags } from '../flags.ts';

const CASSETTE_DIR = value(
  '--cassette-dir <folder>',
  'the folder of the recordings (default: the folder of the suite)',
);

/** The flags of `scenario run`. */
export const RUN_FLAGS = [
  CASSETTE_DIR,
  values('--name <name>', 'run only this scenario; may be given several times'),
  ...reportFlags(SCENARIO_FORMATS, 'the format of the report'),
  value(
    '--now <time>',
    'the pricing date for recordings that state no time, RFC 3339 (default: SOURCE_DATE_EPOCH, else the latest prices)',
  ),
  flag('--verbose', 'also show passing scenarios in full'),
  flag('--strict', 'fail a scenario if an agent that does nothing would pass it'),
] as const satisfies FlagTable;

/** The flags of `scenario check`. */
export const CHECK_FLAGS = [
  CASSETTE_DIR,
  ...reportFlags(CHECK_FORMATS, 'the format of the findings'),
] as const satisfies FlagTable;
