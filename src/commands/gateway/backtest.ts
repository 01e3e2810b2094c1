import { type LogOptions, logReader } from '../../artifacts/audit-log/read.ts';
import type { Diagnostic } from '../../diagnostic.ts';
import { collectInputs, InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { type BacktestTask, backtest } from '../../features/gateway/backtest/backtest.ts';
import { compareRules, type NextRules } from '../../features/gateway/backtest/backtest-changes.ts';
import {
  asIfEnabled,
  draftRules,
  refuseSettings,
  warnOfRepeats,
} from '../../features/gateway/backtest/backtest-draft.ts';
import { type MayBeEmpty, NO_RULES, parseRuleSet } from '../../features/gateway/rule-file/rule-set-file.ts';
import type { RuleSetFile } from '../../features/gateway/rules/model.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { BACKTEST_FORMATS } from '../../report/gateway/formats.ts';
import { present } from '../../values/own-property.ts';
import { emit, tellWritten, warn, writeReport } from '../output.ts';
import { startSecondHalf } from './backtest-halves.ts';
import { backtestSource, explainSource, refuseTwoSources } from './backtest-source.ts';
import type { BACKTEST_FLAGS } from './flags.ts';
import { logsOf, readingOptions } from './log-options.ts';
import { progressOn, watched } from './progress.ts';
import { readTimeRange } from './time-range.ts';

type BacktestOptions = OptionsOf<typeof BACKTEST_FLAGS>;

/** How many records the report shows for each flip by default. */
export const SAMPLES = 5;

/** Runs `mcptest gateway backtest`. Spec (tool-call policies): "POST /api/policies/backtest". */
export async function gatewayBacktest(options: BacktestOptions, ports: Ports): Promise<ExitCode> {
  const { policies, draft, after, maxFlips, failOnLoosen, allowUnknown } = options;
  refuseTwoSources(options);
  const logs = options.source === undefined ? logsOf(options) : [options.source];
  refuseContradiction(options);
  const range = readTimeRange(options);
  const trustForwarded = options.trustForwarded ?? false;
  const readRules = (path: string, mayBeEmpty?: MayBeEmpty) => ({
    ...parseRuleSet(ports.files.readText(path), path, mayBeEmpty),
    trustForwarded,
  });
  const other = draft ?? after;
  const [current, given] = await collectInputs(
    () => (policies === undefined ? { ...NO_RULES, trustForwarded } : readRules(policies, 'may-be-empty')),
    () =>
      other === undefined ? undefined : readRules(other, draft === undefined ? 'may-be-empty' : 'some-rules'),
  );
  const { next, tried, notes } = nextRules(current, given, options);
  const task = {
    current,
    next,
    tried,
    paths: { draft, after },
    logs,
    assume: options.assume,
    range,
    samples: options.samples ?? SAMPLES,
    limits: present({ maxFlips, failOnLoosen, allowUnknown }),
  };
  if (options.explain) {
    emit(await explainSource(task, options, ports), options, ports);
    if (options.out !== undefined) tellWritten([options.out], '', ports);
    warn(notes, ports);
    return EXIT.accepted;
  }
  const reading = readingOptions(options, current);
  const { report, warnings } =
    options.source === undefined
      ? await onAllCores(task, reading, ports)
      : await backtestSource(task, options, reading.assume, ports);
  await writeReport(report, BACKTEST_FORMATS, options, ports);
  warn([...notes, ...warnings], ports);
  return report.gate === null || report.gate.passed ? EXIT.accepted : EXIT.rejected;
}

/** Runs the backtest; another thread does the second half where that pays. */
async function onAllCores(task: BacktestTask, reading: LogOptions, ports: Ports) {
  const half = await startSecondHalf(task, reading.kind, ports);
  const progress = progressOn(ports);
  try {
    const readRecords = logReader(task.logs, watched(ports.files, progress), {
      ...reading,
      part: half?.part,
    });
    return await backtest(task, readRecords, half?.rest);
  } finally {
    progress?.end();
    half?.stop();
  }
}

function refuseContradiction({ policies, draft, remove, after, failOnLoosen }: BacktestOptions): void {
  if (draft === undefined && remove === undefined && after === undefined) {
    throw new InputError({
      message: 'nothing to compare with the rule set',
      help: 'pass --draft with new rules, --remove with the name of a rule, or --after with a whole rule set',
    });
  }
  if (after !== undefined && (draft !== undefined || remove !== undefined)) {
    throw new InputError({
      message: `--after and ${draft === undefined ? '--remove' : '--draft'} contradict each other`,
      help: 'use --after for a whole rule set, or --draft and --remove to change the one in --policies',
    });
  }
  // no draft lets more through than no rules, so a forgotten flag would pass
  if (policies === undefined && failOnLoosen) {
    throw new InputError({
      message: '--fail-on-loosen needs the rules to compare with',
      help: 'pass --policies',
    });
  }
}

/** Returns the proposed rules, and warnings about how they were given. @throws InputError */
export function nextRules(
  current: RuleSetFile,
  given: RuleSetFile | undefined,
  { after, remove }: Pick<BacktestOptions, 'after' | 'remove'>,
): { next: NextRules; tried: readonly string[]; notes: readonly Diagnostic[] } {
  if (given === undefined) return { next: draftRules(current, [], remove), tried: [], notes: [] };
  if (after !== undefined) return { next: compareRules(current, given), tried: [], notes: [] };
  refuseSettings(given);
  const { rules, tried } = asIfEnabled(current, given.rules);
  return { next: draftRules(current, rules, remove), tried, notes: warnOfRepeats(current, given) };
}
