/**
 * A value as messages show it: JSON in backticks, cut after `limit` characters; `nothing` for what is not there.
 * Never writes out more of a large value than it shows.
 */
export function show(value: unknown, limit = 60): string {
  return value === undefined ? 'nothing' : `\`${showBare(value, limit)}\``;
}

/** The same without the backticks, for columns, where they would only be noise. */
export function showBare(value: unknown, limit = 60): string {
  if (value === undefined) return 'nothing';
  const text = write(value, limit + 1);
  return text.length > limit ? `${cut(text, limit)}…` : text;
}

/** The first `length` UTF-16 units, without half a character at the end. */
function cut(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

/** The JSON text of a value; it may stop, as no JSON text, once it has `enough` characters. */
function write(value: unknown, enough: number): string {
  if (typeof value === 'string') return JSON.stringify(value.length > enough ? cut(value, enough) : value);
  // JSON has no NaN, but an authored file may
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? String(value);
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
    text += `${text.length > 1 ? ',' : ''}${write(key, enough - text.length)}:`;
    text += write((object as Record<string, unknown>)[key], Math.max(1, enough - text.length));
  }
  return `${text}}`;
}
