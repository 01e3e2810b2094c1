/** The part of a step that the comparison with a path needs. */
export interface Step {
  readonly optional: boolean;
}

/** Steps that may be taken in any order: those from `start` up to, but not including, `end`. */
export interface StepSet {
  readonly start: number;
  readonly end: number;
}

/** One accepted way through a scenario: the ideal calls, or an alternate. */
export interface GoldenPath<S extends Step = Step> {
  /** `calls`, or `alternates[0]`, by its place in the file. */
  readonly name: string;
  readonly steps: readonly S[];
  /** In the order of their steps; they share none. */
  readonly sets?: readonly StepSet[];
}
