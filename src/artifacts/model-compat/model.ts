/** A model-compatibility diff (`mcptest.dev/model-compat/v1`), reduced to what the program uses. */
export interface ModelCompat {
  /** A count that is not in the diff is absent, never guessed. */
  readonly counts: { readonly [name in CountName]?: number };
}

/** How the answers of two models compare: the word in a diff, and the name of the count for it. */
export const CLASSIFICATIONS = { PASS: 'pass', DRIFT: 'drift', FAIL: 'fail' } as const;

/** What is counted: all entries, and those of each classification. */
export type CountName = 'total' | (typeof CLASSIFICATIONS)[keyof typeof CLASSIFICATIONS];
