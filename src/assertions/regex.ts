import { Matcher, RE2JS, RE2JSException } from 're2js';
import { clip } from '../text/clip.ts';
import { sizeOfPattern } from './pattern-size.ts';

/** A compiled pattern. `test` takes time linear in the text, whatever the pattern. */
export interface Pattern {
  readonly test: (text: string) => boolean;
  /** Returns the first match, in UTF-16 units, or undefined. */
  readonly find: (text: string) => readonly [start: number, end: number] | undefined;
  /** Puts a text in place of every match. It is not a pattern: `$1` stands for itself. */
  readonly replaceAll: (text: string, replacement: string) => string;
  readonly toString: () => string;
  /** About how many states it has. A test takes time in proportion to them, and to the length of the text. */
  readonly size: number;
}

// patterns are written by hand; one of 100,000 characters would compile to as many states
const LONGEST = 10_000;

// `(?:a?){1000}` is short, and has a thousand states
const LARGEST = 10_000;

/**
 * Compiles a pattern with the syntax and the linear time of RE2: no look-around and no back-references, but `(?i)`
 * and similar flags. It matches anywhere in a text. Returns the reason if it does not compile. This module is loaded
 * on demand: a suite without patterns does not need the engine.
 */
export function compileRegex(source: string): Pattern | string {
  return compile(source, source);
}

/** As {@link compileRegex}, for patterns of a JSON Schema, which write some escapes as JavaScript does: `\u00e9`. */
export function compileSchemaRegex(source: string): Pattern | string {
  return compile(source, RE2JS.translateRegExp(source));
}

function compile(source: string, translated: string): Pattern | string {
  if (source.length > LONGEST) return `a pattern has at most ${LONGEST} characters, found ${source.length}`;
  const size = sizeOfPattern(source);
  if (size > LARGEST) return `its repetitions amount to ${size} characters, at most ${LARGEST} are allowed`;
  try {
    const pattern = RE2JS.compile(translated);
    return {
      test: (text) => pattern.test(text),
      find: (text) => {
        const matcher = pattern.matcher(text);
        return matcher.find() ? [matcher.start(), matcher.end()] : undefined;
      },
      replaceAll: (text: string, replacement: string) =>
        pattern.matcher(text).replaceAll(Matcher.quoteReplacement(replacement)),
      toString: () => source,
      size,
    };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return shortenReason(error.message);
  }
}

function shortenReason(message: string): string {
  return clip(message.replace(/^error parsing regexp: /, ''));
}
