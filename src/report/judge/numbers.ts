/** A figure between 0 and 1 with four decimals, as in `0.0821`. */
export function figure(value: number): string {
  return value.toFixed(4);
}

/** A share as a percentage with one decimal, as in `82.1 %`. */
export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
