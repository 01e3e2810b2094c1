import { logReader } from '../../artifacts/audit-log/read.ts';
import { collectInputs, InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { parseRuleSet } from '../../features/gateway/rule-file/rule-set-file.ts';
import { suggest } from '../../features/gateway/suggest/suggest.ts';
import type { Ports } from '../../ports.ts';
import { SUGGEST_FORMATS, type SuggestFormat } from '../../report/gateway/formats.ts';
import { emit, type OutputOptions, paletteOf, warn } from '../output.ts';
import { type LogOptions, logsOf } from './log-options.ts';
import { openState, saveState } from './suggestions-state.ts';
import { readTimeRange, type TimeRangeOptions } from './time-range.ts';

interface SuggestOptions extends OutputOptions, LogOptions, TimeRangeOptions {
  readonly policies: string;
  readonly state?: string;
  readonly minSupport?: number;
  readonly format?: SuggestFormat;
}

/** How many records must speak for a rule unless told otherwise. */
const MIN_SUPPORT = 20;

/** `mcptest gateway suggest`. Source: `POST /api/policy-suggestions/generate`. */
export async function gatewaySuggest(options: SuggestOptions, ports: Ports): Promise<ExitCode> {
  const { policies, minSupport = MIN_SUPPORT, format = 'pretty' } = options;
  const logs = logsOf(options);
  const range = readTimeRange(options);
  if (policies === '-' && options.state === undefined) {
    throw new InputError({
      message: 'suggestions are kept beside the rule set, and it is standard input',
      help: 'name a file for them with --state',
    });
  }
  const [current, state] = await collectInputs(
    () => parseRuleSet(ports.files.readText(policies), policies),
    () => openState(options, ports),
  );
  const { report, file, warnings } = await suggest(
    { current, logs, range, minSupport, state: { path: state.path, known: state.file } },
    logReader(logs, ports.files),
  );
  saveState(state, file, ports);
  const render = await SUGGEST_FORMATS[format]();
  emit(render(report, await paletteOf(options, ports)), options, ports);
  warn(warnings, ports);
  return EXIT.accepted;
}
