import type { FailOn } from '../../features/catalog/changes.ts';
import { type FlagTable, optionalChoice } from '../../flags.ts';
import { DIFF_FORMATS } from '../../report/catalog/formats.ts';
import { reportFlags } from '../flags.ts';

/** The values of `--fail-on`, as the changes are weighed. */
const FAIL_ON_WORDS = ['breaking', 'hints', 'any'] as const satisfies readonly FailOn[];

/** The flags of `diff`. */
export const DIFF_FLAGS = [
  optionalChoice(
    '--fail-on <changes>',
    'exit 1 on changes that break callers; with hints, also on changed promises such as readOnlyHint; with any, on any change',
    FAIL_ON_WORDS,
  ),
  ...reportFlags(DIFF_FORMATS, 'the format of the report'),
] as const satisfies FlagTable;
