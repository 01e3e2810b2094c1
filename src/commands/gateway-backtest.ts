import { logReader } from '../artifacts/audit-log/read-log.ts';
import { collectInputs, InputError } from '../errors.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { backtest } from '../gateway/backtest.ts';
import { draftRules } from '../gateway/backtest-draft.ts';
import { BACKTEST_FORMATS, type BacktestFormat } from '../gateway/formats.ts';
import { parseRuleSet } from '../gateway/rule-set-file.ts';
import type { Ports } from '../ports.ts';
import { emit, type OutputOptions, paletteOf, warn } from './output.ts';
import { readTimeRange, type TimeRangeOptions } from './time-range.ts';

interface BacktestOptions extends OutputOptions, TimeRangeOptions {
  readonly policies: string;
  readonly draft?: string;
  readonly remove?: readonly string[];
  readonly auditLog?: readonly string[];
  readonly format?: BacktestFormat;
  readonly samples?: number;
  readonly maxFlips?: number;
  readonly failOnLoosen?: true;
  readonly allowUnknown?: true;
}

/** How many records are shown for each flip unless told otherwise. */
const SAMPLES = 5;

/** `mcptest gateway backtest`. Source: `POST /api/policies/backtest`. */
export async function gatewayBacktest(options: BacktestOptions, ports: Ports): Promise<ExitCode> {
  const { policies, draft, remove, format = 'pretty' } = options;
  const logs = logsOf(options);
  if (draft === undefined && remove === undefined) {
    throw new InputError({
      message: 'there is nothing to try out',
      help: 'give --draft with new rules, or --remove with the name of a rule',
    });
  }
  const range = readTimeRange(options);
  const readRules = (path: string) => parseRuleSet(ports.files.readText(path), path);
  const [current, rules] = await collectInputs(
    () => readRules(policies),
    () => (draft === undefined ? undefined : readRules(draft)),
  );
  const { report, warnings } = await backtest(
    {
      current,
      drafted: draftRules(current, rules, remove),
      draftPath: draft ?? null,
      logs,
      range,
      samples: options.samples ?? SAMPLES,
      limits: options,
    },
    logReader(logs, ports.files),
  );
  const render = await BACKTEST_FORMATS[format]();
  emit(render(report, await paletteOf(options, ports)), options, ports);
  warn(warnings, ports);
  return report.gate === null || report.gate.passed ? EXIT.accepted : EXIT.rejected;
}

/** The audit logs. Commander knows no option that must be given and may be given again. @throws InputError */
export function logsOf({ auditLog }: { readonly auditLog?: readonly string[] }): readonly string[] {
  if (auditLog !== undefined) return auditLog;
  throw new InputError({
    message: 'there is no audit log to look at',
    help: 'give at least one with --audit-log',
  });
}
