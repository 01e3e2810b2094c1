import type { Pattern } from '../assertions/regex.ts';

/** How much work one search may take: schemas come from strangers, and some refer to themselves without end. */
const MOST_STEPS = 5000;

/** Values within values; no tool wants its arguments deeper. */
const DEEPEST = 40;

/** One search for a value that a schema accepts: what it may use, how far it has come, and what stood in its way. */
export class Sampling {
  /** The whole schema, which references lead into. */
  readonly root: unknown;
  /** Whether the examples and defaults of the schema are tried first. */
  readonly authored: boolean;
  readonly compileRegex: (source: string) => Pattern | string;
  #steps = 0;
  #obstacle: string | undefined;

  constructor(root: unknown, authored: boolean, compileRegex: (source: string) => Pattern | string) {
    this.root = root;
    this.authored = authored;
    this.compileRegex = compileRegex;
  }

  /** What stood in the way first. */
  get obstacle(): string | undefined {
    return this.#obstacle;
  }

  /** False when the search has gone on for long enough, or goes too deep. */
  step(depth: number): boolean {
    this.#steps += 1;
    if (depth > DEEPEST) return this.#meet('what it wants nests without end');
    return this.#steps <= MOST_STEPS || this.#meet('it is too large to find a value for');
  }

  /** Notes why no value can be made at a place. */
  blocked(path: readonly string[], message: string): void {
    this.#obstacle ??= path.length === 0 ? message : `\`${path.join('.')}\`: ${message}`;
  }

  #meet(message: string): false {
    this.#obstacle ??= message;
    return false;
  }
}
