import type { TestRecord, TestStatus } from './model.ts';

/** The attributes of an element, by name. */
export type Attributes = Readonly<Record<string, string>>;

/** The result that an element inside a testcase reports. */
export interface Outcome {
  readonly status: TestStatus;
  /** Whether a suite may count it as a failure. Surefire adds reruns to a failure, and does not count them. */
  readonly isCounted: boolean;
}

/**
 * The elements that report a result. Other elements are output, properties, or failed attempts of a test that passed in
 * the end (`flakyFailure`, `flakyError`).
 */
const OUTCOMES: ReadonlyMap<string, Outcome> = new Map<string, Outcome>([
  ['failure', { status: 'fail', isCounted: true }],
  ['error', { status: 'fail', isCounted: true }],
  ['rerunfailure', { status: 'fail', isCounted: false }],
  ['rerunerror', { status: 'fail', isCounted: false }],
  // from PHPUnit: a test that could not decide whether it passed
  ['warning', { status: 'inconclusive', isCounted: false }],
  ...['skipped', 'skip', 'disabled', 'ignored', 'pending', 'omitted', 'notrun'].map(
    (name): [string, Outcome] => [name, { status: 'skip', isCounted: false }],
  ),
]);

/** The words that tools write in `status` and `result` of a testcase, in lower case and without separators. */
const WORDS: Readonly<Record<TestStatus, readonly string[]>> = {
  pass: ['run', 'pass', 'passed', 'ok', 'success', 'successful', 'succeeded', 'completed', 'flaky'],
  fail: [
    ...[
      'fail',
      'failed',
      'failure',
      'error',
      'errored',
      'broken',
      'timeout',
      'timedout',
      'aborted',
      'crashed',
      'exception',
      'blocked',
    ],
    'undefined',
  ],
  skip: [
    ...['skip', 'skipped', 'disabled', 'notrun', 'notexecuted', 'ignored', 'pending', 'todo', 'suppressed'],
    'untested',
  ],
  inconclusive: ['inconclusive', 'unknown', 'warning', 'unstable'],
};

const STATUS_OF_WORD: ReadonlyMap<string, TestStatus> = new Map(
  (Object.entries(WORDS) as [TestStatus, readonly string[]][]).flatMap(([status, words]) =>
    words.map((word): [string, TestStatus] => [word, status]),
  ),
);

/**
 * Returns the result that an element reports; undefined when it reports none. An unknown element reports one too if its
 * name is a word for a test that did not pass.
 * @param name in lower case
 */
export function outcomeOf(name: string): Outcome | undefined {
  const known = OUTCOMES.get(name);
  if (known) return known;
  const status = STATUS_OF_WORD.get(name);
  return status === undefined || status === 'pass' ? undefined : { status, isCounted: false };
}

function statusOfWord(written: string): TestStatus | undefined {
  return STATUS_OF_WORD.get(written.toLowerCase().replace(/[\s_-]/g, ''));
}

const SEVERITY: Readonly<Record<TestStatus, number>> = { pass: 0, skip: 1, inconclusive: 2, fail: 3 };

/** Refuses an attribute that cannot be read, by throwing. */
type Refuse = (attribute: string, written: string) => never;

/** A testcase. It passed unless an element or attribute says otherwise. Its most severe result counts. */
export class JunitCase {
  readonly #attributes: Attributes;
  #status: TestStatus = 'pass';
  #message: string | undefined;
  failures = 0;
  skips = 0;

  constructor(attributes: Attributes, refuse: Refuse) {
    this.#attributes = attributes;
    for (const attribute of ['status', 'result']) {
      const written = attributes[attribute];
      if (written === undefined) continue;
      const status = statusOfWord(written);
      this.add({ status: status ?? refuse(attribute, written), isCounted: false });
    }
  }

  add({ status, isCounted }: Outcome, message?: string): void {
    if (isCounted) this.failures++;
    if (status === 'skip') this.skips++;
    if (SEVERITY[status] <= SEVERITY[this.#status]) return;
    this.#status = status;
    this.#message = message;
  }

  get isFailed(): boolean {
    return this.#status === 'fail';
  }

  toRecord(): TestRecord {
    const { name = '', classname, file, line, time } = this.#attributes;
    const seconds = Number(time);
    const lineNumber = Number(line);
    return {
      name: classname ? `${classname} › ${name}` : name,
      status: this.#status,
      file,
      line: Number.isSafeInteger(lineNumber) ? lineNumber : undefined,
      duration_ms: Number.isFinite(seconds) ? seconds * 1000 : undefined,
      message: this.#message,
    };
  }
}

const COUNTERS = ['tests', 'failures', 'errors', 'skipped', 'disabled'] as const;

type Counter = (typeof COUNTERS)[number];

/** A `testsuite` or `testsuites` element: the counts that it states, and those that all testcases inside it show. */
export class JunitSuite {
  readonly name: string;
  /** The offset at which its tag starts. */
  readonly offset: number;
  readonly #stated: Readonly<Record<Counter, number>>;
  readonly #isCalledFailed: boolean;
  #tests = 0;
  #failures = 0;
  #skipped = 0;

  constructor(attributes: Attributes, offset: number, refuse: Refuse) {
    this.name = attributes.name ?? '';
    this.offset = offset;
    this.#isCalledFailed = statusOfWord(attributes.status ?? attributes.result ?? '') === 'fail';
    const stated: Record<Counter, number> = { tests: 0, failures: 0, errors: 0, skipped: 0, disabled: 0 };
    for (const counter of COUNTERS) {
      const written = attributes[counter];
      if (written === undefined) continue;
      stated[counter] = Number(written);
      if (!/^\d+$/.test(written) || !Number.isSafeInteger(stated[counter])) refuse(counter, written);
    }
    this.#stated = stated;
  }

  addCase(testcase: JunitCase): void {
    this.#tests++;
    // a tool may count each result of a testcase that has several
    this.#failures += Math.max(testcase.failures, testcase.isFailed ? 1 : 0);
    if (testcase.skips > 0) this.#skipped++;
  }

  addFailure(): void {
    this.#failures++;
  }

  addSuite(suite: JunitSuite): void {
    this.#tests += suite.#tests;
    this.#failures += suite.#failures;
    this.#skipped += suite.#skipped;
  }

  /**
   * Returns a message for each count that is higher than what the testcases show. A lower count is not a contradiction:
   * some tools leave out nested suites, or failures outside of a test. Failures and errors are added up because tools
   * distinguish them differently in counts and in elements.
   */
  contradictions(): string[] {
    const { tests, failures, errors, skipped, disabled } = this.#stated;
    const found = [
      this.#isCalledFailed && this.#failures === 0 && 'has the status failed, but shows no failure',
      tests > this.#tests && `states ${tests} tests, but shows ${this.#tests}`,
      failures + errors > this.#failures &&
        `states ${failures} failures and ${errors} errors, but shows ${this.#failures} in total`,
      skipped > this.#skipped && `states ${skipped} skipped, but shows ${this.#skipped}`,
      disabled > this.#skipped && `states ${disabled} disabled, but shows ${this.#skipped}`,
    ];
    return found.filter((message) => message !== false);
  }
}
