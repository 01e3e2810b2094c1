import { quote } from '../../text/clip.ts';
import type { Attributes, JunitCase } from './junit-case.ts';
import { statusOfWord } from './junit-words.ts';
import type { SuiteSigns } from './junit-writers.ts';

const COUNTERS = ['tests', 'failures', 'errors', 'skipped', 'disabled'] as const;

type Counter = (typeof COUNTERS)[number];

/** The attributes that say how a suite ended as a whole. */
const VERDICTS = ['status', 'result', 'outcome'];

/** The properties that say the same, in lower case and without separators: Ginkgo writes `SuiteSucceeded`. */
const SUCCESS_PROPERTY = /^(?:suite|run|is|was)?(?:success|successful|succeeded|passed)$/;
const FAILURE_PROPERTY = /^(?:special)?suitefailurereasons?$/;

function isNo(written: string | undefined): boolean {
  return /^\s*(?:false|no)\s*$/i.test(written ?? '');
}

/** Refuses an attribute that cannot be read, by throwing. */
type Refuse = (attribute: string, written: string) => never;

/** A suite that states more than its testcases show. */
export interface Excess {
  readonly offset: number;
  readonly message: string;
  readonly tests: number;
  /** Failures and errors together: tools distinguish them differently in counts and in elements. */
  readonly failures: number;
  /** How many of the failures may be errors. */
  readonly errors: number;
  readonly skipped: number;
}

/** A `testsuite` or `testsuites` element: the counts that it states, and those that all testcases inside it show. */
export class JunitSuite implements SuiteSigns {
  readonly attributes: Attributes;
  readonly properties = new Set<string>();
  isClassOfCases = true;
  /** The offset at which its tag starts. */
  readonly offset: number;
  readonly #stated: Readonly<Record<Counter, number>>;
  /** How it says that it failed; undefined when it does not say so. */
  #failedBy: string | undefined;
  /** What it shows, including what nested suites state beyond what they show. */
  #tests = 0;
  #failures = 0;
  #skipped = 0;
  #attempts = 0;
  #shows = { tests: 0, failures: 0, skipped: 0 };
  /** The tests of suites inside it that show none. */
  #lost = 0;
  #lostAt: number | undefined;
  #excess: Excess | undefined;

  constructor(attributes: Attributes, offset: number, refuse: Refuse) {
    this.attributes = attributes;
    this.offset = offset;
    const isCalledFailed =
      VERDICTS.some((verdict) => statusOfWord(attributes[verdict] ?? '') === 'fail') ||
      isNo(attributes.success);
    if (isCalledFailed) this.#failedBy = 'has the status failed';
    const stated: Record<Counter, number> = { tests: 0, failures: 0, errors: 0, skipped: 0, disabled: 0 };
    for (const counter of COUNTERS) {
      const written = attributes[counter];
      if (written === undefined) continue;
      stated[counter] = Number(written);
      if (!/^\d+$/.test(written) || !Number.isSafeInteger(stated[counter])) refuse(counter, written);
    }
    this.#stated = stated;
  }

  get name(): string {
    return this.attributes.name ?? '';
  }

  addProperty({ name = '', value }: Attributes): void {
    this.properties.add(name);
    const key = name.toLowerCase().replace(/[\s._-]/g, '');
    const saysFailed = SUCCESS_PROPERTY.test(key) ? isNo(value) : FAILURE_PROPERTY.test(key) && value?.trim();
    if (saysFailed) this.#failedBy ??= `has the property ${quote(name)} with the value ${quote(value ?? '')}`;
  }

  addCase(testcase: JunitCase): void {
    // a tool may count each result of a testcase that has several
    const failures = Math.max(testcase.failures, testcase.isFailed ? 1 : 0);
    const skipped = testcase.skips > 0 ? 1 : 0;
    this.#add(1, failures, skipped);
    this.#attempts += testcase.attempts;
    if (testcase.className !== this.name) this.isClassOfCases = false;
  }

  addFailure(): void {
    this.#add(0, 1, 0);
  }

  #add(tests: number, failures: number, skipped: number): void {
    this.#tests += tests;
    this.#failures += failures;
    this.#skipped += skipped;
    this.#shows.tests += tests;
    this.#shows.failures += failures;
    this.#shows.skipped += skipped;
  }

  /** Adds a nested suite, after its `close`. */
  addSuite(suite: JunitSuite): void {
    const { tests = 0, failures = 0, skipped = 0 } = suite.#excess ?? {};
    this.#tests += suite.#tests + tests;
    this.#failures += suite.#failures + failures;
    this.#skipped += suite.#skipped + skipped;
    this.#attempts += suite.#attempts;
    this.#shows.tests += suite.#shows.tests;
    this.#shows.failures += suite.#shows.failures;
    this.#shows.skipped += suite.#shows.skipped;
    this.#lost += suite.#lost;
    this.#lostAt ??= suite.#lostAt;
  }

  /**
   * Compares the counts that the suite states with those that it shows. Returns what it states in addition; undefined
   * if nothing. A lower count is not a contradiction: some tools leave out nested suites, or failures outside of a test.
   */
  close(): Excess | undefined {
    const { tests, failures, errors, skipped, disabled } = this.#stated;
    const notRun = Math.max(skipped, disabled);
    const missing = {
      tests: Math.max(tests - this.#tests - this.#attempts, 0),
      failures: Math.max(failures + errors - this.#failures - this.#attempts, 0),
      skipped: Math.max(notRun - this.#skipped, 0),
    };
    if (tests > this.#lost && this.#shows.tests + this.#shows.failures === 0) {
      this.#lost = tests;
      this.#lostAt ??= this.offset;
    }
    // the tests of a suite that shows none were not lost if the suite, or one around it, states that many skipped
    if (notRun - this.#shows.skipped >= this.#lost) this.#lost = 0;
    const shown = this.#shows;
    const message =
      missing.tests > 0
        ? `states ${tests} tests, but shows ${shown.tests}`
        : missing.failures > 0
          ? `states ${failures} failures and ${errors} errors, but shows ${shown.failures} in total`
          : `states ${notRun} ${skipped < disabled ? 'disabled' : 'skipped'}, but shows ${shown.skipped}`;
    if (missing.tests + missing.failures + missing.skipped === 0) return undefined;
    this.#excess = { offset: this.offset, message, ...missing, errors: Math.min(errors, missing.failures) };
    return this.#excess;
  }

  /** The tests of suites that state tests and show none: nothing says what became of them. */
  get lost(): { readonly tests: number; readonly offset: number } {
    return { tests: this.#lost, offset: this.#lostAt ?? this.offset };
  }

  /** How it says that it failed, if it shows and counts no failure. */
  get failedWithoutFailure(): string | undefined {
    return this.#failures === 0 && !this.#excess?.failures ? this.#failedBy : undefined;
  }
}
