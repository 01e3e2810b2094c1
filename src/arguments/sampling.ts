import { stepsOfPattern } from '../assertions/pattern-size.ts';
import type { Pattern } from '../assertions/regex.ts';
import type { Steps } from '../assertions/steps.ts';
import { type ChoiceJudge, isContent, judgeOf } from '../exec-policy/choices.ts';
import type { WritingValue } from '../exec-policy/written-value.ts';
import { isObject } from '../values/own-property.ts';

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
  readonly #compileRegex: (source: string) => Pattern | string;
  /** By schema; null if its values are no actions. */
  readonly #actions = new Map<object, ChoiceJudge | null | undefined>();
  /** The same, for parameters whose defaults and examples are only words. */
  readonly #actionsOfContent = new Map<object, ChoiceJudge | null | undefined>();
  readonly #patterns = new Map<string, Pattern | string>();
  readonly #avoids: Avoids;
  readonly #work: Steps;
  #steps = 0;
  #obstacle: string | undefined;
  #avoided: WritingValue | undefined;

  constructor(
    root: unknown,
    authored: boolean,
    compileRegex: (source: string) => Pattern | string,
    work: Steps,
    avoids: Avoids = () => undefined,
  ) {
    this.root = root;
    this.authored = authored;
    this.#compileRegex = compileRegex;
    this.#work = work;
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
    const avoided = this.#avoids(parameter, value, this.#actionsOf(parameter, schema));
    this.#avoided ??= avoided;
    return avoided === undefined;
  }

  #actionsOf(parameter: string, schema: unknown): ChoiceJudge | undefined {
    if (!isObject(schema)) return undefined;
    // each of its values is asked for
    const known = isContent(parameter) ? this.#actionsOfContent : this.#actions;
    let actions = known.get(schema);
    if (actions === undefined) {
      actions = judgeOf(parameter, schema, this.root);
      known.set(schema, actions ?? null);
    }
    return actions ?? undefined;
  }

  /** Compiles a pattern, once. Its tests count as work; it matches nothing when there was too much. */
  compileRegex(source: string): Pattern | string {
    let pattern = this.#patterns.get(source);
    if (pattern === undefined) {
      const compiled = this.#compileRegex(source);
      pattern = typeof compiled === 'string' ? compiled : this.#counted(compiled);
      this.#patterns.set(source, pattern);
    }
    return pattern;
  }

  #counted(pattern: Pattern): Pattern {
    // compiling takes a while for each state
    this.work(pattern.size * 10);
    return {
      ...pattern,
      test: (text) => this.work(stepsOfPattern(pattern, text)) && pattern.test(text),
    };
  }

  /** Counts work whose amount the schema decides. Returns false when there was too much; no step is taken then. */
  work(count: number): boolean {
    return this.#work.spend(count) || this.#meet('it is too large to find a value for');
  }

  /** The first reason why no value could be generated. */
  get obstacle(): string | undefined {
    return this.#obstacle;
  }

  /** Counts one step. Returns false when the search takes too long or goes too deep. */
  step(depth: number): boolean {
    this.#steps += 1;
    if (depth > DEEPEST) return this.#meet('the value that it requires nests too deep');
    return (this.#steps <= MOST_STEPS && this.work(1)) || this.#meet('it is too large to find a value for');
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
