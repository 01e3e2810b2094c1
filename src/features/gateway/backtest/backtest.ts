import type { Assumption } from '../../../artifacts/audit-log/model.ts';
import type { LogReading, ReadRecords } from '../../../artifacts/audit-log/read.ts';
import type { Diagnostic } from '../../../diagnostic.ts';
import { InputError, NothingSelectedError } from '../../../errors.ts';
import { formatInstant, type Instant } from '../../../time/instant.ts';
import type { RuleSetFile } from '../rules/model.ts';
import { compileRuleSet } from '../rules/rule-set.ts';
import { unclearInWords } from '../rules/unclear-values.ts';
import type { NextRules } from './backtest-changes.ts';
import { BacktestCounter, type BacktestState } from './backtest-counter.ts';
import { type BacktestLimits, judgeBacktest } from './backtest-gate.ts';
import type { BacktestReport } from './backtest-schema.ts';
import { carryingThreats } from './carried-threats.ts';
import { logShares } from './log-shares.ts';

/** The time range of the records to use. */
export interface TimeRange {
  /** The first moment in the range. */
  readonly since?: Instant | undefined;
  /** The first moment after the range. */
  readonly until?: Instant | undefined;
}

/** The rules to compare, and the records to compare them on. */
export interface BacktestTask {
  readonly current: RuleSetFile;
  readonly next: NextRules;
  /** The rules of the draft that are written switched off and tried as if they were on. */
  readonly tried?: readonly string[];
  /** The file of the draft, or of the whole proposed rule set; neither when rules are only removed. */
  readonly paths: { readonly draft?: string | undefined; readonly after?: string | undefined };
  readonly logs: readonly string[];
  /** What calls without a decision are taken for; the reader of the logs gives it to them. */
  readonly assume?: Assumption | undefined;
  readonly range: TimeRange;
  /** How many records to show for each flip. */
  readonly samples: number;
  readonly limits: BacktestLimits;
}

/**
 * Decides every record of the audit logs under the current and the proposed rules, from the recorded attributes alone.
 * Spec (tool-call policies): "POST /api/policies/backtest".
 * @param rest the counts of another thread for the records from where `readRecords` stops
 * @throws InputError when a log cannot be read
 * @throws NothingSelectedError when no record is in the time range
 */
export async function backtest(
  task: BacktestTask,
  readRecords: ReadRecords,
  rest?: Promise<BacktestPart | undefined>,
): Promise<BacktestResult> {
  const { counter, reading } = await count(task, readRecords);
  const { stopped } = reading;
  const part = stopped && (await rest);
  if (stopped && part) {
    counter.merge(part.counted, (sample) =>
      sample.file === stopped.file ? { ...sample, line: Number(sample.line) + stopped.lines } : sample,
    );
  }
  return toReport(task, counter, reading, null);
}

/** The report of a backtest, and what to warn of. */
export interface BacktestResult {
  readonly report: BacktestReport;
  readonly warnings: readonly Diagnostic[];
}

/** What reading a table found, apart from the records themselves. */
export type TableReading = Pick<LogReading, 'records' | 'unreadable' | 'problems' | 'files'> & {
  readonly source: NonNullable<BacktestReport['source']>;
};

/** Decides and counts the records of a table. */
export type CaseCounter = Pick<BacktestCounter, 'add' | 'decide' | 'count'>;

/**
 * Decides the records of a table as {@link backtest} does those of logs. Its reader selects those in the time range,
 * decides one record for all that every rule sees alike, and counts them.
 * @throws InputError when the table cannot be read
 * @throws NothingSelectedError when no record is in the time range
 */
export async function backtestTable(
  task: BacktestTask,
  readCases: (counter: CaseCounter) => Promise<TableReading>,
): Promise<BacktestResult> {
  const counter = counterFor(task);
  const reading = await readCases(counter);
  return toReport(task, counter, reading, reading.source);
}

function toReport(
  task: BacktestTask,
  counter: BacktestCounter,
  reading: Pick<LogReading, 'records' | 'unreadable' | 'problems' | 'files'>,
  source: BacktestReport['source'],
): BacktestResult {
  const { current, next, paths, logs, range, limits } = task;
  const { records, unreadable, problems } = reading;
  if (counter.total === 0) throw nothingInside(records, range);
  const counted = counter.toCounted();
  const report: BacktestReport = {
    schema_version: 'mcptest.dev/backtest/v1',
    ruleSet: current.path === '' ? null : current.path,
    draft: paths.draft ?? null,
    after: paths.after ?? null,
    changes: [...next.changes],
    asIfEnabled: [...(task.tried ?? [])],
    settings: [...next.settings],
    auditLogs: [...logs],
    ...logShares(logs, reading, task.assume),
    source,
    since: range.since === undefined ? null : formatInstant(range.since),
    until: range.until === undefined ? null : formatInstant(range.until),
    ...counted,
    outside: records - counter.total,
    unreadable,
    gate: judgeBacktest({ ...counted, settings: [...next.settings] }, limits),
  };
  return { report, warnings: [...problems, ...unclearInWords(counted.unclear)] };
}

/** The counts that one thread makes for another. */
export interface BacktestPart {
  /** The number of records for each log, starting with the log in which the part begins. */
  readonly records: readonly number[];
  readonly counted: BacktestState;
}

/** The rules and the records to count: plain data that can be passed between threads. */
export type CountingTask = Pick<BacktestTask, 'current' | 'next' | 'range' | 'samples'>;

/**
 * Counts a part of the logs for {@link backtest} in another thread. Undefined when only a reader of the whole log can
 * judge the part: it has a line that is not a record, or is left out, or more names than are counted separately.
 */
export async function countPart(
  task: CountingTask,
  readRecords: ReadRecords,
): Promise<BacktestPart | undefined> {
  const { counter, reading } = await count(task, readRecords);
  const isWhole = reading.unreadable === 0 && reading.files.every(({ leftOut }) => leftOut.length === 0);
  const counted = isWhole ? counter.toState() : undefined;
  return counted && { records: reading.recordsIn, counted };
}

function counterFor({ current, next, samples }: CountingTask): BacktestCounter {
  return new BacktestCounter(compileRuleSet(current), compileRuleSet(next.file), next, samples);
}

async function count(task: CountingTask, readRecords: ReadRecords) {
  const { current, next, range } = task;
  const counter = counterFor(task);
  const reading = await carryingThreats(
    readRecords,
    current,
    next.file,
  )((record, line, file) => {
    if (isInRange(record.at, range)) counter.add(record, { line, file, times: 1, isExample: true });
  });
  return { counter, reading };
}

/**
 * Whether a moment is in a time range.
 * @throws InputError for a record without a time, unless the range is everything
 */
export function isInRange(
  at: Instant | undefined,
  { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY }: TimeRange,
): boolean {
  if (at !== undefined) return at >= since && at < until;
  if (since === Number.NEGATIVE_INFINITY && until === Number.POSITIVE_INFINITY) return true;
  throw new InputError({
    message: '--since and --until cannot select calls without a time, and the log has such calls',
    help: 'leave out --since and --until for such a log',
  });
}

/** Returns the error for a range that contains no records: nothing was tested. */
export function nothingInside(records: number, { since, until }: TimeRange): NothingSelectedError {
  const bounds = [
    ...(since === undefined ? [] : [`--since ${formatInstant(since)}`]),
    ...(until === undefined ? [] : [`--until ${formatInstant(until)}`]),
  ];
  return new NothingSelectedError([
    {
      message: `${bounds.join(' and ')} ${bounds.length > 1 ? 'select' : 'selects'} none of the ${records} records in the log`,
    },
  ]);
}
