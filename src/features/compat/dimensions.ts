import { covers } from './shape.ts';
import type { Trial } from './trial.ts';

/** In which respects two runs can differ, the weightiest first, and what a difference means. */
export const DIMENSIONS = {
  outcome: 'the outcome',
  tools: 'which tools were called',
  order: 'the order of the calls',
  arguments: 'the arguments of the calls',
  response_shape: 'the shape of the final response',
  finish: 'how the run ended',
  text: 'the text of the final response',
} as const;

/** One of these respects. */
export type Dimension = keyof typeof DIMENSIONS;

/** Whether two runs differ in a respect, as they are. */
const DIFFERS: Readonly<Record<Dimension, (a: Trial, b: Trial) => boolean>> = {
  outcome: (a, b) => a.held !== b.held,
  tools: (a, b) => a.tools !== b.tools,
  order: (a, b) => a.order !== b.order,
  arguments: (a, b) => a.calls !== b.calls,
  response_shape: (a, b) => !covers(a.shape, b.shape),
  finish: (a, b) => a.finish !== b.finish,
  text: (a, b) => a.text !== b.text,
};

/** A respect in which the candidate did what the baseline never did, and a run that shows it. */
export interface Change {
  readonly dimension: Dimension;
  /** How many runs of the candidate show it. */
  readonly trials: number;
  readonly example: Trial;
}

/**
 * Returns the respects in which runs of the candidate are like no run of the baseline. Where other tools were called,
 * order and arguments are not compared.
 */
export function changesOf(
  baseline: readonly Trial[],
  candidate: readonly Trial[],
  compareText: boolean,
): Change[] {
  const sameTools = (run: Trial) => baseline.filter(({ tools }) => tools === run.tools);
  const isNew: Readonly<Record<Exclude<Dimension, 'outcome'>, (run: Trial) => boolean>> = {
    tools: (run) => sameTools(run).length === 0,
    order: (run) => sameTools(run).length > 0 && baseline.every((known) => DIFFERS.order(run, known)),
    arguments: (run) => sameTools(run).length > 0 && baseline.every((known) => DIFFERS.arguments(run, known)),
    response_shape: (run) => baseline.every((known) => DIFFERS.response_shape(run, known)),
    finish: (run) => baseline.every((known) => DIFFERS.finish(run, known)),
    text: (run) => compareText && baseline.every((known) => DIFFERS.text(run, known)),
  };
  return Object.entries(isNew).flatMap(([dimension, test]) => {
    const runs = candidate.filter(test);
    const [example] = runs;
    return example ? [{ dimension: dimension as Dimension, trials: runs.length, example }] : [];
  });
}

/** How often two runs of one case differ in each respect. */
export interface Differences {
  readonly pairs: number;
  readonly differing: Readonly<Record<Dimension, number>>;
}

/** Counts the differing pairs: of runs within a list, or between two lists. */
export function countDifferences(
  cases: readonly { readonly one: readonly Trial[]; readonly other?: readonly Trial[] }[],
): Differences {
  const names = Object.keys(DIMENSIONS) as Dimension[];
  const differing = Object.fromEntries(names.map((name) => [name, 0])) as Record<Dimension, number>;
  let pairs = 0;
  for (const { one, other } of cases) {
    for (const [index, a] of one.entries()) {
      for (const b of other ?? one.slice(index + 1)) {
        pairs++;
        for (const name of names) if (DIFFERS[name](a, b)) differing[name]++;
      }
    }
  }
  return { pairs, differing };
}
