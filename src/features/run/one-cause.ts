import type { Exchange } from '../../mcp/exchange.ts';
import { clip } from '../../text/clip.ts';
import type { CompiledCall } from './compile-suite.ts';
import { inWords, isOk } from './judge-call.ts';

/**
 * Finds out whether all calls of a suite failed for one cause, such as a missing login: then nothing was checked, although
 * tests that expect an error may have passed. A test that says which error it expects has checked something.
 * Spec (suites and recording): "Three things must be right"
 */
export class OneCause {
  readonly #calls = new Set<CompiledCall>();
  readonly #causes = new Set<string>();
  #isChecked = false;

  /** Notes an answer. */
  take(compiled: CompiledCall, exchange: Exchange): void {
    const { error, text, assertions, snapshot } = compiled.call.expect;
    const isNamed = error !== undefined || text !== undefined || assertions.length > 0 || snapshot;
    if (isNamed || isOk(exchange)) this.#isChecked = true;
    this.#calls.add(compiled);
    if (!this.#isChecked) this.#causes.add(inWords(exchange));
  }

  /** Why nothing was checked; undefined when something was. One call that expects an error is a test. */
  get verdict(): string | undefined {
    const [cause, another] = this.#causes;
    if (this.#isChecked || this.#calls.size < 2 || cause === undefined || another !== undefined)
      return undefined;
    return `all ${this.#calls.size} calls came back as ${clip(cause, 300)}, and no test expects that error by its code or message, so nothing was checked`;
  }
}
