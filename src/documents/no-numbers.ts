/** What Python writes for a float that is no number, outside of strings; with the blank that makes room for `null`. */
const NO_NUMBER = / NaN\b|\bNaN\b|-?\bInfinity\b/g;

/**
 * Replaces `NaN`, `Infinity` and `-Infinity`, which programs in Python write for floats that are no numbers, by `null`: JSON has
 * no word for them. What is in strings stays. Positions stay too, save behind a `NaN` without a blank before it.
 * @returns undefined when the text has none
 */
export function withoutNoNumbers(
  text: string,
): { readonly text: string; readonly count: number } | undefined {
  let count = 0;
  let plain = '';
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at);
    const between = text.slice(at, quote === -1 ? text.length : quote);
    plain += between.replace(NO_NUMBER, (word) => {
      count++;
      return 'null'.padEnd(word.length);
    });
    if (quote === -1) break;
    at = endOfString(text, quote);
    plain += text.slice(quote, at);
  }
  return count === 0 ? undefined : { text: plain, count };
}

/** Where a string ends that begins at a quote. */
function endOfString(text: string, quote: number): number {
  let end = text.indexOf('"', quote + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text[before] === '\\') before--;
  return (at - before) % 2 === 0;
}
