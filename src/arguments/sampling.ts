import type { Pattern } from '../assertions/regex.ts';
import { actionsAmong, type ChoiceJudge, choicesOf } from '../exec-policy/choices.ts';
import type { WritingValue } from '../exec-policy/written-value.ts';

/** Returns the part of a value that must be avoided, at any depth. Undefined when the value is allowed. */
export type Avoids = (parameter: string, value: unknown, actions?: ChoiceJudge) => WritingValue | undefined;

/** How many steps one search may take: schemas are untrusted, and some refer to themselves endlessly. */
const MOST_STEPS = 5000;

/** The deepest nesting of generated values. No tool needs deeper arguments. */
const DEEPEST = 40;

/** The state of one search for a value that a schema accepts: its limits, its progress, and its first obstacle. */
export class Sampling {
  /** The whole schema, in which references are resolved. */
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

  /** The first value that was avoided because of what it changes. */
  get avoided(): WritingValue | undefined {
    return this.#avoided;
  }

  /**
   * Whether a parameter may have a value. Notes the first value that must be avoided.
   * @param schema the schema of the parameter: the values that it lists show whether they are actions
   */
  allows(parameter: string, value: unknown, schema?: unknown): boolean {
    const avoided = this.#avoids(parameter, value, actionsAmong(choicesOf(schema, this.root)));
    this.#avoided ??= avoided;
    return avoided === undefined;
  }

  /** The first reason why no value could be generated. */
  get obstacle(): string | undefined {
    return this.#obstacle;
  }

  /** Counts one step. Returns false when the search takes too long or goes too deep. */
  step(depth: number): boolean {
    this.#steps += 1;
    if (depth > DEEPEST) return this.#meet('the value that it requires nests too deep');
    return this.#steps <= MOST_STEPS || this.#meet('it is too large to find a value for');
  }

  /** Notes why no value can be generated at a path. */
  blocked(path: readonly string[], message: string): void {
    this.#obstacle ??= path.length === 0 ? message : `\`${path.join('.')}\`: ${message}`;
  }

  #meet(message: string): false {
    this.#obstacle ??= message;
    return false;
  }
}
