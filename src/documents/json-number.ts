import { clip } from '../text/clip.ts';
import { trailingZeros, withoutTrailingZeros } from '../text/trailing-zeros.ts';
import { saysNumber } from '../values/written-number.ts';
import { Fault } from './json-fault.ts';

/**
 * How to treat a whole number that no double represents, such as 2^53 + 1: read it as its nearest neighbour, or
 * report a fault. Code that compares the arguments of calls must not confuse two account numbers. `unjudged` takes every
 * number, even one beyond a double, for those who only ask whether a text contradicts itself.
 */
export type WholeNumbers = 'nearest' | 'exact' | 'unjudged';

const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const DIGIT_0 = 0x30;
const SMALL_E = 0x65;
/** The bit that distinguishes lower case from upper case. */
const LOWER_CASE = 0x20;

/** Whether a number may begin with a character, given as its code. */
export function beginsNumber(char: number): boolean {
  return char === MINUS || isDigit(char);
}

/** Returns where the number ends that begins at `start`. @throws Fault when it is none, or one that must not be rounded */
export function endOfNumber(text: string, start: number, wholeNumbers: WholeNumbers): number {
  let at = start;
  if (text.charCodeAt(at) === MINUS) at++;
  const firstDigit = at;
  at = endOfDigits(text, at);
  if (at === firstDigit || (at - firstDigit > 1 && text.charCodeAt(firstDigit) === DIGIT_0)) {
    throw badNumber(text, start);
  }
  let char = text.charCodeAt(at);
  const hasFraction = char === POINT;
  if (hasFraction) {
    const fraction = ++at;
    at = endOfDigits(text, at);
    if (at === fraction) throw badNumber(text, start);
    char = text.charCodeAt(at);
  }
  const hasExponent = (char | LOWER_CASE) === SMALL_E;
  if (hasExponent) {
    char = text.charCodeAt(++at);
    if (char === PLUS || char === MINUS) at++;
    const exponent = at;
    at = endOfDigits(text, at);
    if (at === exponent) throw badNumber(text, start);
  }
  // no shorter number can lose precision; 2^53 + 1 has 16 digits
  const isLong = hasExponent || at - start > (hasFraction ? 16 : 15);
  if (isLong && wholeNumbers !== 'unjudged') {
    const problem = problemOf(text.slice(start, at), wholeNumbers);
    if (problem !== undefined) throw numberFault(start, text.slice(start, at), problem);
  }
  return at;
}

/** Says how a double changes the meaning of a number: by making it infinite, zero or whole. Undefined if it does not. */
function problemOf(written: string, wholeNumbers: WholeNumbers): string | undefined {
  const number = Number(written);
  // long decimals and generated identifiers: most numbers that get here
  if (number !== 0 && Number.isFinite(number) && !Number.isInteger(number)) return undefined;
  if (number !== 0 && Number.isSafeInteger(number) && /^-?\d+$/.test(written)) return undefined;
  if (!Number.isFinite(number)) return 'is too large';
  const [mantissa = '', exponent = '0'] = written.split(/[eE]/);
  const isOther = wholeNumbers === 'exact' && Number.isInteger(number) && !saysNumber(written, number);
  const isRounded =
    isOther || number === 0
      ? /[1-9]/.test(mantissa)
      : Number.isInteger(number) && !isWhole(mantissa, Number(exponent));
  return isRounded ? 'has more digits than can be represented' : undefined;
}

/** Whether a decimal text times ten to the exponent is a whole number. */
function isWhole(mantissa: string, exponent: number): boolean {
  const fraction = withoutTrailingZeros(mantissa.split('.')[1] ?? '');
  if (exponent >= 0) return fraction.length <= exponent;
  const whole = mantissa.split('.')[0] ?? '';
  return fraction === '' && trailingZeros(whole) >= -exponent;
}

function badNumber(text: string, start: number): Fault {
  const written = /[-+.\w]*/y;
  written.lastIndex = start;
  const word = clip(written.exec(text)?.[0] ?? '');
  return new Fault(start, `\`${word}\` is not a JSON number`, undefined, 'not a JSON number');
}

function numberFault(start: number, written: string, problem: string): Fault {
  return new Fault(start, `the number \`${clip(written)}\` ${problem}`, undefined, `a number ${problem}`);
}

function endOfDigits(text: string, start: number): number {
  let at = start;
  while (at < text.length && isDigit(text.charCodeAt(at))) at++;
  return at;
}

function isDigit(char: number): boolean {
  return char >= DIGIT_0 && char <= 0x39;
}
