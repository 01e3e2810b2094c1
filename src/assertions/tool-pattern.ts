import { Matcher } from '@isaacs/nonrecursive-glob-match';
import { braceExpand, Minimatch } from 'minimatch';

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
} as const;

// without one of these characters a text is a name, however minimatch reads it
const MAGIC = /[*?[\]{}()\\]/;

/**
 * Parses the `tool` of a rule: a name, or a glob of minimatch (`delete_*`, `{add,remove}_item`, `!(get|list)_*`, with
 * `\` before a literal `*`). Names are not paths: `*` matches any characters, `/` and line breaks included, so
 * `*delete*` matches `fs/delete_file`. The matcher walks a name once with an automaton, so a hostile pattern or name does
 * not cost exponential time.
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
  const globs = [...new Set(braceExpand(text, OPTIONS))];
  // beyond its limit minimatch drops alternatives, which may name a forbidden tool
  if (globs.length > MOST_ALTERNATIVES || globs.length === 0) {
    return {
      message: `the braces of \`${text}\` expand to more than ${MOST_ALTERNATIVES} patterns, or to none`,
    };
  }
  const literal = globs.length === 1 ? literalOf(globs[0] as string) : undefined;
  if (literal !== undefined) return named(text, literal);
  const matchers = globs.map(matcherOf);
  return { text, matches: (name) => matchers.some((matches) => matches(name)) };
}

/** Returns the only name that a glob without braces matches; undefined if it has wildcards. */
function literalOf(glob: string): string | undefined {
  // minimatch would cut the glob at each slash
  const slash = unusedIn(glob);
  const { set } = new Minimatch(glob.replaceAll('/', slash), { ...OPTIONS, nobrace: true });
  const part = set[0]?.[0];
  return typeof part === 'string' ? part.replaceAll(slash, '/') : undefined;
}

function unusedIn(text: string): string {
  let code = 0xe000;
  while (text.includes(String.fromCharCode(code))) code++;
  return String.fromCharCode(code);
}

/**
 * A glob for a {@link Matcher}, which is made for one part of a path and rejects a pattern that includes a `/`. It
 * handles that character like any other, which is right for names.
 */
class GlobText extends String {
  override includes(): boolean {
    return false;
  }
}

function matcherOf(glob: string): (name: string) => boolean {
  // as in minimatch, the folders of `a/**/b` may be missing
  const optional = glob.replace(/(^|\/)(?:\*\*\/)+/g, '$1?(*/)');
  // a name that begins with a dot, or is `..`, is not special: with the prefix no name is
  const matcher = new Matcher(new GlobText(`-${optional}`) as unknown as string, { dot: true });
  return (name) => matcher.testUnchecked(`-${name}`);
}

function named(text: string, literal: string): ToolPattern {
  return { text, literal, matches: (name) => name === literal };
}

/** Distinguishes the two results of {@link parseToolPattern}. */
export function isToolPatternFault(result: ToolPattern | ToolPatternFault): result is ToolPatternFault {
  return 'message' in result;
}
