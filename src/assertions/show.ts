import { scalarText } from '../values/scalar-text.ts';
/**
 * Formats a value for a message: JSON in backticks, cut after `limit` characters; `nothing` for undefined. Never
 * writes more of a large value than it shows.
 */
export function show(value: unknown, limit = 60): string {
  return value === undefined ? 'nothing' : `\`${showBare(value, limit)}\``;
}

/** As {@link show}, without backticks, for columns. */
export function showBare(value: unknown, limit = 60): string {
  if (value === undefined) return 'nothing';
  const text = write(value, limit + 1);
  return text.length > limit ? `${cut(text, limit)}…` : text;
}

/** The longest text that is shown whole anywhere. */
export const LONG_TEXT = 500;

/**
 * Formats a value that the user should read, as JSON in backticks, with more characters than {@link show}. Cuts the
 * middle of a long text. In a long list of texts each text is cut like that, so the last one, which often matters
 * most, is visible.
 */
export function showAtLength(value: unknown, limit: number = LONG_TEXT): string {
  if (typeof value === 'string') return `\`${JSON.stringify(withoutMiddle(value, limit))}\``;
  const isTexts = Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string');
  if (!isTexts || value.reduce((sum, { length }) => sum + length, 0) <= limit) return show(value, limit);
  const [head, tail] =
    value.length > MOST_TEXTS ? [value.slice(0, 2), value.slice(2 - MOST_TEXTS)] : [value, []];
  const each = Math.floor(limit / (head.length + tail.length));
  const write = (texts: readonly string[]) =>
    texts.map((text) => JSON.stringify(withoutMiddle(text, each))).join(',');
  return `\`[${write(head)}${tail.length > 0 ? `,…,${write(tail)}` : ''}]\``;
}

/** The most texts of a list that are shown when they are too long together. */
const MOST_TEXTS = 10;

function withoutMiddle(text: string, length: number): string {
  if (text.length <= length) return text;
  const half = Math.floor(length / 2);
  return `${cut(text, half)}…${tailOf(text, half)}`;
}

/** A longer match is shown only up to this length. */
const LONGEST_PART = 100;

/** Formats the part of a text around a place in it, in backticks. */
export function showAround(text: string, start: number, end: number, margin = 100): string {
  const from = Math.max(0, start - margin);
  const to = Math.min(text.length, Math.min(end, start + LONGEST_PART) + margin);
  const part = tailOf(cut(text, to), cut(text, to).length - from);
  return `\`${from > 0 ? '…' : ''}${JSON.stringify(part)}${to < text.length ? '…' : ''}\``;
}

/**
 * Formats two values that differ. Of texts, shows the parts around the first difference.
 * @param margin how many characters are shown before and after it
 */
export function showDifference(before: unknown, after: unknown, margin = 30): readonly [string, string] {
  if (typeof before !== 'string' || typeof after !== 'string') return [show(before), show(after)];
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  return [showAround(before, at, at, margin), showAround(after, at, at, margin)];
}

/** Returns the last `length` UTF-16 units, without half a character at the start. */
function tailOf(text: string, length: number): string {
  const first = text.charCodeAt(text.length - length);
  return text.slice(text.length - length + (first >= 0xdc00 && first <= 0xdfff ? 1 : 0));
}

/** Returns the first `length` UTF-16 units, without half a character at the end. */
function cut(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

/** Writes a value as JSON text. It may stop in the middle once it has `enough` characters. */
function write(value: unknown, enough: number): string {
  if (typeof value === 'string') return JSON.stringify(value.length > enough ? cut(value, enough) : value);
  // JSON has no NaN, but an authored file may
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? scalarText(value);
  return Array.isArray(value) ? writeList(value, enough) : writeObject(value, enough);
}

function writeList(list: readonly unknown[], enough: number): string {
  let text = '[';
  for (let index = 0; index < list.length; index++) {
    if (text.length >= enough) return text;
    text += (index > 0 ? ',' : '') + write(list[index], enough - text.length);
  }
  return `${text}]`;
}

function writeObject(object: object, enough: number): string {
  let text = '{';
  for (const key in object) {
    if (text.length >= enough) return text;
    // as in JSON, a key whose value is undefined does not exist
    if ((object as Record<string, unknown>)[key] === undefined) continue;
    text += `${text.length > 1 ? ',' : ''}${write(key, enough - text.length)}:`;
    text += write((object as Record<string, unknown>)[key], Math.max(1, enough - text.length));
  }
  return `${text}}`;
}
