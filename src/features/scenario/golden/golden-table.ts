import type { Step } from '../suite/golden-path.ts';

/** How well a call fits a step: it meets the step, it only calls the same tool, or neither. */
export type Fit = 'wanted' | 'near' | 'other';

/** Returns how well the recorded call at an index fits a step. */
export type FitOf<S extends Step> = (step: S, call: number) => Fit;

/** Where a step of a path was placed. A missing step belongs before `call`. */
export interface Placed {
  readonly kind: 'kept' | 'replaced' | 'missing';
  readonly step: number;
  readonly call: number;
}

/** The most pairs of step and call that are compared. Each takes a quarter of a byte: 100 MB in total. */
export const MOST_PAIRS = 400_000_000;

/**
 * Finds the cheapest way to turn a path into a recording of `calls` calls: the lowest penalty, then the most steps
 * kept, then the fewest required steps left out, then the most replaced steps whose call at least has the same tool.
 * @returns where each step was placed, in order; or the number of pairs when it exceeds {@link MOST_PAIRS}
 */
export function align<S extends Step>(
  steps: readonly S[],
  calls: number,
  fitOf: FitOf<S>,
): Placed[] | number {
  // one of the cheapest ways keeps the common beginning and the common end. That is not so for optional steps: leaving
  // one out and keeping another step for the same call may cost less
  const isKept = (step: number, call: number) =>
    !steps[step]!.optional && fitOf(steps[step]!, call) === 'wanted';
  let start = 0;
  while (start < Math.min(steps.length, calls) && isKept(start, start)) start++;
  let [lastStep, lastCall] = [steps.length, calls];
  while (Math.min(lastStep, lastCall) > start && isKept(lastStep - 1, lastCall - 1)) {
    lastStep--;
    lastCall--;
  }
  const pairs = (lastStep - start + 1) * (lastCall - start + 1);
  if (pairs > MOST_PAIRS) return pairs;
  const inside = new Table(steps.slice(start, lastStep), lastCall - start, (step, call) =>
    fitOf(step, call + start),
  ).trace();
  const placed: Placed[] = [];
  for (let at = 0; at < start; at++) placed.push({ kind: 'kept', step: at, call: at });
  for (const { kind, step, call } of inside) placed.push({ kind, step: step + start, call: call + start });
  for (let at = lastStep; at < steps.length; at++) {
    placed.push({ kind: 'kept', step: at, call: lastCall + at - lastStep });
  }
  return placed;
}

/** The moves from one cell of the table to the next. */
const KEEP = 0;
const REPLACE = 1;
const MISS = 2;
const EXTRA = 3;

/**
 * The table of the edit distance. It keeps only two rows of the compared numbers, and two bits per cell for the move
 * that led there.
 */
class Table<S extends Step> {
  readonly #steps: readonly S[];
  readonly #calls: number;
  readonly #fitOf: FitOf<S>;
  readonly #moves: Uint8Array;
  #above: Row;
  #row: Row;

  constructor(steps: readonly S[], calls: number, fitOf: FitOf<S>) {
    const width = steps.length + 1;
    this.#steps = steps;
    this.#calls = calls;
    this.#fitOf = fitOf;
    this.#moves = new Uint8Array(Math.ceil(((calls + 1) * width) / 4));
    this.#above = rowOf(width);
    this.#row = rowOf(width);
    for (let call = 0; call <= calls; call++) {
      for (let step = 0; step < width; step++) {
        const cell = call * width + step;
        // every way begins at the first cell
        if (cell > 0) this.#moves[cell >> 2]! |= this.#fill(call, step) << ((cell & 3) << 1);
      }
      [this.#above, this.#row] = [this.#row, this.#above];
    }
  }

  /** Fills a cell from the best of its three neighbours and returns the move from there. */
  #fill(call: number, step: number): number {
    const [above, row] = [this.#above, this.#row];
    let move = -1;
    let [penalty, kept, length, near] = [0, 0, 0, 0];
    if (call > 0 && step > 0) {
      const fit = this.#fitOf(this.#steps[step - 1]!, call - 1);
      const from = step - 1;
      move = fit === 'wanted' ? KEEP : REPLACE;
      penalty = above.penalty[from]! + (fit === 'wanted' ? 0 : 1);
      kept = above.kept[from]! + (fit === 'wanted' ? 1 : 0);
      length = above.length[from]! + 1;
      near = above.near[from]! + (fit === 'near' ? 1 : 0);
    }
    if (step > 0) {
      const from = step - 1;
      const cost = this.#steps[from]!.optional ? 0 : 1;
      const [p, k, l, n] = [
        row.penalty[from]! + cost,
        row.kept[from]!,
        row.length[from]! + cost,
        row.near[from]!,
      ];
      if (move < 0 || isBetter(p, k, l, n, penalty, kept, length, near)) {
        [move, penalty, kept, length, near] = [MISS, p, k, l, n];
      }
    }
    if (call > 0) {
      const [p, k, l, n] = [
        above.penalty[step]! + 1,
        above.kept[step]!,
        above.length[step]!,
        above.near[step]!,
      ];
      if (move < 0 || isBetter(p, k, l, n, penalty, kept, length, near)) {
        [move, penalty, kept, length, near] = [EXTRA, p, k, l, n];
      }
    }
    row.penalty[step] = penalty;
    row.kept[step] = kept;
    row.length[step] = length;
    row.near[step] = near;
    return move;
  }

  /** Where each step was placed, in order. */
  trace(): Placed[] {
    const width = this.#steps.length + 1;
    const placed: Placed[] = [];
    for (let [call, step] = [this.#calls, this.#steps.length]; call > 0 || step > 0; ) {
      const cell = call * width + step;
      const move = (this.#moves[cell >> 2]! >> ((cell & 3) << 1)) & 3;
      if (move !== MISS) call--;
      if (move !== EXTRA) step--;
      if (move === KEEP) placed.push({ kind: 'kept', step, call });
      else if (move === REPLACE) placed.push({ kind: 'replaced', step, call });
      else if (move === MISS) placed.push({ kind: 'missing', step, call });
    }
    return placed.reverse();
  }
}

interface Row {
  readonly penalty: Int32Array;
  readonly kept: Int32Array;
  readonly length: Int32Array;
  readonly near: Int32Array;
}

function rowOf(width: number): Row {
  return {
    penalty: new Int32Array(width),
    kept: new Int32Array(width),
    length: new Int32Array(width),
    near: new Int32Array(width),
  };
}

/** Whether the first of two ways to a cell (the first four numbers) is better than the second (the last four). */
function isBetter(
  p: number,
  k: number,
  l: number,
  n: number,
  penalty: number,
  kept: number,
  length: number,
  near: number,
): boolean {
  if (p !== penalty) return p < penalty;
  if (k !== kept) return k > kept;
  return l === length ? n > near : l < length;
}
