import { isCardNumber } from './card-number.ts';
import { type Detector, detector, matching } from './detector.ts';
import { emailsOf } from './email.ts';
import { ibanLength, isIban } from './iban.ts';
import type { Leaf } from './leaf.ts';
import { matchesOf } from './matches.ts';
import type { Span } from './span.ts';
import { TRAITS } from './traits.ts';

const CARD = /(?<![\w.+-])\d(?:[ -]?\d){11,18}(?![\w]|\.\d|-\w)/g;

const IBAN = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,32}/g;

// leaves out numbers that are never issued; see https://www.ssa.gov/employer/randomization.html
const SSN = /(?<![\w-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])/g;
const SSN_NAMED =
  /(?:ssn|social security(?: (?:number|no\.?))?)\W{1,4}(?:is\s)?(?!000|666|9)\d{3}[ -]?(?!00)\d{2}[ -]?(?!0000)\d{4}(?![\w-])/gi;
const SSN_WHOLE = /^(?!000|666|9)\d{3}[ -]?(?!00)\d{2}[ -]?(?!0000)\d{4}$/;

const SHORTEST_CARD = 12;

/** Cards print their numbers in groups; single digits with spaces between are a table. */
const GROUPED = /^(?:\d+|\d{4,6}(?:[ -]\d{3,7}){1,4})$/;

/** Numbers that were printed on specimen cards and in advertisements, and belong to no one. */
const SPECIMENS: readonly string[] = ['078051120', '219099999'];

const INTERNATIONAL =
  /(?<![\w+])\+[1-9]\d{0,2}[ .-]?(?:\(\d{1,4}\)[ .-]?)?\d(?:[ .-]?\d){5,12}(?![\w]|\.\d)/g;
const NORTH_AMERICAN =
  /(?<![\w.+-])(?:1[ .-])?(?:\([2-9]\d\d\) ?|[2-9]\d\d[ .-])[2-9]\d\d[ .-]\d{4}(?![\w-]|\.\d)/g;

const dashed = matching(SSN, ([text]) => !isSpecimen(text));
const namedNumber = matching(SSN_NAMED, ([text]) => !isSpecimen(text));
const northAmerican = matching(NORTH_AMERICAN);
const international = matching(INTERNATIONAL, ([text]) => {
  const { length } = digitsOf(text);
  return length >= 8 && length <= 15;
});

/** Detectors of personal data. */
export const PII_DETECTORS: readonly Detector[] = [
  detector(
    'pii.payment_card',
    'high',
    TRAITS.digits,
    ['a payment card number: issuer prefix, length and Luhn checksum', '`4111 1111 1111 1111`'],
    cards,
  ),
  detector(
    'pii.us_ssn',
    'high',
    TRAITS.digits,
    ['a US social security number that could have been issued', '`536-22-8714`'],
    function* (leaf) {
      if (leaf.field.isSocialSecurity && SSN_WHOLE.test(leaf.text)) {
        if (!isSpecimen(leaf.text)) yield { start: 0, end: leaf.text.length };
        return;
      }
      yield* dashed(leaf);
      if (/ssn|social/i.test(leaf.text)) yield* namedNumber(leaf);
    },
  ),
  detector(
    'pii.iban',
    'medium',
    TRAITS.digits,
    [
      'an international bank account number: length for its country, and checksum',
      '`DE89 3704 0044 0532 0130 00`',
    ],
    ibans,
  ),
  detector(
    'pii.email',
    'low',
    TRAITS.at,
    ['the e-mail address of a person', '`jane.doe@example.com`'],
    emailsOf,
  ),
  detector(
    'pii.phone',
    'low',
    TRAITS.digits | TRAITS.phoneField,
    ['a phone number in international or North American notation', '`+49 30 901820`, `(212) 555-0142`'],
    function* (leaf) {
      if (leaf.field.isPhone && /^\+?[\d ().-]{7,20}$/.test(leaf.text) && digitsOf(leaf.text).length >= 7) {
        yield { start: 0, end: leaf.text.length };
      }
      if (!leaf.has(TRAITS.digits)) return;
      if (leaf.text.includes('+')) yield* international(leaf);
      yield* northAmerican(leaf);
    },
  ),
];

/** Finds card numbers, also when more digits follow after a space, such as the date of expiry. */
function* cards({ text }: Leaf): Iterable<Span> {
  for (const { 0: candidate, index } of matchesOf(CARD, text)) {
    let digits = digitsOf(candidate);
    for (let end = candidate.length; digits.length >= SHORTEST_CARD; end--) {
      const isEdge = end === candidate.length || !isDigit(candidate, end);
      if (isEdge && GROUPED.test(candidate.slice(0, end)) && isCardNumber(digits)) {
        yield { start: index, end: index + end };
        break;
      }
      if (isDigit(candidate, end - 1)) digits = digits.slice(0, -1);
    }
  }
}

function* ibans({ text }: Leaf): Iterable<Span> {
  for (const { 0: candidate, index } of matchesOf(IBAN, text)) {
    const length = ibanLength(candidate);
    if (length === undefined) continue;
    let end = 0;
    for (let seen = 0; seen < length && end < candidate.length; end++) {
      if (candidate.charAt(end) !== ' ') seen++;
    }
    const goesOn = /[A-Za-z0-9]/.test(text.charAt(index + end));
    if (!goesOn && isIban(candidate.slice(0, end).replaceAll(' ', '')))
      yield { start: index, end: index + end };
  }
}

function isSpecimen(text: string): boolean {
  return SPECIMENS.includes(digitsOf(text));
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
