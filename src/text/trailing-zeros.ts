/** Returns how many zeros a text ends with. The pattern `/0+$/` would take time quadratic in a run of zeros. */
export function trailingZeros(digits: string): number {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.length - end;
}

/** Returns a text without the zeros at its end. */
export function withoutTrailingZeros(digits: string): string {
  return digits.slice(0, digits.length - trailingZeros(digits));
}
