import type { TestStatus } from './model.ts';
import type { XmlElement, XmlForm } from './xml-report.ts';

const OUTCOMES: Readonly<Record<string, TestStatus>> = {
  Passed: 'pass',
  Failed: 'fail',
  Error: 'fail',
  Timeout: 'fail',
  Aborted: 'fail',
  PassedButRunAborted: 'fail',
  NotRunnable: 'fail',
  Disconnected: 'fail',
  InProgress: 'fail',
  NotExecuted: 'skip',
  Pending: 'skip',
  Inconclusive: 'inconclusive',
  Warning: 'inconclusive',
  Completed: 'inconclusive',
};

const RESULTS = [
  'UnitTestResult',
  'TestResult',
  'TestResultAggregation',
  'GenericTestResult',
  'ManualTestResult',
];
const FAILED_RUNS = [
  'Failed',
  'Error',
  'Timeout',
  'Aborted',
  'Disconnected',
  'InProgress',
  'PassedButRunAborted',
];
const FAILURES = ['failed', 'error', 'timeout', 'aborted', 'disconnected', 'passedButRunAborted'];

/**
 * The TRX of `dotnet test --logger trx`. A data-driven test counts by its rows. A run that failed outside of its tests,
 * for example because the test host crashed, has a failed test more.
 */
export const TRX: XmlForm = {
  open({ name, attributes }, report) {
    if (name === 'Times') report.at(attributes.finish);
  },
  close(element, report) {
    const { name, attributes } = element;
    if (RESULTS.includes(name)) {
      // a result without an outcome is an error: the schema says so
      const status = report.statusOf(attributes.outcome ?? 'Error', OUTCOMES);
      const rows = report.since(element);
      const isLeaf = rows.total === 0;
      if (isLeaf || (status === 'fail' && rows.failed === 0)) {
        report.add(attributes.testName ?? '', status, secondsOf(attributes.duration));
      }
    } else if (name === 'Counters') {
      // a data-driven test counts, and so does each of its rows
      const [stated, shown] = [Number(attributes.total ?? 0), report.count(RESULTS)];
      if (!(stated <= shown))
        report.refuse(`Counters states total ${attributes.total}, but the file shows ${shown}`);
      if (failures(attributes) > 0 && !hasFailed(report.tests))
        report.refuse('Counters states failures, but shows none');
    } else if (name === 'ResultSummary' || name === 'RunInfo') {
      const { outcome = 'Completed' } = attributes;
      report.statusOf(outcome, OUTCOMES);
      const isFailed = FAILED_RUNS.includes(outcome);
      if (isFailed && !hasFailed(report.tests)) report.add('outside of any test', 'fail');
    }
  },
};

function failures(attributes: XmlElement['attributes']): number {
  return FAILURES.reduce((sum, name) => sum + (Number(attributes[name] ?? 0) || 0), 0);
}

function hasFailed(tests: readonly { readonly status: TestStatus }[]): boolean {
  return tests.some(({ status }) => status === 'fail');
}

/** Returns the seconds of `00:00:01.5000000`. */
function secondsOf(duration: string | undefined): number | undefined {
  const match = /^(\d+):(\d\d):(\d\d(?:\.\d+)?)$/.exec(duration ?? '');
  return match ? Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3]) : undefined;
}
