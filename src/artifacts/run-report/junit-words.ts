import type { TestStatus } from './model.ts';

/** The result that an element inside a testcase reports. */
export interface Outcome {
  readonly status: TestStatus;
  /** Whether a suite may count it as a failure. */
  readonly isCounted: boolean;
  /** Set for an attempt of a test that was run again. Surefire adds them to a testcase; some versions count them. */
  readonly isAttempt?: true;
}

/** The elements that report a result. Other elements are output or properties. */
const OUTCOMES: ReadonlyMap<string, Outcome> = new Map<string, Outcome>([
  ['failure', { status: 'fail', isCounted: true }],
  ['error', { status: 'fail', isCounted: true }],
  ['rerunfailure', { status: 'fail', isCounted: false, isAttempt: true }],
  ['rerunerror', { status: 'fail', isCounted: false, isAttempt: true }],
  // failed attempts of a test that passed in the end
  ['flakyfailure', { status: 'pass', isCounted: false, isAttempt: true }],
  ['flakyerror', { status: 'pass', isCounted: false, isAttempt: true }],
  // from PHPUnit: a test that could not decide whether it passed
  ['warning', { status: 'inconclusive', isCounted: false }],
  ...['skipped', 'skip', 'disabled', 'ignored', 'pending', 'omitted', 'notrun'].map(
    (name): [string, Outcome] => [name, { status: 'skip', isCounted: false }],
  ),
]);

/** The words that tools write in `status` and `result` of a testcase, in lower case and without separators. */
const WORDS: Readonly<Record<TestStatus, string>> = {
  // bpass, bfail: Qt Test, for a test on its list of known failures
  pass: 'run pass passed ok success successful succeeded completed flaky bpass',
  fail:
    'fail failed failing failure error errored broken timeout timedout aborted crashed exception blocked undefined ' +
    // Ginkgo
    'panicked panic interrupted ' +
    // behave; its xpassed, and xpass of Qt Test: a test that was expected to fail and passed
    'hookerror cleanuperror xpassed xpass bxpass ' +
    'ambiguous cancelled canceled killed terminated fatal',
  skip:
    'skip skipped disabled notrun notexecuted ignored pending todo suppressed untested pendingwarn ' +
    'untestedpending untestedundefined xfail xfailed bxfail bfail expectedfailure explicit notrunnable',
  // noasserts and risky: GUT and PHPUnit, for a test that asserted nothing
  inconclusive: 'inconclusive unknown warning unstable noasserts risky',
};

const STATUS_OF_WORD: ReadonlyMap<string, TestStatus> = new Map(
  (Object.entries(WORDS) as [TestStatus, string][]).flatMap(([status, words]) =>
    words.split(' ').map((word): [string, TestStatus] => [word, status]),
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

/** Returns the status that a word of a writer means, in any letter case; undefined for an unknown word. */
export function statusOfWord(written: string): TestStatus | undefined {
  return STATUS_OF_WORD.get(written.toLowerCase().replace(/[\s_-]/g, ''));
}
