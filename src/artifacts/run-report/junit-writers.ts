import type { Attributes } from './junit-case.ts';

/** What a suite shows about the tool that wrote it. */
export interface SuiteSigns {
  readonly attributes: Attributes;
  /** The names of its own properties. */
  readonly properties: ReadonlySet<string>;
  /** Whether each of its own testcases has the name of the suite as its class. */
  readonly isClassOfCases: boolean;
}

/**
 * A tool whose JUnit XML means something else than it says. Everything here is also in the documentation. Strings are
 * Markdown.
 */
export interface JunitWriter {
  readonly name: string;
  /** By what it is recognised. Each suite of a report must have these signs. */
  readonly recognised: string;
  readonly isSuite: (suite: SuiteSigns) => boolean;
  /** Looks at the root element, if that is `testsuites`. */
  readonly isRoot?: (root: Attributes) => boolean;
  /** What its counts mean, or what is special about its testcases. */
  readonly means?: string;
  /** Set if its `errors` count something else than failed tests, so that they are not counted as failed. */
  readonly errorsAreNoTests?: true;
  /** Set if it writes the retry of a test as a testcase of its own: at the end of the suite, or in any order. */
  readonly retries?: 'last' | 'any order';
  /** What makes a run fail and is not in the report; if `errors` count no tests, only where there are such errors. */
  readonly hides?: string;
  /** What to use instead, for the help of the warning. */
  readonly instead?: string;
  /** A public report of it. */
  readonly source: string;
}

/** Whether an element has exactly these attributes, in this order. */
function has(attributes: Attributes, names: string): boolean {
  return Object.keys(attributes).join(' ') === names;
}

function hasOnly(attributes: Attributes, names: readonly string[]): boolean {
  return Object.keys(attributes).every((name) => names.includes(name));
}

/** The writers that are recognised. A report of which no row fits all suites has an unknown writer. */
export const JUNIT_WRITERS: readonly JunitWriter[] = [
  {
    name: 'pytest',
    recognised: 'suites called `pytest`',
    isSuite: ({ attributes }) => attributes.name === 'pytest',
    means: '`tests` counts each subtest too',
    source: 'pytest-dev/pytest-subtests#209',
  },
  {
    name: 'gotestsum',
    recognised:
      'the property `go.version`, or testcases with the name of their suite as class; suites without `errors`, the root with them',
    isSuite: ({ attributes, properties, isClassOfCases }) =>
      hasOnly(attributes, ['tests', 'failures', 'skipped', 'time', 'name', 'timestamp', 'hostname', 'id']) &&
      (properties.has('go.version') || isClassOfCases),
    isRoot: (root) => 'errors' in root && 'tests' in root && 'failures' in root,
    means: '`errors` of the root counts lines of stderr; `--rerun-fails` writes a retry as a second testcase',
    errorsAreNoTests: true,
    retries: 'any order',
    hides: 'counts a package that did not build like a line on stderr',
    instead: 'keep the exit code of gotestsum, or pass its `--jsonfile`',
    source: 'gotestyourself/gotestsum#431, #281',
  },
  {
    name: 'Gradle',
    recognised: 'the attributes of its suites, in its order',
    isSuite: ({ attributes, properties }) =>
      has(attributes, 'name tests skipped failures errors timestamp hostname time') && properties.size === 0,
    means: 'its retry plugin writes a retry as a second testcase, after all others',
    retries: 'last',
    source: 'gradle/gradle#13115',
  },
  {
    name: 'Catch2',
    recognised: 'the property `random-seed`, or the host `tbd`',
    isSuite: ({ attributes, properties }) => properties.has('random-seed') || attributes.hostname === 'tbd',
    means: '`tests` counts assertions',
    source: 'catchorg/Catch2#529',
  },
  {
    name: 'doctest',
    recognised: 'the attribute `doctest_version`',
    isSuite: ({ attributes }) => 'doctest_version' in attributes,
    means: '`tests` counts assertions',
    source: 'doctest/doctest#376',
  },
  {
    name: 'mocha-junit-reporter',
    recognised: 'a root called `Mocha Tests`',
    isSuite: () => true,
    isRoot: ({ name }) => name === 'Mocha Tests',
    means: '`tests` counts skipped tests, which have no testcase',
    source: 'michaelleeallen/mocha-junit-reporter#38',
  },
  {
    name: 'Qt Test',
    recognised: 'the property `QtVersion`',
    isSuite: ({ properties }) => properties.has('QtVersion') || properties.has('QTestVersion'),
    means: '`errors` counts logged messages',
    errorsAreNoTests: true,
    source: 'qt/qtbase, `src/testlib/qjunittestlogger.cpp`',
  },
  {
    name: 'bun',
    recognised: 'a root called `bun test`',
    isSuite: () => true,
    isRoot: ({ name }) => name === 'bun test',
    hides: 'leaves out a test file that did not load',
    instead: "keep bun's exit code: it is 1 then",
    source: 'oven-sh/bun#36218',
  },
  {
    name: 'Playwright',
    recognised: 'the attributes of its root, in its order',
    isSuite: () => true,
    isRoot: (root) => has(root, 'id name tests failures skipped errors time'),
    hides: 'leaves out errors outside of tests, and shows the tests that `globalTimeout` cut off as skipped',
    instead: "pass Playwright's JSON: `--reporter=json`",
    source: 'microsoft/playwright#18250',
  },
  {
    name: 'GoogleTest',
    recognised: 'a root called `AllTests`',
    isSuite: () => true,
    isRoot: ({ name }) => name === 'AllTests',
    hides: 'leaves out what failed in the set-up or tear-down of a test suite',
    instead: 'keep the exit code of the test program',
    source: 'google/googletest, `googletest/src/gtest.cc`',
  },
  {
    name: 'Node',
    recognised: 'the attributes of its suites, in its order',
    isSuite: ({ attributes }) =>
      has(attributes, 'name time disabled errors tests failures skipped hostname') ||
      has(attributes, 'name time disabled errors tests failures skipped timestamp hostname'),
    hides: 'leaves out an `after` hook of a suite that failed',
    instead: "keep Node's exit code, or use its TAP reporter",
    source: 'nodejs/node, `lib/internal/test_runner/reporter/junit.js`',
  },
];

/** Finds out which tool wrote a report. */
export class WriterSearch {
  #candidates = JUNIT_WRITERS;
  #hasSuite = false;

  /** Looks at a `testsuite` with everything in it. */
  see(suite: SuiteSigns): void {
    this.#hasSuite = true;
    if (this.#candidates.length === 0) return;
    this.#candidates = this.#candidates.filter(({ isSuite }) => isSuite(suite));
  }

  /** @param root the attributes of the root element, if it is `testsuites` */
  writer(root: Attributes | undefined): JunitWriter | undefined {
    if (!this.#hasSuite) return undefined;
    return this.#candidates.find(({ isRoot }) => !isRoot || (root && isRoot(root)));
  }
}
