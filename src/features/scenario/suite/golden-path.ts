/** What the comparison with a path knows of its steps. */
export interface Step {
  readonly optional: boolean;
}

/** One way through a scenario that is as good as it gets: the ideal calls, or an acceptable alternate. */
export interface GoldenPath<S extends Step = Step> {
  /** `calls`, or `alternates[0]`, by its place in the file. */
  readonly name: string;
  readonly steps: readonly S[];
}
