import type { ReadRecords } from '../../../artifacts/audit-log/read.ts';
import type { Diagnostic } from '../../../diagnostic.ts';
import { NothingSelectedError } from '../../../errors.ts';
import { formatInstant, type Instant } from '../../../time/instant.ts';
import type { RuleSetFile } from '../rules/model.ts';
import { compileRuleSet } from '../rules/rule-set.ts';
import type { NextRules } from './backtest-changes.ts';
import { BacktestCounter, type BacktestState } from './backtest-counter.ts';
import { type BacktestLimits, judgeBacktest } from './backtest-gate.ts';
import type { BacktestReport } from './backtest-schema.ts';

/** The part of a log that is looked at. */
export interface TimeRange {
  /** The first moment inside. */
  readonly since?: Instant | undefined;
  /** The first moment outside. */
  readonly until?: Instant | undefined;
}

/** What is compared, on which records. */
export interface BacktestTask {
  readonly current: RuleSetFile;
  readonly next: NextRules;
  /** The file of the draft, or of the whole rule set to come; neither when rules are only removed. */
  readonly paths: { readonly draft?: string | undefined; readonly after?: string | undefined };
  readonly logs: readonly string[];
  readonly range: TimeRange;
  /** How many records are shown for each flip. */
  readonly samples: number;
  readonly limits: BacktestLimits;
}

/**
 * Decides every record of audit logs under the rules as they are and as they would be, by what was recorded alone.
 * Source: `POST /api/policies/backtest`.
 * @param rest what another thread has counted from where `readRecords` stops
 * @throws InputError when a log cannot be read
 * @throws NothingSelectedError when no record is in the time range
 */
export async function backtest(
  task: BacktestTask,
  readRecords: ReadRecords,
  rest?: Promise<BacktestPart | undefined>,
): Promise<{ report: BacktestReport; warnings: readonly Diagnostic[] }> {
  const { current, next, paths, logs, range, limits } = task;
  const { counter, reading } = await count(task, readRecords);
  const { records, unreadable, problems, stopped } = reading;
  const part = stopped && (await rest);
  if (stopped && part) {
    counter.merge(part.counted, (sample) =>
      sample.file === stopped.file ? { ...sample, line: sample.line + stopped.lines } : sample,
    );
  }
  if (counter.total === 0) throw nothingInside(records, range);
  const counted = counter.toCounted();
  const report: BacktestReport = {
    schema_version: 'mcptest.dev/backtest/v1',
    ruleSet: current.path,
    draft: paths.draft ?? null,
    after: paths.after ?? null,
    changes: [...next.changes],
    settings: [...next.settings],
    auditLogs: [...logs],
    since: range.since === undefined ? null : formatInstant(range.since),
    until: range.until === undefined ? null : formatInstant(range.until),
    ...counted,
    outside: records - counter.total,
    unreadable,
    gate: judgeBacktest({ ...counted, settings: [...next.settings] }, limits),
  };
  return { report, warnings: problems };
}

/** What one thread counts for another one. */
export interface BacktestPart {
  /** For each log, the first of them begun. */
  readonly records: readonly number[];
  readonly counted: BacktestState;
}

/** What decides, and what is counted: plain data, which can be handed from thread to thread. */
export type CountingTask = Pick<BacktestTask, 'current' | 'next' | 'range' | 'samples'>;

/**
 * Counts a part of the logs for {@link backtest} in another thread. Undefined for what only who reads the whole can
 * judge: a line in it that is no record, and more names than are counted apart.
 */
export async function countPart(
  task: CountingTask,
  readRecords: ReadRecords,
): Promise<BacktestPart | undefined> {
  const { counter, reading } = await count(task, readRecords);
  const counted = reading.unreadable > 0 ? undefined : counter.toState();
  return counted && { records: reading.recordsIn, counted };
}

async function count({ current, next, range, samples }: CountingTask, readRecords: ReadRecords) {
  const counter = new BacktestCounter(
    compileRuleSet(current),
    compileRuleSet(next.file),
    next.suspects,
    samples,
  );
  const reading = await readRecords((record, line, file) => {
    if (isInRange(record.at, range)) counter.add(record, line, file);
  });
  return { counter, reading };
}

/** Whether a moment is in a range. */
export function isInRange(
  at: Instant,
  { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY }: TimeRange,
): boolean {
  return at >= since && at < until;
}

/** The error for a range that leaves nothing over: no record proves nothing. */
export function nothingInside(records: number, { since, until }: TimeRange): NothingSelectedError {
  const bounds = [
    ...(since === undefined ? [] : [`--since ${formatInstant(since)}`]),
    ...(until === undefined ? [] : [`--until ${formatInstant(until)}`]),
  ];
  return new NothingSelectedError([
    {
      message: `${bounds.join(' and ')} ${bounds.length > 1 ? 'leave' : 'leaves'} none of the ${records} records of the log`,
    },
  ]);
}
