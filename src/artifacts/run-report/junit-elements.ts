import type { TestRecord, TestStatus } from './model.ts';

/** The attributes of an element, by their names as written. */
export type Attributes = Readonly<Record<string, string>>;

/** What an element inside a testcase says of it. */
export interface Outcome {
  readonly status: TestStatus;
  /** A failure that a suite may count; the reruns of Surefire stand beside one, and are not counted. */
  readonly isCounted: boolean;
}

/**
 * The elements that are results. The others are output, properties, or the failed attempts of a test that
 * passed in the end (`flakyFailure`, `flakyError`).
 */
const OUTCOMES: ReadonlyMap<string, Outcome> = new Map<string, Outcome>([
  ['failure', { status: 'fail', isCounted: true }],
  ['error', { status: 'fail', isCounted: true }],
  ['rerunfailure', { status: 'fail', isCounted: false }],
  ['rerunerror', { status: 'fail', isCounted: false }],
  // of PHPUnit: a test that could not say whether it passed
  ['warning', { status: 'inconclusive', isCounted: false }],
  ...['skipped', 'skip', 'disabled', 'ignored', 'pending', 'omitted', 'notrun'].map(
    (name): [string, Outcome] => [name, { status: 'skip', isCounted: false }],
  ),
]);

/** The words that tools write into `status` and `result` of a testcase, in lower case without separators. */
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
 * The result that an element stands for, by its lower-case name; undefined when it is none. Whatever is called by
 * a word for a test that did not pass is one, known or not.
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

/** Told of an attribute that cannot be read; does not return. */
type Refuse = (attribute: string, written: string) => never;

/** One testcase: it passed unless something says otherwise, and the most severe result counts. */
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

/** A suite, or the testsuites around them: what it states, and what its testcases show, nested ones included. */
export class JunitSuite {
  readonly name: string;
  /** Where its tag starts. */
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
    // several results in one testcase may be counted each
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
   * What it states beyond what it shows. Stating less is none: tools count nested suites in the outer ones or
   * do not, and leave out what failed outside of a test. Failures and errors are one: tools tell them apart
   * differently in counts and elements.
   */
  contradictions(): string[] {
    const { tests, failures, errors, skipped, disabled } = this.#stated;
    const found = [
      this.#isCalledFailed && this.#failures === 0 && 'is called failed, but shows no failure',
      tests > this.#tests && `states ${tests} tests, but shows ${this.#tests}`,
      failures + errors > this.#failures &&
        `states ${failures} failures and ${errors} errors, but shows ${this.#failures} in all`,
      skipped > this.#skipped && `states ${skipped} skipped, but shows ${this.#skipped}`,
      disabled > this.#skipped && `states ${disabled} disabled, but shows ${this.#skipped}`,
    ];
    return found.filter((message) => message !== false);
  }
}
