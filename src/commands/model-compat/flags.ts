import { choice, type FlagTable, flag, value, values } from '../../flags.ts';
import { COMPAT_FORMATS } from '../../report/compat/formats.ts';
import { artifactFlags, SEVERAL } from '../flags.ts';

const FAIL_ON_WORDS = ['fail', 'drift'] as const;

/** The flags of `model-compat diff`. */
export const DIFF_FLAGS = [
  values('--baseline <files...>', `recordings of the model that you have${SEVERAL}`),
  values('--candidate <files...>', `recordings of the model that you may switch to${SEVERAL}`),
  values('--aa <files...>', `further recordings of the baseline, to measure its noise${SEVERAL}`),
  value('--suite <file>', 'a suite of scenarios, which says whether a run holds'),
  value(
    '--case-key <key>',
    'the member of a recording that names its case, or a JSON Pointer (default: the file name)',
  ),
  value(
    '--verdict-key <key>',
    'the member of a recording that says whether it holds: true, false or a number from 0 to 1',
  ),
  value('--alpha <share>', 'the significance level (default: 0.05)'),
  value('--equal <file>', 'a file that says which tools are equal and which arguments do not count'),
  flag('--compare-text', 'count a different text of the final response as a change'),
  choice('--fail-on <class>', 'exit 1 on entries of this class or a worse one', FAIL_ON_WORDS),
  ...artifactFlags(COMPAT_FORMATS, 'comparison'),
] as const satisfies FlagTable;
