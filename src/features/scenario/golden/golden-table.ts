import { type Alignable, isBetter, type Placed } from './golden-fits.ts';
import type { Graph } from './golden-graph.ts';

/** The moves from one cell of the table to the next, in the lowest two bits. The edge of the move is in those above. */
const KEEP = 0;
const REPLACE = 1;
const MISS = 2;
const EXTRA = 3;

/**
 * The table of the edit distance: a row for each call, a column for each node of the graph. It keeps only two rows of the
 * compared numbers, and for each cell the move that led there: in two bits for a chain, in a byte for a graph with sets.
 */
export class Table {
  readonly #graph: Graph;
  readonly #problem: Alignable;
  readonly #moves: Uint8Array;
  /** The cells in a byte, as a power of two, and the bits of each. */
  readonly #power: 0 | 2;
  readonly #bits: 2 | 8;
  #above: Row;
  #row: Row;

  constructor(graph: Graph, problem: Alignable) {
    const { nodes } = graph;
    const isChain = graph.from.length === nodes - 1;
    [this.#power, this.#bits] = isChain ? [2, 2] : [0, 8];
    this.#graph = graph;
    this.#problem = problem;
    this.#moves = new Uint8Array((((problem.calls + 1) * nodes) >>> this.#power) + 1);
    this.#above = rowOf(nodes);
    this.#row = rowOf(nodes);
    for (let call = 0; call <= problem.calls; call++) {
      const extra = call > 0 && problem.isFree(call - 1) ? 0 : 1;
      for (let node = 0; node < nodes; node++) {
        const cell = call * nodes + node;
        // every way begins at the first cell
        if (cell > 0)
          this.#moves[cell >>> this.#power]! |= this.#fill(call, node, extra) << this.#shift(cell);
      }
      [this.#above, this.#row] = [this.#row, this.#above];
    }
  }

  #shift(cell: number): number {
    return this.#power === 0 ? 0 : (cell & 3) << 1;
  }

  /** Fills a cell from the best of its neighbours and returns the move from there. */
  #fill(call: number, node: number, extra: number): number {
    const above = this.#above;
    const row = this.#row;
    const { first, from, step } = this.#graph;
    let move = -1;
    let [penalty, kept, length, near] = [0, 0, 0, 0];
    const [start, end] = [first[node]!, first[node + 1]!];
    for (let edge = start; edge < end; edge++) {
      const before = from[edge]!;
      const passed = step[edge]!;
      if (call > 0) {
        const fit = this.#problem.fitOf(passed, call - 1);
        const isKept = fit === 'wanted';
        const p = above.penalty[before]! + (isKept ? 0 : 1);
        const k = above.kept[before]! + (isKept ? 1 : 0);
        const l = above.length[before]! + 1;
        const n = above.near[before]! + (fit === 'near' ? 1 : 0);
        if (move < 0 || isBetter(p, k, l, n, penalty, kept, length, near)) {
          move = ((edge - start) << 2) | (isKept ? KEEP : REPLACE);
          penalty = p;
          kept = k;
          length = l;
          near = n;
        }
      }
      const cost = this.#problem.isOptional(passed) ? 0 : 1;
      const p = row.penalty[before]! + cost;
      const k = row.kept[before]!;
      const l = row.length[before]! + cost;
      const n = row.near[before]!;
      if (move < 0 || isBetter(p, k, l, n, penalty, kept, length, near)) {
        move = ((edge - start) << 2) | MISS;
        penalty = p;
        kept = k;
        length = l;
        near = n;
      }
    }
    if (call > 0) {
      const p = above.penalty[node]! + extra;
      const k = above.kept[node]!;
      const l = above.length[node]!;
      const n = above.near[node]!;
      if (move < 0 || isBetter(p, k, l, n, penalty, kept, length, near)) {
        move = EXTRA;
        penalty = p;
        kept = k;
        length = l;
        near = n;
      }
    }
    row.penalty[node] = penalty;
    row.kept[node] = kept;
    row.length[node] = length;
    row.near[node] = near;
    return move;
  }

  /** Where each step was placed, in the order of the calls. */
  trace(): Placed[] {
    const { nodes, first, from, step } = this.#graph;
    const placed: Placed[] = [];
    for (let [call, node] = [this.#problem.calls, nodes - 1]; call > 0 || node > 0; ) {
      const cell = call * nodes + node;
      const move = (this.#moves[cell >>> this.#power]! >> this.#shift(cell)) & ((1 << this.#bits) - 1);
      const kind = move & 3;
      if (kind !== MISS) call--;
      if (kind === EXTRA) continue;
      const edge = first[node]! + (move >> 2);
      placed.push({ kind: NAMES[kind as keyof typeof NAMES], step: step[edge]!, call });
      node = from[edge]!;
    }
    return placed.reverse();
  }
}

const NAMES = { [KEEP]: 'kept', [REPLACE]: 'replaced', [MISS]: 'missing' } as const;

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
