/** An escape, a set, a counted repetition, or a single character. */
const TOKEN =
  /\\(?:[pPx]\{[^}]{0,50}\}|[\s\S])|\[\^?\]?(?:\\[\s\S]|\[:\^?\w+:\]|[^\]\\])*\]?|\{(?<least>\d+)(?<upTo>,(?<most>\d*))?\}|[\s\S]/gu;

/**
 * Estimates how many states a pattern compiles to, before it is compiled: `(?:a?){1000}` is short, and has a thousand.
 * One state for each character or set, times the repetitions around it.
 */
export function sizeOfPattern(source: string): number {
  const open: number[] = [];
  let before = 0;
  let last = 0;
  for (const { 0: token, groups = {} } of source.matchAll(TOKEN)) {
    if (token === '(') {
      open.push(before + last);
      before = 0;
      last = 0;
    } else if (token === ')') {
      last += before + 1;
      before = open.pop() ?? 0;
    } else if (groups.least !== undefined) {
      last *= Math.max(1, Number(groups.most || groups.least) + (groups.upTo && !groups.most ? 1 : 0));
    } else {
      before += last;
      last = 1;
    }
  }
  return open.reduce((sum, each) => sum + each, before + last);
}

/** Returns how many steps, of about ten nanoseconds each, a test of a text takes at most. */
export function stepsOfPattern({ size }: { readonly size: number }, { length }: string): number {
  return 5 + Math.ceil((size * length) / 4);
}
