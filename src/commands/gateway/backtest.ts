import { logReader } from '../../artifacts/audit-log/read.ts';
import type { Diagnostic } from '../../diagnostic.ts';
import { collectInputs, InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { type BacktestTask, backtest } from '../../features/gateway/backtest/backtest.ts';
import { compareRules, type NextRules } from '../../features/gateway/backtest/backtest-changes.ts';
import { draftRules, refuseSettings, warnOfRepeats } from '../../features/gateway/backtest/backtest-draft.ts';
import { parseRuleSet } from '../../features/gateway/rule-file/rule-set-file.ts';
import type { RuleSetFile } from '../../features/gateway/rules/model.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { BACKTEST_FORMATS } from '../../report/gateway/formats.ts';
import { present } from '../../values/own-property.ts';
import { warn, writeReport } from '../output.ts';
import { startSecondHalf } from './backtest-halves.ts';
import type { BACKTEST_FLAGS } from './flags.ts';
import { logsOf } from './log-options.ts';
import { readTimeRange } from './time-range.ts';

type BacktestOptions = OptionsOf<typeof BACKTEST_FLAGS>;

/** How many records are shown for each flip unless told otherwise. */
const SAMPLES = 5;

/** `mcptest gateway backtest`. Source: `POST /api/policies/backtest`. */
export async function gatewayBacktest(options: BacktestOptions, ports: Ports): Promise<ExitCode> {
  const { policies, draft, after, maxFlips, failOnLoosen, allowUnknown } = options;
  const logs = logsOf(options);
  refuseContradiction(options);
  const range = readTimeRange(options);
  const readRules = (path: string) => parseRuleSet(ports.files.readText(path), path);
  const other = draft ?? after;
  const [current, given] = await collectInputs(
    () => readRules(policies),
    () => (other === undefined ? undefined : readRules(other)),
  );
  const { next, notes } = nextRules(current, given, options);
  const task = {
    current,
    next,
    paths: { draft, after },
    logs,
    range,
    samples: options.samples ?? SAMPLES,
    limits: present({ maxFlips, failOnLoosen, allowUnknown }),
  };
  const { report, warnings } = await onAllCores(task, ports);
  await writeReport(report, BACKTEST_FORMATS, options, ports);
  warn([...notes, ...warnings], ports);
  return report.gate === null || report.gate.passed ? EXIT.accepted : EXIT.rejected;
}

/** The backtest, of which another thread does the second half where that pays. */
async function onAllCores(task: BacktestTask, ports: Ports) {
  const half = startSecondHalf(task, ports);
  try {
    return await backtest(task, logReader(task.logs, ports.files, half?.part), half?.rest);
  } finally {
    half?.stop();
  }
}

function refuseContradiction({ draft, remove, after }: BacktestOptions): void {
  if (draft === undefined && remove === undefined && after === undefined) {
    throw new InputError({
      message: 'there is nothing to try out',
      help: 'give --draft with new rules, --remove with the name of a rule, or --after with a whole rule set',
    });
  }
  if (after !== undefined && (draft !== undefined || remove !== undefined)) {
    throw new InputError({
      message: `--after and ${draft === undefined ? '--remove' : '--draft'} contradict each other`,
      help: '--after compares a whole rule set as it is; --draft and --remove change the one of --policies',
    });
  }
}

/** The rules to come, and what is to be said of how they were given. @throws InputError */
function nextRules(
  current: RuleSetFile,
  given: RuleSetFile | undefined,
  { after, remove }: BacktestOptions,
): { next: NextRules; notes: readonly Diagnostic[] } {
  if (given === undefined) return { next: draftRules(current, [], remove), notes: [] };
  if (after !== undefined) return { next: compareRules(current, given), notes: [] };
  refuseSettings(given);
  return { next: draftRules(current, given.rules, remove), notes: warnOfRepeats(current, given) };
}
