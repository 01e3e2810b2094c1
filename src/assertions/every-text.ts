import type { Pattern } from './regex.ts';

/** Patterns with an assertion at both ends that nevertheless match every text. */
const WHOLE = new Set(['(?s)^.*$', '(?m)^.*$', '^[\\s\\S]*$', '^[\\S\\s]*$', '^[\\d\\D]*$', '^[\\w\\W]*$']);

/**
 * Whether a pattern is certain to be found in every text, so that a check with it can never fail. A pattern that can match
 * the empty text is found anywhere, unless an assertion says where. An assertion at one end alone always holds there.
 * @param compiled the pattern without its assertion
 */
export function matchesEveryText(source: string, compile: (source: string) => Pattern | string): boolean {
  if (WHOLE.has(source)) return true;
  const bare = withoutAssertion(source);
  if (hasAssertion(bare)) return false;
  const pattern = compile(bare);
  return typeof pattern !== 'string' && pattern.test('');
}

/** Takes one assertion away, at the beginning or at the end. */
function withoutAssertion(source: string): string {
  if (source.startsWith('^')) return source.slice(1);
  return source.endsWith('$') && !source.endsWith('\\$') ? source.slice(0, -1) : source;
}

/** Whether a pattern has a part that says where it is found: `^`, `$`, `\b` and the like. */
function hasAssertion(source: string): boolean {
  let at = 0;
  while (at < source.length) {
    const two = source.slice(at, at + 2);
    if (source[at] === '^' || source[at] === '$' || /^\\[bBAz]/.test(two)) return true;
    if (two === '\\Q') at = endOf(source, '\\E', at);
    else if (two.startsWith('\\')) at += 2;
    else if (two.startsWith('[')) at = endOfClass(source, at + 1);
    else at += 1;
  }
  return false;
}

/** @param at the place after the bracket that opens the class */
function endOfClass(source: string, at: number): number {
  let end = source[at] === '^' ? at + 1 : at;
  // a bracket that comes first closes nothing
  if (source[end] === ']') end += 1;
  while (end < source.length && source[end] !== ']') {
    // `[:alpha:]`
    const [named = ''] = /^\[:\^?[a-z]{1,9}:\]/.exec(source.slice(end, end + 14)) ?? [];
    end += named.length || (source[end] === '\\' ? 2 : 1);
  }
  return end + 1;
}

/** The place after the next occurrence of a mark, or the end of the source. */
function endOf(source: string, mark: string, from: number): number {
  const at = source.indexOf(mark, from);
  return at === -1 ? source.length : at + mark.length;
}
