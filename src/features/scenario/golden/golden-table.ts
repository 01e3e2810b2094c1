import type { Step } from '../suite/golden-path.ts';

/** How near a call comes to a step: it is the one that is wanted, it is of the tool that is wanted, or neither. */
export type Fit = 'wanted' | 'near' | 'other';

/** Says it of a step and the recorded call at an index. */
export type FitOf<S extends Step> = (step: S, call: number) => Fit;

/** Where a step of a path came to be. A step that is missing would have been made before `call`. */
export interface Placed {
  readonly kind: 'kept' | 'replaced' | 'missing';
  readonly step: number;
  readonly call: number;
}

/** The most pairs of step and call that are compared: a quarter of a byte is held for each, 100 MB in all. */
export const MOST_PAIRS = 400_000_000;

/**
 * The cheapest way to turn a path into a recording of `calls` calls: the lowest penalty, then the most steps kept,
 * then the fewest steps that are no optional ones left out, then the most calls that are at least of the tool which
 * is wanted in their place.
 * @returns where each step came to be, in order; or the number of pairs when that is more than {@link MOST_PAIRS}
 */
export function align<S extends Step>(
  steps: readonly S[],
  calls: number,
  fitOf: FitOf<S>,
): Placed[] | number {
  // what both begin and end with stays together in one of the cheapest ways; an optional step need not, since it
  // may cost less to leave it out and keep another for the same call
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

/** The moves that lead from one cell of the table to the next. */
const KEEP = 0;
const REPLACE = 1;
const MISS = 2;
const EXTRA = 3;

/**
 * The table of the edit distance. Only two rows of what is compared are held, and two bits for the move that led
 * to each cell.
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
        // the first cell is where every way begins
        if (cell > 0) this.#moves[cell >> 2]! |= this.#fill(call, step) << ((cell & 3) << 1);
      }
      [this.#above, this.#row] = [this.#row, this.#above];
    }
  }

  /** Fills a cell from the best of its three neighbours and says which that was. */
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

  /** Where each step came to be, in order. */
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

/** Compares two ways to a cell: the first four numbers with the other four. */
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
