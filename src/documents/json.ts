import type { Position, ValuePath } from '../diagnostic.ts';
import { InputError } from '../errors.ts';
import { scanJson, type WholeNumbers } from './json-scan.ts';
import type { PublicPart } from './public-part.ts';
import { positionAt, type SourceDocument } from './source-document.ts';

/**
 * Parses a JSON text. Stricter than `JSON.parse`: a key that occurs twice in one object, nesting beyond `MAX_DEPTH`
 * levels and a number too large for a double are errors too, each with line and column.
 * @param publicPart says which values must not appear in messages
 * @throws InputError
 */
export function parseJson(
  text: string,
  file: string,
  wholeNumbers?: WholeNumbers,
  publicPart?: PublicPart,
): SourceDocument {
  const fault = scanJson(text, wholeNumbers);
  if (fault) {
    const { offset, message, discreet, help, path } = fault;
    const position = positionAt(text, offset);
    const open = publicPart?.(path);
    throw new InputError(
      open
        ? { file, position, path: open, message: discreet, help }
        : { file, position, path, message, help },
    );
  }
  return { file, value: JSON.parse(text), locate: (path, at) => locate(text, path, at) };
}

/** Finds a path by walking the text again: positions are needed only when something is wrong. */
function locate(text: string, path: ValuePath, at: 'key' | 'value' = 'value'): Position {
  let offset = skipSpace(text, 0);
  let keyOffset = offset;
  for (const segment of path) {
    const member = findMember(text, offset, segment);
    if (!member) break;
    [keyOffset, offset] = [member.key, member.value];
  }
  return positionAt(text, at === 'key' ? keyOffset : offset);
}

/** Finds the offsets of a member of the object or list at `start`; for a list, both are the offset of the element. */
function findMember(
  text: string,
  start: number,
  segment: string | number,
): { key: number; value: number } | undefined {
  const isObject = text[start] === '{';
  if (isObject !== (typeof segment === 'string') || (!isObject && text[start] !== '[')) return undefined;
  let at = skipSpace(text, start + 1);
  for (let index = 0; text[at] !== '}' && text[at] !== ']' && at < text.length; index++) {
    const key = at;
    let name: string | number = index;
    if (isObject) {
      const end = endOfString(text, at);
      name = JSON.parse(text.slice(at, end)) as string;
      at = skipSpace(text, skipSpace(text, end) + 1);
    }
    if (name === segment) return { key, value: at };
    at = skipSpace(text, endOfValue(text, at));
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return undefined;
}

// the text has passed the scan: these three functions need not check for faults

function skipSpace(text: string, at: number): number {
  while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at++;
  return at;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text[at] as string;
    if (char === '"') at = endOfString(text, at) - 1;
    else if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']' || char === ',') {
      if (depth === 0) return at;
      if (char !== ',') depth--;
    }
  }
  return text.length;
}
