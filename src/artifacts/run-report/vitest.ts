import * as z from 'zod/mini';
import type { ValuePath } from '../../diagnostic.ts';
import { Contradictions } from '../../documents/contradictions.ts';
import { count } from '../../documents/schema-parts.ts';
import type { SourceDocument } from '../../documents/source-document.ts';
import { validate } from '../../documents/validate.ts';
import { InputError } from '../../errors.ts';
import { isObject } from '../../values/own-property.ts';
import type { JsonFormat } from '../json-artifact.ts';
import { countTests, type RecordCounts, toRunReport } from './counts.ts';
import type { RunReport, TestRecord, TestStatus } from './model.ts';
import { epochTime, eventsAt } from './run-end.ts';

const STATUSES = {
  passed: 'pass',
  failed: 'fail',
  pending: 'skip',
  skipped: 'skip',
  todo: 'skip',
  disabled: 'skip',
  focused: 'skip',
} as const satisfies Record<string, TestStatus>;

/** The status of an entry that is not a test: jest-junit lists a file that did not load among its tests. */
const BROKEN_FILE = 'error';

const assertionSchema = z.object({
  status: z.enum([...(Object.keys(STATUSES) as (keyof typeof STATUSES)[]), BROKEN_FILE]),
  fullName: z.nullish(z.string()),
  title: z.nullish(z.string()),
  duration: z.nullish(z.number()),
  location: z.nullish(z.object({ line: z.nullish(z.number()) })),
  failureMessages: z.nullish(z.array(z.nullish(z.string()))),
  invocations: z.nullish(z.number()),
});

const fileSchema = z.object({
  name: z.nullish(z.string()),
  status: z.enum(['passed', 'failed', 'skipped', 'focused', 'pending']),
  message: z.nullish(z.string()),
  assertionResults: z.array(assertionSchema),
  testExecError: z.nullish(z.unknown()),
  startTime: epochTime(),
  endTime: epochTime(),
});

const schema = z.object({
  success: z.boolean(),
  numTotalTests: count(),
  numPassedTests: count(),
  numFailedTests: count(),
  numPendingTests: z.optional(count()),
  numTodoTests: z.optional(count()),
  numFailedTestSuites: z.optional(count()),
  numRuntimeErrorTestSuites: z.optional(count()),
  wasInterrupted: z.optional(z.boolean()),
  runExecError: z.nullish(z.unknown()),
  startTime: epochTime(),
  testResults: z.array(fileSchema),
});

type VitestReport = z.output<typeof schema>;
type TestFile = z.output<typeof fileSchema>;
type TestAssertion = z.output<typeof assertionSchema>;

/** The output of `vitest --reporter=json` and of `jest --json`. The shape is the same; Vitest writes fewer keys. */
export const vitestFormat: JsonFormat<RunReport> = {
  name: 'Vitest/Jest JSON',
  recognises: (value) =>
    isObject(value) && (Object.hasOwn(value, 'testResults') || Object.hasOwn(value, 'numTotalTests')),
  read(document) {
    const report = validate(schema, document);
    if (report.wasInterrupted) {
      throw new InputError({
        file: document.file,
        position: document.locate(['wasInterrupted']),
        path: ['wasInterrupted'],
        message: 'the run was interrupted, so its counts are not final',
        help: 'let the run finish',
      });
    }
    const tests = report.testResults.flatMap((file) =>
      file.assertionResults.flatMap((test) => (test.status === BROKEN_FILE ? [] : toRecord(test, file))),
    );
    const shown = countTests(tests);
    const broken = brokenParts(report, shown);
    refuseContradictions(report, shown, broken.length > 0, document);
    const times = report.testResults.flatMap(({ startTime, endTime }) => [startTime, endTime]);
    const events = eventsAt([report.startTime, ...times]);
    return { value: toRunReport([...tests, ...broken], document.file, events), warnings: [] };
  },
};

/**
 * Returns a failed record for everything that failed but is not a test: a file that could not be loaded, a hook, an
 * error between the tests. The counts of the report leave these out.
 */
function brokenParts(report: VitestReport, shown: RecordCounts): TestRecord[] {
  const { testResults, numFailedTestSuites = 0, numRuntimeErrorTestSuites = 0, runExecError } = report;
  const broken = testResults.filter(isBroken).map(
    ({ name, message }): TestRecord => ({
      name: name ?? 'a test file',
      status: 'fail',
      file: name ?? undefined,
      message: message ?? undefined,
    }),
  );
  if (runExecError) broken.push({ name: 'the run', status: 'fail' });
  if (broken.length + shown.failed === 0 && numFailedTestSuites + numRuntimeErrorTestSuites > 0) {
    broken.push({ name: 'a test suite', status: 'fail' });
  }
  return broken;
}

function isBroken({ status, assertionResults, testExecError }: TestFile): boolean {
  if (testExecError || assertionResults.some((test) => test.status === BROKEN_FILE)) return true;
  return status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
}

function refuseContradictions(
  report: VitestReport,
  shown: RecordCounts,
  isAnythingBroken: boolean,
  document: SourceDocument,
): void {
  const contradictions = new Contradictions(document);
  const compare = (path: ValuePath, stated: number, found: number, what: string, help?: string) => {
    if (stated === found) return;
    contradictions.add(path, `is ${stated}, but testResults show ${found} ${what}`, help);
  };
  const { numPendingTests, numTodoTests, success } = report;
  compare(['numTotalTests'], report.numTotalTests, shown.total, 'tests');
  compare(['numFailedTests'], report.numFailedTests, shown.failed, 'failed');
  if (!isOfVitest1(report)) {
    compare(['numPassedTests'], report.numPassedTests, shown.passed, 'passed');
    if (numPendingTests !== undefined && numTodoTests !== undefined) {
      const stated = numPendingTests + numTodoTests;
      const what = 'skipped, pending or to do (numTodoTests included)';
      // Vitest also writes `pending` for a test that has no result, but does not count it
      const help =
        stated < shown.skipped ? 'see the output of the run: some tests never finished' : undefined;
      compare(['numPendingTests'], stated, shown.skipped, what, help);
    }
  }
  const isFailed = isAnythingBroken || shown.failed > 0;
  if (success === isFailed) {
    contradictions.add(
      ['success'],
      success ? 'is true, but something failed' : 'is false, but nothing in the report failed',
      success
        ? undefined
        : 'see the output of the run: a snapshot or a coverage threshold may have made it fail',
    );
  }
  contradictions.refuse();
}

/**
 * Whether Vitest 1 or 2 wrote the report: its numPassedTests are all tests that did not fail, so that it includes the
 * skipped ones, and numPendingTests are those that never finished. None may be unfinished then.
 */
function isOfVitest1(report: VitestReport): boolean {
  const { numTotalTests, numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report;
  if (report.numRuntimeErrorTestSuites !== undefined || report.wasInterrupted !== undefined) return false;
  if (numPassedTests !== numTotalTests - numFailedTests || numPendingTests !== 0) return false;
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = (status: TestAssertion['status']) => tests.filter((test) => test.status === status).length;
  return (
    count('pending') === 0 && (numTodoTests ?? 0) === count('todo') && count('skipped') + count('todo') > 0
  );
}

function toRecord(test: TestAssertion, file: TestFile): TestRecord {
  const { status, fullName, title, duration, location, failureMessages, invocations } = test;
  // Vitest keeps the messages of the earlier attempts, and Jest counts all of them
  const isRetried = (failureMessages?.length ?? 0) > 0 || (invocations ?? 1) > 1;
  return {
    name: fullName ?? title ?? '',
    status: status === BROKEN_FILE ? 'fail' : STATUSES[status],
    file: file.name ?? undefined,
    line: location?.line ?? undefined,
    duration_ms: duration ?? undefined,
    message: status === 'failed' ? (failureMessages?.[0] ?? undefined) : undefined,
    flaky: status === 'passed' && isRetried ? true : undefined,
  };
}
