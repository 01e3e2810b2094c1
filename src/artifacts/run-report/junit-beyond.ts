import type { Words } from '../../diagnostic.ts';
import { clip } from '../../text/clip.ts';
import type { RecordCounts } from './counts.ts';
import type { Excess } from './junit-suite.ts';
import type { JunitWriter } from './junit-writers.ts';
import type { RunCounts } from './model.ts';

/** A warning about the element that starts at this offset. */
type SuiteWarning = Words & { readonly offset: number };

/** What the suites of a report state beyond what they show. */
export class Beyond {
  readonly #found: Excess[] = [];
  #tests = 0;
  #failures = 0;
  #errors = 0;
  #skipped = 0;
  #suites = 0;

  see(excess: Excess | undefined): void {
    if (!excess) return;
    // the first one is shown
    if (this.#suites++ === 0) this.#found.push(excess);
    this.#tests += excess.tests;
    this.#failures += excess.failures;
    this.#errors += excess.errors;
    this.#skipped += excess.skipped;
  }

  /**
   * Returns the counts with the failures and the skipped tests that no testcase shows. A test that the suites call
   * failed or skipped, and that is not missing, is not a passed one.
   */
  addTo(shown: RecordCounts, writer: JunitWriter | undefined): RunCounts {
    const failed = this.#failedFor(writer);
    // the missing tests may be the skipped ones
    const notPassed = failed + Math.max(this.#skipped - this.#tests, 0);
    const counts = {
      ...shown,
      passed: Math.max(shown.passed - notPassed, 0),
      failed: shown.failed + failed,
      skipped: shown.skipped + this.#skipped,
    };
    const ran = counts.passed + counts.failed + (counts.inconclusive ?? 0);
    return { ...counts, total: Math.max(shown.total, ran + shown.skipped) };
  }

  /**
   * Returns the warnings about what the suites state, what the writer does not show, and the retries.
   * @param flaky the names of the tests that passed on a retry
   */
  warnings(writer: JunitWriter | undefined, flaky: readonly string[]): SuiteWarning[] {
    const failed = this.#failedFor(writer);
    const stated = this.#found.map(({ offset, message }) => {
      const others = this.#suites - 1;
      const also =
        others > 0 ? `, as ${others === 1 ? 'does 1 other suite' : `do ${others} other suites`}` : '';
      const reading = failed > 0 ? `; ${failed} more ${failed === 1 ? 'counts' : 'count'} as failed` : '';
      const known = writer?.means && `${writer.name}: ${writer.means.replaceAll('`', '')}`;
      return {
        offset,
        message: `${message}${also}${reading}`,
        help: known ?? 'find out whether tests are missing; a rule on `run.total` notices it',
      };
    });
    const hidden = this.hidden(writer);
    return [...stated, ...(hidden ? [{ offset: 0, ...hidden }] : []), ...retryWarnings(flaky)];
  }

  /** Says what a writer does not show in this report; undefined if nothing is known. */
  hidden(writer: JunitWriter | undefined): Words | undefined {
    if (!writer?.hides || (writer.errorsAreNoTests && this.#errors === 0)) return undefined;
    return { message: `the JUnit reporter of ${writer.name} ${writer.hides}`, help: writer.instead };
  }

  #failedFor(writer: JunitWriter | undefined): number {
    return writer?.errorsAreNoTests ? this.#failures - this.#errors : this.#failures;
  }
}

/** Returns the warning about tests that passed on a retry. */
function retryWarnings(flaky: readonly string[]): SuiteWarning[] {
  if (flaky.length > 0) {
    const what = flaky.length === 1 ? '1 test is flaky: it' : `${flaky.length} tests are flaky: each`;
    return [{ offset: 0, message: `${what} failed first, and passed on a retry: ${listed(flaky)}` }];
  }
  return [];
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => `\`${clip(name)}\``);
  return `${shown.join(', ')}${names.length > shown.length ? ', …' : ''}`;
}
