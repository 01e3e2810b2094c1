import type { Labels } from '../../artifacts/labels/model.ts';
import { type Bins, binOf, distinctOf } from './bins.ts';

/** A row of a file of labels that a certificate is made from. */
export interface CalibrationRow {
  readonly confidence: number;
  readonly correct: boolean;
}

/** The rows of a file: one for each item, and the rows in the second order where there are two. */
export interface CalibrationRows {
  readonly items: readonly CalibrationRow[];
  readonly others: readonly CalibrationRow[] | undefined;
}

/** What the rows of a cell have in common in one of the two orders. */
export interface CellSide {
  readonly bin: number;
  readonly correct: boolean;
  /** The mean confidence. */
  confidence: number;
}

/** Items that count as equal when a sample is drawn again. */
export interface Cell {
  readonly sides: readonly [CellSide] | readonly [CellSide, CellSide];
  /** How many items. */
  size: number;
  /** The mean of the squared errors of an item, over its rows, added up. */
  square: number;
}

/** More cells than this would take longer to draw from than a million labels take to read. */
const MOST_CELLS = 4096;

/** Into how many levels all bins together are divided, until the cells are few enough. */
const LEVELS = [1024, 256, 64, 1];

/** Returns the rows of a file as the calibration sees them: its lines were read with a confidence and a `correct`. */
export function toCalibrationRows({ items, others }: Labels): CalibrationRows {
  return { items, others } as CalibrationRows;
}

/** Returns all confidences, ascending. */
export function sortedConfidences({ items, others = [] }: CalibrationRows): Float64Array {
  const all = new Float64Array(items.length + others.length);
  let at = 0;
  for (const { confidence } of items) all[at++] = confidence;
  for (const { confidence } of others) all[at++] = confidence;
  return all.sort();
}

/**
 * Puts equal items into one cell. If there are too many different ones, those whose confidences are close to each other
 * and in the same bin count as equal, with their mean: the cells are then so narrow that what they leave out is less than
 * a thousandth of the spread.
 */
export function toCells(rows: CalibrationRows, sorted: Float64Array, bins: Bins): Cell[] {
  const { values } = distinctOf(sorted);
  if (values.length <= MOST_CELLS) {
    const exact = gather(rows, bins, new Levels({ binning: 'value', ends: values }, 1));
    if (exact) return exact;
  }
  for (const levels of LEVELS) {
    const cells = gather(rows, bins, new Levels(bins, Math.ceil(levels / bins.ends.length)));
    if (cells) return cells;
  }
  return gather(rows, bins, new Levels(bins, 1), Number.POSITIVE_INFINITY) as Cell[];
}

/** Numbers the levels of confidences: each bin is divided into the same number of them. */
class Levels {
  readonly #bins: Bins;
  readonly #each: number;
  readonly count: number;

  constructor(bins: Bins, each: number) {
    this.#bins = bins;
    this.#each = each;
    this.count = bins.ends.length * each;
  }

  of(confidence: number): number {
    const bin = binOf(confidence, this.#bins);
    if (this.#each === 1) return bin;
    const { ends } = this.#bins;
    const low = bin === 0 ? 0 : (ends[bin - 1] as number);
    const share = (confidence - low) / ((ends[bin] as number) - low);
    return bin * this.#each + Math.min(this.#each - 1, Math.floor(share * this.#each));
  }
}

/** Returns the cells; undefined when they are too many. */
function gather(
  { items, others }: CalibrationRows,
  bins: Bins,
  levels: Levels,
  most = MOST_CELLS,
): Cell[] | undefined {
  const cells = new Map<number, Cell>();
  for (let index = 0; index < items.length; index++) {
    const first = items[index] as CalibrationRow;
    const second = others?.[index];
    const one = 2 * levels.of(first.confidence) + Number(first.correct);
    const two = second ? 2 * levels.of(second.confidence) + Number(second.correct) + 1 : 0;
    const key = two * 2 * levels.count + one;
    const cell = cells.get(key);
    if (cell) add(cell, first, second);
    else {
      if (cells.size === most) return undefined;
      const side = ({ confidence, correct }: CalibrationRow) => ({
        bin: binOf(confidence, bins),
        correct,
        confidence,
      });
      const sides = second ? ([side(first), side(second)] as const) : ([side(first)] as const);
      cells.set(key, { sides, size: 1, square: squareOf(first) + (second ? squareOf(second) : 0) });
    }
  }
  return [...cells.values()];
}

/** Adds an item to a cell, whose members are means. */
function add(cell: Cell, first: CalibrationRow, second: CalibrationRow | undefined): void {
  const [one, two] = cell.sides;
  cell.size++;
  one.confidence += (first.confidence - one.confidence) / cell.size;
  if (two && second) two.confidence += (second.confidence - two.confidence) / cell.size;
  const square = squareOf(first) + (second ? squareOf(second) : 0);
  cell.square += (square - cell.square) / cell.size;
}

function squareOf({ confidence, correct }: CalibrationRow): number {
  return (confidence - Number(correct)) ** 2;
}
