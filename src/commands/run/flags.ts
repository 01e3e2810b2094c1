import { type FlagTable, flag, value, values, whole } from '../../flags.ts';
import { RUN_FORMATS } from '../../report/run/formats.ts';
import { artifactFlags, HEADER_FLAGS } from '../flags.ts';

/** The flags of `run`. */
export const SUITE_RUN_FLAGS = [
  value('--url <url>', 'run the suite against this URL instead of its `server`'),
  ...HEADER_FLAGS,
  values(
    '--name <glob>',
    'run only the tests whose name matches, such as `reads*`; may be given several times',
  ),
  values('--tag <tag>', 'run only the tests with this tag; may be given several times'),
  value(
    '--protocol <revision>',
    'the protocol to speak: legacy, modern, both, or a revision such as 2025-06-18 (default: what the server prefers)',
  ),
  whole('--parallel <count>', 'the maximum number of tests that run at once (default: 2)', 1, 64),
  whole(
    '--trials <count>',
    'how many times to make each call; a `serial` test makes one (default: 1)',
    1,
    1000,
  ),
  whole(
    '--retry <count>',
    'how many times to retry a test that fails, if its tools are declared read-only or it says `idempotent: true` (default: 0)',
    0,
    100,
  ),
  value('--timeout <duration>', 'how long a call may take; progress restarts the time (default: 30s)'),
  value('--max-time <duration>', 'how long a call may take in all, with or without progress (default: 5m)'),
  value(
    '--start-timeout <duration>',
    'how long a server may take to start and to list its tools (default: 30s, or --timeout if that is longer)',
  ),
  flag('--update-snapshots', 'save the answers of tests with `snapshot: true` as the new snapshots'),
  flag('--allow-update-in-ci', 'allow --update-snapshots where CI is set'),
  whole(
    '--require-coverage <percent>',
    'fail when less than this percentage of the listed tools is called',
    0,
    100,
  ),
  flag('--strict-transport', 'fail when a server prints something to standard output that is not a message'),
  flag('--bail', 'stop after the first test that does not pass'),
  flag('--watch', 'run again when a suite changes; run once where CI is set or there is no terminal'),
  values(
    '--watch-path <path>',
    'with --watch, also run again when this file or folder changes; may be given several times',
  ),
  ...artifactFlags(RUN_FORMATS, 'report'),
] as const satisfies FlagTable;
