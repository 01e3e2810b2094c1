import { InputError } from '../../errors.ts';
import type { RunCounts, RunReport, TestRecord } from './model.ts';
import { endOf, type RunEvent } from './run-end.ts';

/** The counts that a list of test records gives; `inconclusive` is there when a test ended so. */
export interface RecordCounts extends RunCounts {
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Counts each record once, by its status. */
export function countTests(tests: readonly TestRecord[]): RecordCounts {
  const counted = { pass: 0, fail: 0, skip: 0, inconclusive: 0 };
  for (const { status } of tests) counted[status]++;
  const { pass, fail, skip, inconclusive } = counted;
  const counts = { total: tests.length, passed: pass, failed: fail, skipped: skip };
  return inconclusive > 0 ? { ...counts, inconclusive } : counts;
}

/**
 * The run report that the records of a foreign format make.
 * @param events when something happened in the run, as far as the report tells
 * @throws InputError when none of the tests ran
 */
export function toRunReport(
  tests: readonly TestRecord[],
  file: string,
  events: readonly RunEvent[] = [],
): RunReport {
  const counts = countTests(tests);
  refuseNothingRan(counts, file);
  return { ...endOf(events), counts, tests };
}

/**
 * Refuses a report that does not show that at least one test ran: nothing was checked, and that is no pass.
 * @throws InputError
 */
export function refuseNothingRan(counts: RunCounts, file: string): void {
  if (showsThatSomethingRan(counts)) return;
  const { total, skipped } = counts;
  const seen = [total !== undefined && `${total} in all`, skipped !== undefined && `${skipped} skipped`];
  const shown = seen.filter((part) => part !== false).join(', ');
  throw new InputError({
    file,
    position: { line: 1, column: 1 },
    message: `shows no test that ran${shown && `: ${shown}`}`,
    help: 'a report in which nothing was checked is no pass; see why the tests did not run',
  });
}

function showsThatSomethingRan({ total, passed, failed, skipped = 0, inconclusive = 0 }: RunCounts): boolean {
  if ((passed ?? 0) + (failed ?? 0) + inconclusive > 0) return true;
  // with one of the two unknown, only the total can tell
  const isCounted = passed !== undefined && failed !== undefined;
  return !isCounted && total !== undefined && total - skipped > 0;
}
