interface Step {
  readonly optional: boolean;
}

/** One way through a scenario that is as good as it gets: the ideal calls, or an acceptable alternate. */
export interface GoldenPath<S extends Step = Step> {
  readonly steps: readonly S[];
  /** `calls`, or the place of an alternate in the file. */
  readonly source: 'calls' | number;
}

/** What became of a step or a recorded call, in order; indexes into the path and into all recorded calls. */
export type AlignedStep =
  | { readonly kind: 'kept' | 'replaced'; readonly step: number; readonly call: number }
  | { readonly kind: 'missing'; readonly step: number }
  | { readonly kind: 'extra'; readonly call: number };

/** How a recording compares with the golden path nearest to it. Source: "Golden" of the scenario harness. */
export interface GoldenOutcome {
  readonly matched: boolean;
  readonly exact: boolean;
  readonly alternate: boolean;
  /** The number of calls to insert, delete or replace: 0 exactly when matched. */
  readonly penalty: number;
  /** The share of the longer of the two that was kept, from 0 to 1: 1 exactly when matched. */
  readonly efficiency: number;
  readonly path: GoldenPath;
  readonly alignment: readonly AlignedStep[];
}

/** Whether the recorded call at an index is the one that a step wants. */
export type Matches<S extends Step> = (step: S, call: number) => boolean;

/** The most pairs of call and step that are compared: one byte each is kept for the alignment. */
const MOST_PAIRS = 100_000_000;

/**
 * Compares a recording of `calls` calls with every golden path and takes the nearest: the lowest penalty, then
 * the most steps kept, then the higher efficiency, then the first in the file.
 * @param paths at least one; `calls` first
 * @returns undefined when a path and the recording are too long to compare, see {@link MOST_PAIRS}
 */
export function compareWithGolden<S extends Step>(
  paths: readonly GoldenPath<S>[],
  calls: number,
  matches: Matches<S>,
): GoldenOutcome | undefined {
  const pairs = paths.reduce((sum, { steps }) => sum + (steps.length + 1) * (calls + 1), 0);
  if (pairs > MOST_PAIRS) return undefined;
  let best: GoldenOutcome | undefined;
  for (const path of paths) {
    const outcome = toOutcome(path, align(path, calls, matches), calls);
    if (!best || isNearer(outcome, best)) best = outcome;
  }
  return best;
}

function isNearer(a: GoldenOutcome, b: GoldenOutcome): boolean {
  if (a.penalty !== b.penalty) return a.penalty < b.penalty;
  const [keptA, keptB] = [countKept(a.alignment), countKept(b.alignment)];
  return keptA === keptB ? a.efficiency > b.efficiency : keptA > keptB;
}

function toOutcome(path: GoldenPath, alignment: readonly AlignedStep[], calls: number): GoldenOutcome {
  const kept = countKept(alignment);
  const isFree = (aligned: AlignedStep) =>
    aligned.kind === 'kept' || (aligned.kind === 'missing' && path.steps[aligned.step]?.optional === true);
  const penalty = alignment.filter((aligned) => !isFree(aligned)).length;
  // optional steps that were left out are no part of the path
  const leftOut = alignment.filter((aligned) => aligned.kind === 'missing' && isFree(aligned)).length;
  const longer = Math.max(calls, path.steps.length - leftOut);
  const matched = penalty === 0;
  return {
    matched,
    exact: matched && path.source === 'calls',
    alternate: matched && path.source !== 'calls',
    penalty,
    efficiency: longer === 0 ? 1 : kept / longer,
    path,
    alignment,
  };
}

function countKept(alignment: readonly AlignedStep[]): number {
  return alignment.reduce((count, { kind }) => count + (kind === 'kept' ? 1 : 0), 0);
}

/** The moves of the alignment, each from the cell before. */
const KEEP = 1;
const REPLACE = 2;
const MISS = 3;
const EXTRA = 4;

/**
 * The cheapest way to turn the path into the recording. Cells are compared by their penalty, then by the steps
 * kept, then by the length of the path; only two rows of those are held, and the move that led to each cell.
 */
function align<S extends Step>({ steps }: GoldenPath<S>, calls: number, matches: Matches<S>): AlignedStep[] {
  const width = steps.length + 1;
  const moves = new Uint8Array((calls + 1) * width);
  let above = rowOf(width);
  let row = rowOf(width);
  for (let call = 0; call <= calls; call++) {
    for (let step = 0; step < width; step++) {
      const move = bestMove(call, step);
      moves[call * width + step] = move;
    }
    [above, row] = [row, above];
  }
  return trace(moves, calls, steps.length);

  /** Fills the cell from the best of its three neighbours and says which that was. */
  function bestMove(call: number, step: number): number {
    let move = 0;
    let [penalty, kept, length] = [0, 0, 0];
    const offer = (candidate: number, p: number, k: number, l: number) => {
      const isBetter =
        move === 0 || p < penalty || (p === penalty && (k > kept || (k === kept && l < length)));
      if (isBetter) [move, penalty, kept, length] = [candidate, p, k, l];
    };
    if (call > 0 && step > 0) {
      const isKept = matches(steps[step - 1]!, call - 1);
      const [p, k, l] = [above.penalty[step - 1]!, above.kept[step - 1]!, above.length[step - 1]!];
      if (isKept) offer(KEEP, p, k + 1, l + 1);
      else offer(REPLACE, p + 1, k, l + 1);
    }
    if (step > 0) {
      const isFree = steps[step - 1]!.optional;
      const [p, k, l] = [row.penalty[step - 1]!, row.kept[step - 1]!, row.length[step - 1]!];
      offer(MISS, p + (isFree ? 0 : 1), k, l + (isFree ? 0 : 1));
    }
    if (call > 0) offer(EXTRA, above.penalty[step]! + 1, above.kept[step]!, above.length[step]!);
    row.penalty[step] = penalty;
    row.kept[step] = kept;
    row.length[step] = length;
    return move;
  }
}

function rowOf(width: number) {
  return { penalty: new Int32Array(width), kept: new Int32Array(width), length: new Int32Array(width) };
}

function trace(moves: Uint8Array, calls: number, steps: number): AlignedStep[] {
  const aligned: AlignedStep[] = [];
  for (let [call, step] = [calls, steps]; call > 0 || step > 0; ) {
    const move = moves[call * (steps + 1) + step];
    if (move !== MISS) call--;
    if (move !== EXTRA) step--;
    if (move === KEEP) aligned.push({ kind: 'kept', step, call });
    else if (move === REPLACE) aligned.push({ kind: 'replaced', step, call });
    else if (move === MISS) aligned.push({ kind: 'missing', step });
    else aligned.push({ kind: 'extra', call });
  }
  return aligned.reverse();
}
