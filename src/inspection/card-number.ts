/** A range of card numbers: the first and last prefix, of equal length, and the possible lengths of the number. */
type Range = readonly [from: number, to: number, ...lengths: number[]];

const RANGES: readonly Range[] = [
  [4, 4, 13, 16, 19], // Visa
  [51, 55, 16], // Mastercard
  [2221, 2720, 16],
  [34, 34, 15], // American Express
  [37, 37, 15],
  [6011, 6011, 16, 19], // Discover
  [644, 659, 16, 19],
  [300, 305, 14, 16], // Diners Club
  [36, 36, 14],
  [38, 39, 14, 16],
  [3528, 3589, 16, 19], // JCB
  [62, 62, 16, 17, 18, 19], // UnionPay
  [5018, 5018, 12, 13, 14, 15, 16, 17, 18, 19], // Maestro
  [5020, 5020, 12, 13, 14, 15, 16, 17, 18, 19],
  [5038, 5038, 12, 13, 14, 15, 16, 17, 18, 19],
  [6304, 6304, 12, 13, 14, 15, 16, 17, 18, 19],
  [6759, 6763, 12, 13, 14, 15, 16, 17, 18, 19],
];

/** Whether digits are a payment card number: a known issuer prefix with its length, and the Luhn checksum. */
export function isCardNumber(digits: string): boolean {
  const isIssued = RANGES.some(([from, to, ...lengths]) => {
    if (!lengths.includes(digits.length)) return false;
    const prefix = Number(digits.slice(0, String(from).length));
    return prefix >= from && prefix <= to;
  });
  // a number of one repeated digit is a dummy, even if its checksum fits
  return isIssued && !/^(\d)\1*$/.test(digits) && passesLuhn(digits);
}

/** Whether digits pass the Luhn checksum: every second digit from the right counts double. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - 48;
    const twice = digit * 2;
    sum += at % 2 === 0 ? digit : twice > 9 ? twice - 9 : twice;
  }
  return sum % 10 === 0;
}
