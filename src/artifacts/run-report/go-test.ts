import { parseJson } from '../../documents/json.ts';
import { InputError } from '../../errors.ts';
import { append } from '../../values/append.ts';
import { isObject } from '../../values/own-property.ts';
import { scalarText } from '../../values/scalar-text.ts';
import { toRunReport } from './counts.ts';
import type { RunReport, TestRecord, TestStatus } from './model.ts';
import { endAfter, type RunEvent } from './run-end.ts';

const ENDS: Readonly<Record<string, TestStatus>> = { pass: 'pass', fail: 'fail', skip: 'skip' };
const OTHER_ACTIONS = [
  'start',
  'run',
  'pause',
  'cont',
  'bench',
  'output',
  'attr',
  'artifacts',
  'build-output',
];

const FIRST_EVENT = /^\{ ?(?:"(?:Time|ImportPath)": ?"[^"\n]*", ?)?"Action": ?"[a-z-]+"/;
/** The characters in which the first event must say what it is. */
const LONGEST_START = 2000;

/**
 * Whether a text is the output of `go test -json`: its first line is an event, or a line of the go command before one.
 * An event further down does not count: a report of another tool may contain the output of Go.
 */
export function looksLikeGoTest(text: string): boolean {
  const prefix = /^\s*(?:go: [^\n]*\n\s*)*/.exec(text)?.[0].length ?? 0;
  return FIRST_EVENT.test(text.slice(prefix, prefix + LONGEST_START));
}

/** The name of a benchmark, and of those in it. Go writes that one begins, but rarely that it ended. */
const BENCHMARK = /^Benchmark(?![a-z])/;

/**
 * Reads the output of `go test -json`. A test that ran several times counts each time. A test that did not end has
 * failed, unless it is a benchmark that was measured or whose package passed,
 * and so has a package that failed without a failed test: it did not build, or `TestMain` failed.
 * @throws InputError when a line is not an event, a package did not end, or no test ran
 */
export function readGoTest(text: string, file: string): RunReport {
  const run = new GoRun(file);
  for (const [index, content] of text.split('\n').entries()) run.take(content.trim(), index + 1);
  return run.end();
}

class GoRun {
  readonly #file: string;
  readonly #tests: TestRecord[] = [];
  readonly #events: RunEvent[] = [];
  /** The tests that run now, by package. */
  readonly #open = new Map<string, Set<string>>();
  readonly #openPackages = new Map<string, number>();
  readonly #failedPackages = new Set<string>();

  constructor(file: string) {
    this.#file = file;
  }

  take(content: string, line: number): void {
    if (!content.startsWith('{')) {
      // older versions print that a package did not build between the events
      const failed = /^FAIL\s+(\S+)/.exec(content);
      if (failed) this.#failPackage(failed[1] as string);
      return;
    }
    const { value } = this.#parse(content, line);
    const {
      Action: action,
      Package: name,
      Test: test,
      Time: time,
      Output: output,
      ImportPath: path,
    } = isObject(value) ? value : {};
    if (typeof action !== 'string') throw this.#fault('is not an event of `go test -json`', line);
    if (typeof time === 'string' && Object.hasOwn(ENDS, action)) append(this.#events, endAfter(time, 0));
    if (action === 'build-fail') this.#failPackage(scalarText(path ?? name ?? 'a package'));
    else if (!Object.hasOwn(ENDS, action) && !OTHER_ACTIONS.includes(action)) {
      throw this.#fault(`the action \`${action}\` is not known`, line);
    } else if (typeof name === 'string') {
      if (typeof test === 'string' && !this.#openPackages.has(name)) this.#openPackages.set(name, line);
      const isMeasured = action === 'bench' || (action === 'output' && /\bns\/op\b/.test(scalarText(output)));
      if (typeof test === 'string') this.#takeTest(action, name, test, isMeasured);
      else this.#takePackage(action, name, line);
    }
  }

  end(): RunReport {
    for (const [name, line] of this.#openPackages) {
      throw this.#fault(`the tests of \`${name}\` did not end`, line, 'let the run finish');
    }
    return toRunReport(this.#tests, this.#file, this.#events);
  }

  #takeTest(action: string, name: string, test: string, isMeasured: boolean): void {
    const status = ENDS[action];
    const running = this.#open.get(name) ?? new Set();
    this.#open.set(name, running);
    if (status) {
      running.delete(test);
      this.#add(name, `${name} › ${test}`, status);
    } else if (action === 'run') running.add(test);
    else if (isMeasured && BENCHMARK.test(test) && running.delete(test)) {
      this.#add(name, `${name} › ${test}`, 'pass');
    }
  }

  #takePackage(action: string, name: string, line: number): void {
    const status = ENDS[action];
    if (!status) {
      if (!this.#openPackages.has(name)) this.#openPackages.set(name, line);
      return;
    }
    this.#openPackages.delete(name);
    for (const test of this.#open.get(name) ?? []) {
      const hasPassed = status === 'pass' && BENCHMARK.test(test);
      this.#add(
        name,
        `${name} › ${test}`,
        hasPassed ? 'pass' : 'fail',
        hasPassed ? undefined : 'did not end',
      );
    }
    this.#open.delete(name);
    if (status === 'fail') this.#failPackage(name);
  }

  #add(name: string, test: string, status: TestStatus, message?: string): void {
    if (status === 'fail') this.#failedPackages.add(name);
    this.#tests.push({ name: test, status, message });
  }

  /** Adds a failed record for a package, unless something in it has failed. */
  #failPackage(name: string): void {
    // a build names the package and its test variant: `p` and `p [p.test]`
    const plain = name.replace(/ \[.*/, '').replace(/\.test$/, '');
    if (!this.#failedPackages.has(plain)) this.#add(plain, plain, 'fail', 'failed outside of its tests');
  }

  #parse(content: string, line: number) {
    try {
      return parseJson(content, this.#file);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      throw new InputError(
        error.diagnostics.map((found) => ({
          ...found,
          position: { line, column: found.position?.column ?? 1 },
        })),
      );
    }
  }

  #fault(message: string, line: number, help?: string): InputError {
    return new InputError({ file: this.#file, position: { line, column: 1 }, message, help });
  }
}
