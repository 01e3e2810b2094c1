import { type Bins, binOf } from './bins.ts';
import type { CalibrationRows } from './cells.ts';

/** The rows of one bin. */
export interface BinFigures {
  /** The bin holds confidences above this one; in the first, and where each value has its own bin, this one too. */
  readonly lo: number;
  readonly hi: number;
  readonly rows: number;
  /** The mean confidence; undefined in an empty bin. */
  readonly confidence: number | undefined;
  /** The share of right verdicts; undefined in an empty bin. */
  readonly accuracy: number | undefined;
}

/** How well confidences and right verdicts go together, over all rows. */
export interface Calibration {
  readonly rows: number;
  readonly accuracy: number;
  /** The expected calibration error: the mean over the rows of how far confidence and accuracy of their bin are apart. */
  readonly ece: number;
  /** The root of the mean square of the same distances. */
  readonly eceL2: number;
  /** The largest of them. */
  readonly eceMax: number;
  /** The mean squared difference between a confidence and 1 or 0. */
  readonly brier: number;
  /** 1 - brier / (accuracy x (1 - accuracy)): how much better than a judge that always states its accuracy. */
  readonly brierSkill: number;
  readonly bins: readonly BinFigures[];
}

/** Computes the figures of a file with at least one right and one wrong verdict. */
export function calibrationOf({ items, others = [] }: CalibrationRows, bins: Bins): Calibration {
  const size = bins.ends.length;
  const [counts, hits] = [new Float64Array(size), new Float64Array(size)];
  const confidences = new Sums(size);
  const squares = new Sums(1);
  let [rows, right] = [0, 0];
  for (const rowsInOrder of [items, others]) {
    for (const { confidence, correct } of rowsInOrder) {
      const bin = binOf(confidence, bins);
      const hit = Number(correct);
      (counts[bin] as number)++;
      confidences.add(bin, confidence);
      (hits[bin] as number) += hit;
      squares.add(0, (confidence - hit) ** 2);
      right += hit;
      rows++;
    }
  }
  let [sum, square, largest] = [0, 0, 0];
  for (let bin = 0; bin < size; bin++) {
    const count = counts[bin] as number;
    if (count === 0) continue;
    const gap = Math.abs(confidences.of(bin) - (hits[bin] as number)) / count;
    sum += gap * count;
    square += gap * gap * count;
    largest = Math.max(largest, gap);
  }
  const accuracy = right / rows;
  const brier = squares.of(0) / rows;
  return {
    rows,
    accuracy,
    ece: sum / rows,
    eceL2: Math.sqrt(square / rows),
    eceMax: largest,
    brier,
    brierSkill: skillOf(brier, accuracy),
    bins: Array.from({ length: size }, (_, bin) =>
      figuresOf(bin, bins, counts[bin] as number, confidences.of(bin), hits[bin] as number),
    ),
  };
}

/** Sums without the rounding errors that add up over a million terms (Neumaier, 1974). */
class Sums {
  readonly #sums: Float64Array;
  readonly #lost: Float64Array;

  constructor(count: number) {
    this.#sums = new Float64Array(count);
    this.#lost = new Float64Array(count);
  }

  /** Adds a term of at least 0. */
  add(index: number, term: number): void {
    const before = this.#sums[index] as number;
    const after = before + term;
    (this.#lost[index] as number) += before >= term ? before - after + term : term - after + before;
    this.#sums[index] = after;
  }

  of(index: number): number {
    return (this.#sums[index] as number) + (this.#lost[index] as number);
  }
}

/** A constant judge has no skill: rounding must not give it some. */
function skillOf(brier: number, accuracy: number): number {
  const skill = 1 - brier / (accuracy * (1 - accuracy));
  return Math.abs(skill) < 1e-12 ? 0 : skill;
}

function figuresOf(
  bin: number,
  { ends, binning }: Bins,
  rows: number,
  confidences: number,
  hits: number,
): BinFigures {
  const hi = ends[bin] as number;
  const lo = binning === 'value' ? hi : bin === 0 ? 0 : (ends[bin - 1] as number);
  const mean = (sum: number) => (rows === 0 ? undefined : sum / rows);
  return { lo, hi, rows, confidence: mean(confidences), accuracy: mean(hits) };
}
