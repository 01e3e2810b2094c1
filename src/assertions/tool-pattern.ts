import { Minimatch } from 'minimatch';

/** The name of a tool, or a glob over names. */
export interface ToolPattern {
  readonly text: string;
  /** The only name that the pattern matches, if it is not a glob. */
  readonly literal?: string;
  readonly matches: (name: string) => boolean;
}

/** Why a text is not a tool pattern. */
export interface ToolPatternFault {
  readonly message: string;
  readonly help?: string | undefined;
}

const LONGEST = 256;
const MOST_ALTERNATIVES = 1000;

const OPTIONS = {
  dot: true,
  nocomment: true,
  nonegate: true,
  braceExpandMax: MOST_ALTERNATIVES + 1,
  // names are not paths: nothing is normalized, and a backslash escapes on every system
  optimizationLevel: 0,
  preserveMultipleSlashes: true,
  platform: 'linux',
} as const;

// without one of these characters a text is a name, however minimatch reads it
const MAGIC = /[*?[\]{}()\\]/;

/**
 * Parses the `tool` of a rule: a name, or a glob of minimatch (`delete_*`, `{add,remove}_item`, `!(get|list)_*`, with
 * `\` before a literal `*`). `*` alone matches every name. Since version 11 minimatch walks a name once with an
 * automaton, so a hostile pattern or name does not cost exponential time.
 * Spec (scenario worlds): "`tool`".
 */
export function parseToolPattern(text: string): ToolPattern | ToolPatternFault {
  if (text === '')
    return {
      message: 'must be the name of a tool or a glob, found nothing',
      help: 'use `*` to match every name',
    };
  if (text === '*') return { text, matches: () => true };
  if (!MAGIC.test(text)) return named(text, text);
  if (text.length > LONGEST)
    return { message: `a glob has at most ${LONGEST} characters, found ${text.length}` };
  const glob = new Minimatch(text, OPTIONS);
  // beyond its limit minimatch drops alternatives, which may name a forbidden tool
  if (glob.set.length > MOST_ALTERNATIVES || glob.set.length === 0) {
    return {
      message: `the braces of \`${text}\` expand to more than ${MOST_ALTERNATIVES} patterns, or to none`,
    };
  }
  const [only] = glob.set;
  if (only && glob.set.length === 1 && !glob.hasMagic()) return named(text, only.join('/'));
  return { text, matches: (name) => glob.match(name) };
}

function named(text: string, literal: string): ToolPattern {
  return { text, literal, matches: (name) => name === literal };
}

/** Distinguishes the two results of {@link parseToolPattern}. */
export function isToolPatternFault(result: ToolPattern | ToolPatternFault): result is ToolPatternFault {
  return 'message' in result;
}
