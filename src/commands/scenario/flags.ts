import { type FlagTable, flag, value, values } from '../../flags.ts';
import { CHECK_FORMATS, SCENARIO_FORMATS } from '../../report/scenario/formats.ts';
import { reportFlags } from '../flags.ts';

const CASSETTE_DIR = value(
  '--cassette-dir <folder>',
  'where the recordings lie (default: the folder of the suite)',
);

export const RUN_FLAGS = [
  CASSETTE_DIR,
  values('--name <name>', 'run this scenario only; may be given several times'),
  ...reportFlags(SCENARIO_FORMATS, 'how the report is written'),
  value(
    '--now <time>',
    'the time to price runs at whose recording states none, RFC 3339 (default: SOURCE_DATE_EPOCH, else the latest price)',
  ),
  flag('--verbose', 'show passing scenarios in full too'),
  flag('--strict', 'fail a scenario that an agent passes which does nothing'),
] as const satisfies FlagTable;

export const CHECK_FLAGS = [
  CASSETTE_DIR,
  ...reportFlags(CHECK_FORMATS, 'how the findings are written'),
] as const satisfies FlagTable;
