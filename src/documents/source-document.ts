import type { Position, ValuePath } from '../diagnostic.ts';

/** The deepest nesting that any input may have; deeper input is an error. */
export const MAX_DEPTH = 500;

/** A parsed JSON or YAML file that can still tell where each of its values stands. */
export interface SourceDocument {
  readonly file: string;
  /** Plain data: objects, lists, strings, numbers, booleans, null. May hold a key named `__proto__`. */
  readonly value: unknown;
  /** The position of a value, or of its key; of the nearest enclosing value when the path leads nowhere. */
  locate(path: ValuePath, at?: 'key' | 'value'): Position;
  /** The keys of an object in the order of the file, where that is known: JavaScript puts `"1"` before `a`. */
  keys?(path: ValuePath): readonly string[];
  /** A number as the file writes it, `1.0` say, where that can be told. */
  written?(path: ValuePath): string | undefined;
}

/** Line and column, counted from 1, of an offset into a text. */
export function positionAt(text: string, offset: number): Position {
  let line = 1;
  let lineStart = 0;
  for (;;) {
    const next = text.indexOf('\n', lineStart);
    if (next === -1 || next >= offset) return { line, column: offset - lineStart + 1 };
    line += 1;
    lineStart = next + 1;
  }
}
