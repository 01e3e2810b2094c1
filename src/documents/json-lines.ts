import type { ValuePath } from '../diagnostic.ts';
import { InputError } from '../errors.ts';
import { parseJson } from './json.ts';
import type { WholeNumbers } from './json-number.ts';
import { scanJson } from './json-scan.ts';
import type { PublicPart } from './public-part.ts';
import type { SourceDocument } from './source-document.ts';

/**
 * Whether a text is JSON Lines with more than one document: its first line is then a complete object or list, with
 * which no single longer document can begin.
 */
export function isJsonLines(text: string): boolean {
  const { value: first } = linesOf(text).next();
  if (!first || !/^\s*[[{]/.test(first.text)) return false;
  const rest = /\S/g;
  rest.lastIndex = first.end;
  return rest.test(text) && scanJson(first.text) === undefined;
}

/**
 * Parses JSON Lines into the list of its documents; blank lines are skipped. As strict as {@link parseJson}, and
 * whole numbers must be exact by default.
 * @throws InputError that names the line
 */
export function parseJsonLines(
  text: string,
  file: string,
  wholeNumbers: WholeNumbers = 'exact',
  publicPart?: PublicPart,
): SourceDocument {
  const value: unknown[] = [];
  for (const line of linesOf(text)) {
    const parse = () => parseJson(line.text, file, wholeNumbers, publicPart);
    value.push(parseLine(line, value.length, parse).value);
  }
  return { file, value, locate: (path, at) => locate(text, file, path, at) };
}

interface Line {
  readonly text: string;
  /** Counted from 1. */
  readonly number: number;
  /** Where the line ends in the whole text. */
  readonly end: number;
}

function* linesOf(text: string): Generator<Line, undefined> {
  let number = 0;
  for (let start = 0; start < text.length; number++) {
    const next = text.indexOf('\n', start);
    const end = next === -1 ? text.length : next;
    const line = text.slice(start, end);
    if (/\S/.test(line)) yield { text: line, number: number + 1, end };
    start = end + 1;
  }
}

/**
 * Parses one line of JSON Lines, for readers that do not hold all lines. Positions name the line, and begin at its first
 * column.
 * @throws InputError
 */
export function parseJsonLine(text: string, file: string, number: number): SourceDocument {
  const { value, locate } = withLine(number, [], () => parseJson(text, file));
  return { file, value, locate: (path, at) => ({ ...locate(path, at), line: number }) };
}

function parseLine(line: Line, index: number, parse: () => SourceDocument): SourceDocument {
  return withLine(line.number, [index], parse);
}

/** Lets a fault that is found in a line on its own name the line, and the path of its document. */
function withLine<T>(number: number, base: ValuePath, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(
      error.diagnostics.map((found) => ({
        ...found,
        position: found.position && { ...found.position, line: number },
        path: [...base, ...(found.path ?? [])],
      })),
    );
  }
}

function locate(text: string, file: string, [index, ...path]: ValuePath, at: 'key' | 'value' = 'value') {
  let count = 0;
  for (const line of linesOf(text)) {
    if (count++ !== index) continue;
    const { column } = parseJson(line.text, file).locate(path, at);
    return { line: line.number, column };
  }
  return { line: 1, column: 1 };
}
