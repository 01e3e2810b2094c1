import { SIGNAL_CATEGORIES, SIGNAL_SEVERITIES } from '../../../artifacts/audit-log/model.ts';
import { CUT_DETECTORS } from '../../../inspection/settings.ts';

const CHARACTER = '[^"\\\\\\x00-\\x1f]';
const UNIT = '[0-9A-CE-Fa-ce-f][0-9A-Fa-f]{3}|[dD][0-7][0-9A-Fa-f]{2}';
const TEXT = `"(?:${CHARACTER}|\\\\(?:["\\\\/bfnrt]|u(?:${UNIT})))*"`;
const NUMBER = '-?(?:0|[1-9][0-9]{0,14})(?:\\.[0-9]{1,15})?';
const CATEGORY = `"(?:${SIGNAL_CATEGORIES.join('|')})"`;
const SEVERITY = `"(?:${SIGNAL_SEVERITIES.join('|')})"`;

/** Matches a list of texts as JSON. */
export const PLAIN_TEXTS = `\\[(?:${TEXT}(?:, ?${TEXT})*)?\\]`;

/** What no rule looks at, with the comma before it. */
const UNSEEN = [
  `, ?"severity": ?${SEVERITY}`,
  `, ?"location": ?${TEXT}`,
  `, ?"points": ?${NUMBER}`,
  `, ?"evidence": ?${TEXT}`,
] as const;

const OBJECT = `\\{(?:"id": ?${TEXT}, ?)?"category": ?${CATEGORY}${UNSEEN.map((each) => `(?:${each})?`).join('')}\\}`;
const SIGNAL = `(?:${CATEGORY}|${OBJECT})`;

/**
 * Matches signals as JSON in the form in which a proxy writes them, with each key once. All expressions here are of RE2,
 * which databases use. What does not match is read by the reader of logs.
 */
export const PLAIN_SIGNALS = `\\[${SIGNAL}(?:, ?${SIGNAL})*\\]`;

/** A detector that is none of those that say that arguments were cut: to the rules one is as good as another. */
const OTHER_DETECTOR = 'other';

/**
 * Replacements after which signals in the plain form say only what a rule can see: the category, and the detector if it
 * says that arguments were cut. None can match within a text, where a quotation mark has a backslash before it.
 */
export const SEEN_SIGNALS: readonly (readonly [expression: string, replacement: string])[] = [
  [UNSEEN.join('|'), ''],
  [`"id": ?"(${CUT_DETECTORS.map((id) => id.replaceAll('.', '\\.')).join('|')})"`, '"cut":"\\1"'],
  [`"id": ?${TEXT}`, `"id":"${OTHER_DETECTOR}"`],
  ['"cut":', '"id":'],
];
