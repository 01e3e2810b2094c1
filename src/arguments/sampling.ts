import type { Pattern } from '../assertions/regex.ts';
import type { WritingValue } from '../exec-policy/written-value.ts';

/** Says what of a value of a parameter, however deep in it, is to be avoided; undefined when nothing is. */
export type Avoids = (parameter: string, value: unknown) => WritingValue | undefined;

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
  readonly #avoids: Avoids;
  #steps = 0;
  #obstacle: string | undefined;
  #avoided: WritingValue | undefined;

  constructor(
    root: unknown,
    authored: boolean,
    compileRegex: (source: string) => Pattern | string,
    avoids: Avoids = () => undefined,
  ) {
    this.root = root;
    this.authored = authored;
    this.compileRegex = compileRegex;
    this.#avoids = avoids;
  }

  /** The first value that was not taken for what it does. */
  get avoided(): WritingValue | undefined {
    return this.#avoided;
  }

  /** Whether a parameter may have a value; false for one that does what is to be avoided. */
  allows(parameter: string, value: unknown): boolean {
    const avoided = this.#avoids(parameter, value);
    this.#avoided ??= avoided;
    return avoided === undefined;
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
