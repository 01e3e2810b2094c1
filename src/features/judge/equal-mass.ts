/**
 * Cuts a sorted list of values into bins whose sizes are as equal as can be, where equal values stay together: the sum of
 * the squared sizes is the least that is possible. Among the best cuts, the first bins are the larger ones.
 *
 * Spec (judging): "Equal-mass bins have sizes as equal as can be"
 * @param counts how often each value occurs, in the order of the values; more of them than bins
 * @returns the index of the last value of each bin
 */
export function equalMassEnds(counts: Uint32Array, bins: number): number[] {
  const below = new Float64Array(counts.length + 1);
  for (const [index, count] of counts.entries()) below[index + 1] = (below[index] as number) + count;
  const reach = reachOf(counts, below, bins);
  // layers[k][i]: where the next bin ends if the values from i on are cut into k + 1 bins
  const windows = Array.from({ length: bins + 1 }, (_, cut) => windowOf(below, cut, bins, reach));
  let costs = lastBins(below, windows[bins - 1] as Window);
  const choices: Uint32Array[] = [];
  for (let cut = bins - 2; cut >= 0; cut--) {
    const layer = new Layer(below, costs, windows[cut + 1] as Window, windows[cut] as Window);
    costs = layer.costs;
    choices.unshift(layer.choices);
  }
  const ends: number[] = [];
  let at = 0;
  for (const [cut, layer] of choices.entries()) {
    at = layer[at - (windows[cut] as Window).first] as number;
    ends.push(at - 1);
  }
  return [...ends, counts.length - 1];
}

/** The cuts that may be best: between these values, both included. */
interface Window {
  readonly first: number;
  readonly last: number;
}

/**
 * How far a best cut can be from the place that would give equal sizes, in rows. The cuts nearest to those places have a
 * known sum of squared differences, and no best cut can have a larger one.
 */
function reachOf(counts: Uint32Array, below: Float64Array, bins: number): number {
  const total = below[counts.length] as number;
  const ideal = total / bins;
  let [sum, from] = [0, 0];
  for (let cut = 1; cut <= bins; cut++) {
    // at least one value in each bin, those to come included
    const least = from + 1;
    const most = counts.length - (bins - cut);
    const to = cut === bins ? counts.length : Math.min(most, Math.max(least, nearestCut(below, cut * ideal)));
    sum += ((below[to] as number) - (below[from] as number) - ideal) ** 2;
    from = to;
  }
  return Math.sqrt(sum * bins);
}

/** Returns the number of values before the cut that is nearest to a number of rows. */
function nearestCut(below: Float64Array, rows: number): number {
  const after = firstAtLeast(below, rows);
  if (after === 0) return 0;
  return (below[after] as number) - rows < rows - (below[after - 1] as number) ? after : after - 1;
}

function firstAtLeast(below: Float64Array, rows: number): number {
  let [first, last] = [0, below.length - 1];
  while (first < last) {
    const middle = (first + last) >> 1;
    if ((below[middle] as number) >= rows) last = middle;
    else first = middle + 1;
  }
  return first;
}

function windowOf(below: Float64Array, cut: number, bins: number, reach: number): Window {
  const values = below.length - 1;
  if (cut === 0) return { first: 0, last: 0 };
  if (cut === bins) return { first: values, last: values };
  const ideal = ((below[values] as number) * cut) / bins;
  // a margin for rounding, and one for cuts that are just inside
  const first = Math.max(cut, firstAtLeast(below, ideal - reach - 1) - 1);
  const last = Math.min(values - (bins - cut), firstAtLeast(below, ideal + reach + 1));
  return { first: Math.min(first, last), last };
}

/** The cost of one bin that goes from each cut of a window to the end. */
function lastBins(below: Float64Array, { first, last }: Window): Float64Array {
  const total = below[below.length - 1] as number;
  return Float64Array.from(
    { length: last - first + 1 },
    (_, index) => (total - (below[first + index] as number)) ** 2,
  );
}

/**
 * The best next cut after each cut of a window. The later a cut is, the later is the best one after it, since squared
 * sizes meet the quadrangle inequality: so each half of the window needs only one side of the choices.
 */
class Layer {
  readonly costs: Float64Array;
  readonly choices: Uint32Array;
  readonly #below: Float64Array;
  readonly #after: Float64Array;
  readonly #next: Window;
  readonly #here: Window;

  /** @param after the costs from each cut of the next window on */
  constructor(below: Float64Array, after: Float64Array, next: Window, here: Window) {
    this.#below = below;
    this.#after = after;
    this.#next = next;
    this.#here = here;
    this.costs = new Float64Array(here.last - here.first + 1);
    this.choices = new Uint32Array(this.costs.length);
    this.#fill(here.first, here.last, next.first, next.last);
  }

  #fill(first: number, last: number, least: number, most: number): void {
    if (first > last) return;
    const middle = (first + last) >> 1;
    const from = this.#below[middle] as number;
    let [best, choice] = [Number.POSITIVE_INFINITY, -1];
    for (let cut = Math.max(least, middle + 1); cut <= most; cut++) {
      const cost =
        ((this.#below[cut] as number) - from) ** 2 + (this.#after[cut - this.#next.first] as number);
      // the last of equally good cuts: the larger bin comes first
      if (cost <= best) [best, choice] = [cost, cut];
    }
    this.costs[middle - this.#here.first] = best;
    this.choices[middle - this.#here.first] = choice === -1 ? middle + 1 : choice;
    this.#fill(first, middle - 1, least, choice === -1 ? most : choice);
    this.#fill(middle + 1, last, choice === -1 ? least : choice, most);
  }
}
