import type { Attributes } from './junit-case.ts';

/** Stands for a character that XML forbids. */
export const REPLACEMENT = '\uFFFD';

// what XML 1.0 forbids; a text that was decoded from UTF-8 has no lone surrogates
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;
const REFERENCE = /&#(?:x0*([\da-f]{1,6})|0*(\d{1,7}));/gi;

/**
 * Replaces the characters that XML forbids, raw or as a reference. Reporters copy the colours of a terminal into the
 * output of a test. In the name of an element or attribute the replacement is an error, which the reader finds.
 */
export function cleanText(text: string): string {
  const raw = text.replace(FORBIDDEN, REPLACEMENT);
  if (!raw.includes('&#')) return raw;
  return raw.replace(REFERENCE, (reference, hex: string | undefined, decimal: string | undefined) =>
    isAllowed(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)) ? reference : REPLACEMENT,
  );
}

function isAllowed(code: number): boolean {
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd;
  return code < 0xd800 || (code > 0xdfff && code < 0xfffe) || (code > 0xffff && code < 0x110000);
}

/** The attributes that decide how a testcase or suite ended. */
const DECISIVE = [
  'tests',
  'failures',
  'errors',
  'skipped',
  'disabled',
  'status',
  'result',
  'outcome',
  'success',
];

/**
 * Returns attributes by their names in lower case and without prefix; the same object if no name changes, which is the
 * usual case. Two spellings of a decisive attribute with different values are a conflict.
 */
export function inLowerCase(written: Attributes): {
  readonly values: Attributes;
  readonly conflict?: string;
} {
  if (Object.keys(written).every((name) => name === name.toLowerCase() && !name.includes(':'))) {
    return { values: written };
  }
  const values = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(written)) {
    if (name.startsWith('xmlns:')) continue;
    const key = name.slice(name.indexOf(':') + 1).toLowerCase();
    if (DECISIVE.includes(key) && key in values && values[key] !== value) return { values, conflict: key };
    // for any other attribute, the plain spelling wins
    if (!(key in values) || key === name) values[key] = value;
  }
  return { values };
}
