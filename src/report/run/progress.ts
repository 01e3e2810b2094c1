import { clip } from '../../text/clip.ts';
import { escapeLine } from '../../text/escape-terminal.ts';

/** The most lines of running tests. */
const MOST_LINES = 8;

/**
 * The lines on a terminal that say which tests run. Each change takes the lines back and writes them again, so nothing of
 * them stays when the run has ended.
 */
export class RunProgress {
  readonly #running = new Set<string>();
  readonly #width: number;
  #shown = 0;
  #done = 0;
  readonly #total: number;

  /** @param columns the width of the terminal: a line must not wrap, or it could not be taken back */
  constructor(total: number, columns = 80) {
    this.#total = total;
    this.#width = Math.max(20, columns - 1);
  }

  /** Returns what to write when a test begins. */
  begin(name: string): string {
    this.#running.add(name);
    return this.#redraw();
  }

  /** Returns what to write when a test has ended. */
  end(name: string): string {
    this.#running.delete(name);
    this.#done += 1;
    return this.#redraw();
  }

  /** Returns what takes the lines back. */
  clear(): string {
    const back = this.#shown > 0 ? `\u001b[${this.#shown}F\u001b[0J` : '';
    this.#shown = 0;
    return back;
  }

  #redraw(): string {
    const back = this.clear();
    const names = [...this.#running];
    const more = names.length - MOST_LINES;
    const lines = [
      `${this.#done} of ${this.#total} tests`,
      ...names.slice(0, MOST_LINES).map((name) => `  running ${clip(name, 200)}`),
      ...(more > 0 ? [`  and ${more} more`] : []),
    ].map((line) => `${escapeLine(line).slice(0, this.#width)}\n`);
    this.#shown = lines.length;
    return back + lines.join('');
  }
}
