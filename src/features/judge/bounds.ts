import { quantile, RESAMPLES, resample } from '../../statistics/bootstrap.ts';
import type { SeededRandom } from '../../statistics/random.ts';
import type { Cell, CellSide } from './cells.ts';

/** What drawing the sample again says. */
export interface Bounds {
  /** One-sided upper bounds at the wanted confidence. */
  readonly eceUpper: number;
  readonly brierUpper: number;
  /** The mean calibration error of a perfectly calibrated judge with the same confidences, at this number of items. */
  readonly noiseFloor: number;
}

/**
 * The bounds of the calibration error and of the Brier score: percentiles of a bootstrap over items (Efron, 1979), with
 * the edges of the bins fixed. The noise floor comes from the same stream of random numbers.
 *
 * Spec (judging): "Certify on the one-sided bootstrap upper bound"
 */
export function boundsOf(
  cells: readonly Cell[],
  bins: number,
  confidence: number,
  random: SeededRandom,
): Bounds {
  const eces = new Float64Array(RESAMPLES);
  const briers = new Float64Array(RESAMPLES);
  const columns = new Columns(cells, bins);
  let round = 0;
  resample(
    cells.map(({ size }) => size),
    random,
    (drawn) => {
      const { ece, brier } = columns.figuresOf(drawn);
      eces[round] = ece;
      briers[round++] = brier;
    },
  );
  return {
    eceUpper: quantile(eces, confidence),
    brierUpper: quantile(briers, confidence),
    noiseFloor: noiseFloorOf(cells, bins, random),
  };
}

/** The cells as columns of numbers: they are added up two thousand times. */
class Columns {
  readonly #rows: Uint8Array;
  readonly #squares: Float64Array;
  readonly #firstBins: Uint32Array;
  readonly #firstGaps: Float64Array;
  readonly #secondBins: Uint32Array;
  readonly #secondGaps: Float64Array;
  readonly #gaps: Float64Array;

  constructor(cells: readonly Cell[], bins: number) {
    const gap = (side: CellSide | undefined) => (side ? side.confidence - Number(side.correct) : 0);
    this.#rows = Uint8Array.from(cells, ({ sides }) => sides.length);
    this.#squares = Float64Array.from(cells, ({ square }) => square);
    this.#firstBins = Uint32Array.from(cells, ({ sides: [first] }) => first.bin);
    this.#firstGaps = Float64Array.from(cells, ({ sides: [first] }) => gap(first));
    this.#secondBins = Uint32Array.from(cells, ({ sides: [, second] }) => second?.bin ?? 0);
    this.#secondGaps = Float64Array.from(cells, ({ sides: [, second] }) => gap(second));
    this.#gaps = new Float64Array(bins);
  }

  figuresOf(drawn: Uint32Array): { ece: number; brier: number } {
    const gaps = this.#gaps.fill(0);
    let [rows, squares] = [0, 0];
    for (let cell = 0; cell < drawn.length; cell++) {
      const count = drawn[cell] as number;
      if (count === 0) continue;
      rows += count * (this.#rows[cell] as number);
      squares += count * (this.#squares[cell] as number);
      (gaps[this.#firstBins[cell] as number] as number) += count * (this.#firstGaps[cell] as number);
      (gaps[this.#secondBins[cell] as number] as number) += count * (this.#secondGaps[cell] as number);
    }
    return { ece: sumOfAbsolutes(gaps) / rows, brier: squares / rows };
  }
}

/**
 * Draws whether each verdict is right with the chance that its confidence states. The verdicts on one item in two orders
 * share one draw: a judge that is right about an item in one order tends to be right in the other.
 */
function noiseFloorOf(cells: readonly Cell[], bins: number, random: SeededRandom): number {
  const rows = cells.reduce((sum, { size, sides }) => sum + size * sides.length, 0);
  const gaps = new Float64Array(bins);
  const add = ({ bin, confidence }: CellSide, size: number, hits: number) => {
    gaps[bin] = (gaps[bin] as number) + size * confidence - hits;
  };
  let sum = 0;
  for (let round = 0; round < RESAMPLES; round++) {
    gaps.fill(0);
    for (const { sides, size } of cells) {
      const [first, second] = sides;
      if (!second) add(first, size, random.binomial(size, first.confidence));
      else {
        const [low, high] = first.confidence <= second.confidence ? [first, second] : [second, first];
        const both = random.binomial(size, low.confidence);
        const left = 1 - low.confidence;
        const one = left === 0 ? 0 : random.binomial(size - both, (high.confidence - low.confidence) / left);
        add(low, size, both);
        add(high, size, both + one);
      }
    }
    sum += sumOfAbsolutes(gaps) / rows;
  }
  return sum / RESAMPLES;
}

function sumOfAbsolutes(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += Math.abs(value);
  return sum;
}
