import type { Diagnostic } from '../../diagnostic.ts';
import { InputError } from '../../errors.ts';
import type { RunCounts, RunReport, TestRecord } from './model.ts';
import { endOf, type RunEvent } from './run-end.ts';

/** The counts of a list of test records. `inconclusive` is present when at least one test was inconclusive. */
export interface RecordCounts extends RunCounts {
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Counts test records by status, each once. */
export function countTests(tests: readonly TestRecord[]): RecordCounts {
  const counted = { pass: 0, fail: 0, skip: 0, inconclusive: 0 };
  for (const { status } of tests) counted[status]++;
  const { pass, fail, skip, inconclusive } = counted;
  const counts = { total: tests.length, passed: pass, failed: fail, skipped: skip };
  return inconclusive > 0 ? { ...counts, inconclusive } : counts;
}

/**
 * Makes a run report from the records of a foreign format.
 * @param events what happened in the run and when, as far as the report says
 * @throws InputError when no test ran
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

/** A report in which no test ran, or none came to a result. One of several reports may be like that, if tests ran in another one. */
export class NothingRanError extends InputError {
  readonly counts: RunCounts;

  constructor(counts: RunCounts, diagnostic: Diagnostic) {
    super(diagnostic);
    this.counts = counts;
  }
}

/**
 * Refuses a report that does not show that at least one test ran and passed or failed. An inconclusive test, such as a
 * pending scenario, has checked nothing: if nothing was checked, the run did not pass.
 * @throws NothingRanError
 */
export function refuseNothingRan(counts: RunCounts, file: string): void {
  if (showsThatSomethingRan(counts)) return;
  const { total, skipped, inconclusive = 0 } = counts;
  const seen = [
    total !== undefined && `${total} in all`,
    skipped !== undefined && `${skipped} skipped`,
    inconclusive > 0 && `${inconclusive} inconclusive`,
  ];
  const shown = seen.filter((part) => part !== false).join(', ');
  const did = inconclusive > 0 ? 'passed or failed' : 'ran';
  throw new NothingRanError(counts, {
    file,
    position: { line: 1, column: 1 },
    message: `shows no test that ${did}${shown && `: ${shown}`}`,
    help: `find out why the tests ${inconclusive > 0 ? 'have no result' : 'did not run'}; checking nothing is not a pass`,
  });
}

function showsThatSomethingRan({ total, passed, failed, skipped = 0, inconclusive = 0 }: RunCounts): boolean {
  if ((passed ?? 0) + (failed ?? 0) > 0) return true;
  // if either of the two is unknown, only the total can show it
  const isCounted = passed !== undefined && failed !== undefined;
  return !isCounted && total !== undefined && total - skipped - inconclusive > 0;
}
