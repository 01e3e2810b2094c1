import type { Position, ValuePath } from '../diagnostic.ts';

/** The deepest nesting allowed in any input; deeper input is an error. */
export const MAX_DEPTH = 500;

/** A parsed JSON or YAML file that knows the position of each of its values. */
export interface SourceDocument {
  readonly file: string;
  /** Plain data: objects, lists, strings, numbers, booleans, null. May contain a key named `__proto__`. */
  readonly value: unknown;
  /**
   * Returns the position of a value, or of its key. If the path leads nowhere, the position of the nearest enclosing
   * value.
   */
  locate(path: ValuePath, at?: 'key' | 'value'): Position;
  /** Returns the keys of an object in the order of the file, where known: JavaScript puts `"1"` before `a`. */
  keys?(path: ValuePath): readonly string[];
  /** Returns a number as the file writes it, such as `1.0`, where known. */
  written?(path: ValuePath): string | undefined;
}

/** Converts an offset into a text to line and column, counted from 1. */
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
