import { choice, type FlagTable, type OptionsOf, value } from '../../flags.ts';
import { CONFORMANCE_FORMATS } from '../../report/conformance/formats.ts';
import { artifactFlags } from '../flags.ts';
import { TARGET_FLAGS } from '../live/flags.ts';

/** The words of `--spec`. */
const SPEC_WORDS = ['both', '2025-11-25', '2026-07-28'] as const;

/** The flags of `conformance run`. */
export const CONFORMANCE_FLAGS = [
  ...TARGET_FLAGS,
  choice('--spec <revision>', 'the revision of MCP to check', SPEC_WORDS),
  value(
    '--min-verified <percent>',
    'at least this percentage of the MUSTs that apply must be verified (default: 60)',
  ),
  value('--expected-failures <file>', 'checks that may fail: YAML with a list under `server`'),
  ...artifactFlags(CONFORMANCE_FORMATS, 'report'),
] as const satisfies FlagTable;

/** The options of `conformance run`. */
export type ConformanceOptions = OptionsOf<typeof CONFORMANCE_FLAGS>;
