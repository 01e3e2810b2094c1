import { JsonReader, readJson } from '../../documents/read-json.ts';
import { isObject } from '../../values/own-property.ts';
import type { LogRow } from './formats/log-format.ts';

/** The rows of a line. */
export interface LineRows {
  readonly rows: readonly LogRow[];
  /** Why the line is not JSON although it begins like JSON. */
  readonly broken?: string;
}

/**
 * Splits lines of a log into rows. A line is a JSON object, a list of them, or text. A JSON object inside a text counts
 * too: log collectors write the name of the container before it. JSON with a fault, such as a repeated key, is never
 * read, since two programs may read it in two ways.
 */
export class LogRows {
  readonly #reader = new JsonReader('nearest');

  of(line: string): LineRows {
    const start = line.search(/\S/);
    const first = line.charAt(start);
    if (first !== '{' && first !== '[') return { rows: [this.#inText(line)] };
    const { value, fault } = this.#reader.read(line);
    if (fault === undefined) {
      const inner = isObject(value) ? unwrapped(value) : value;
      return typeof inner === 'string' ? this.of(inner) : { rows: rowsOf(inner, line) };
    }
    // `[pod/name] {…}` is a text
    if (first === '[' && !/^\s*\[\s*[[{]/.test(line)) return { rows: [this.#inText(line)] };
    return { rows: [{ text: line }], broken: fault.discreet };
  }

  /** Finds the JSON object inside a text. */
  #inText(text: string): LogRow {
    const start = text.indexOf('{');
    const end = start === -1 ? -1 : endOfObject(text, start);
    if (end === -1) return { text };
    const json = text.slice(start, end);
    const { value, fault } = this.#reader.read(json);
    return fault ? { text } : { text, value: value as Record<string, unknown> };
  }
}

/**
 * Returns what a log collector has wrapped: Docker writes `{"log": "…", "stream": "stdout", "time": "…"}`, and Google
 * Cloud has the entry under `jsonPayload`.
 */
function unwrapped(value: Readonly<Record<string, unknown>>): string | Readonly<Record<string, unknown>> {
  if (typeof value.log === 'string' && typeof value.stream === 'string') return value.log;
  return isObject(value.jsonPayload) ? value.jsonPayload : value;
}

function rowsOf(value: unknown, text: string): readonly LogRow[] {
  if (Array.isArray(value)) return value.map((each) => (isObject(each) ? { text, value: each } : { text }));
  return [isObject(value) ? { text, value } : { text }];
}

/** Returns the JSON objects that a text consists of, one after the other; undefined when it has anything else. */
export function objectsIn(text: string): readonly unknown[] | undefined {
  const objects: unknown[] = [];
  for (let at = text.search(/\S/); at !== -1 && at < text.length; ) {
    const end = text.charAt(at) === '{' ? endOfObject(text, at) : -1;
    const json = end === -1 ? undefined : text.slice(at, end);
    const read = json === undefined ? undefined : readJson(json);
    if (!read || read.fault) return undefined;
    objects.push(read.value);
    at = end;
    while (at < text.length && /\s/.test(text.charAt(at))) at++;
  }
  return objects;
}

/** Returns where the object ends that starts here; -1 when it does not end. Its grammar is not checked. */
function endOfObject(text: string, start: number): number {
  const token = /["{}]/g;
  let depth = 0;
  token.lastIndex = start;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    if (match[0] === '{') depth++;
    else if (match[0] === '}' && --depth === 0) return match.index + 1;
    else if (match[0] === '"') {
      const end = endOfString(text, match.index);
      if (end === -1) return -1;
      token.lastIndex = end;
    }
  }
  return -1;
}

function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charAt(at - 1 - backslashes) === '\\') backslashes++;
    if (backslashes % 2 === 0) return at + 1;
  }
  return -1;
}
