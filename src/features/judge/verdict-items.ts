import type { LabelRow, Labels } from '../../artifacts/labels/model.ts';
import { quote } from '../../text/clip.ts';
import { someOf } from '../../text/some-of.ts';

/** The verdicts on one item, one for each order, and the label of a person. */
export interface VerdictItem {
  readonly name: string | undefined;
  readonly verdicts: readonly string[];
  readonly label: string | undefined;
}

/** The words by which judges say that something is as it should be. */
const POSITIVE = ['true', 'pass', 'passed', 'yes', 'correct', 'good', 'positive', '1'];

/** More different verdicts than this are no verdicts, but texts. */
const MOST_VERDICTS = 50;

/** Returns the verdicts of a file by item. Its lines were read with a verdict. */
export function toVerdictItems({ items, others }: Labels): VerdictItem[] {
  const said = ({ verdict = '' }: LabelRow) => verdict;
  return items.map((row, index) => {
    const other = others?.[index];
    return { name: row.item, verdicts: other ? [said(row), said(other)] : [said(row)], label: row.label };
  });
}

/** What keeps verdicts from being judged: a problem with its help. */
export interface Unusable {
  readonly message: string;
  readonly help: string;
}

/** Returns the different verdicts and labels, sorted; or why they cannot be compared. */
export function wordsOf(items: readonly VerdictItem[]): readonly string[] | Unusable {
  const words = [
    ...new Set(
      items.flatMap(({ verdicts, label }) => (label === undefined ? verdicts : [...verdicts, label])),
    ),
  ];
  if (words.length <= MOST_VERDICTS) return words.sort();
  return {
    message: `has ${words.length} different verdicts and labels: at most ${MOST_VERDICTS} can be compared`,
    help: 'give the verdict in a word, such as `pass`',
  };
}

/** Returns the verdict that means yes: the given one, or the only one of two that says so; or why it is not clear. */
export function positiveOf(words: readonly string[], given: string | undefined): string | Unusable {
  const listed = someOf(words, 5, quote);
  if (given !== undefined) {
    if (words.includes(given)) return given;
    return { message: `no verdict and no label is ${quote(given)}`, help: `found ${listed}` };
  }
  const known = words.filter((word) => POSITIVE.includes(word.toLowerCase()));
  const [only, second] = known;
  if (only !== undefined && second === undefined && words.length <= 2) return only;
  return {
    message: 'does not show which verdict means yes',
    help: `name it with --positive; found ${listed}`,
  };
}

/** Which share of an item's verdicts is a word. */
export function shareOf(word: string, { verdicts }: VerdictItem): number {
  return verdicts.filter((verdict) => verdict === word).length / verdicts.length;
}
