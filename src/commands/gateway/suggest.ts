import { logReader } from '../../artifacts/audit-log/read.ts';
import { collectInputs, InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { parseRuleSet } from '../../features/gateway/rule-file/rule-set-file.ts';
import { suggest } from '../../features/gateway/suggest/suggest.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { SUGGEST_FORMATS } from '../../report/gateway/formats.ts';
import { warn, writeReport } from '../output.ts';
import type { SUGGEST_FLAGS } from './flags.ts';
import { logsOf, readingOptions } from './log-options.ts';
import { openState, saveState } from './suggestions-state.ts';
import { readTimeRange } from './time-range.ts';

/** How many records must support a suggestion by default. */
export const MIN_SUPPORT = 20;

/** Runs `mcptest gateway suggest`. Spec (tool-call policies): "POST /api/policy-suggestions/generate". */
export async function gatewaySuggest(
  options: OptionsOf<typeof SUGGEST_FLAGS>,
  ports: Ports,
): Promise<ExitCode> {
  const { policies, minSupport = MIN_SUPPORT } = options;
  const logs = logsOf(options);
  const range = readTimeRange(options);
  if (policies === '-' && options.state === undefined) {
    throw new InputError({
      message: 'no file for suggestions: the rule set is standard input',
      help: 'pass a file with --state',
    });
  }
  const [current, state] = await collectInputs(
    () => ({
      ...parseRuleSet(ports.files.readText(policies), policies, 'may-be-empty'),
      trustForwarded: options.trustForwarded ?? false,
    }),
    () => openState(options, ports),
  );
  const { report, file, warnings } = await suggest(
    {
      current,
      logs,
      assume: options.assume,
      range,
      minSupport,
      state: { path: state.path, known: state.file },
    },
    logReader(logs, ports.files, readingOptions(options, current)),
  );
  saveState(state, file, ports);
  await writeReport(report, SUGGEST_FORMATS, options, ports);
  warn(warnings, ports);
  return EXIT.accepted;
}
