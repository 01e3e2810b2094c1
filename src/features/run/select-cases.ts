import { NothingSelectedError } from '../../errors.ts';
import { clip } from '../../text/clip.ts';
import { matchesName } from '../../text/name-glob.ts';
import { nearest } from '../../text/nearest.ts';
import type { RunCase } from './run-model.ts';

/** Which tests to run. */
export interface Selection {
  /** Globs, of which one must match; all if empty. */
  readonly names: readonly string[];
  /** A test needs one of them; all if empty. */
  readonly tags: readonly string[];
}

/** How many names a message lists. */
const MOST_NAMES = 10;

/**
 * Returns the cases that are selected, by the name of the test with or without its combination.
 * @throws NothingSelectedError when there are none
 */
export function selectCases<C extends RunCase>(cases: readonly C[], { names, tags }: Selection): C[] {
  const isNamed = (name: string) => names.some((glob) => matchesName(glob, name));
  const selected = cases.filter(
    ({ name, test }) =>
      (names.length === 0 || isNamed(name) || isNamed(test.name)) &&
      (tags.length === 0 || test.tags.some((tag) => tags.includes(tag))),
  );
  if (selected.length > 0) return selected;
  const filters = [...names.map((name) => `--name ${name}`), ...tags.map((tag) => `--tag ${tag}`)];
  const known = new Set(cases.flatMap(({ test }) => (names.length > 0 ? [test.name] : test.tags)));
  const near = nearest(names[0] ?? tags[0] ?? '', known);
  throw new NothingSelectedError([
    {
      message: `no test is selected by ${filters.join(' ')}`,
      help:
        near === undefined
          ? knownWords(names.length > 0 ? 'tests' : 'tags', [...known])
          : `did you mean \`${near}\`?`,
    },
  ]);
}

function knownWords(what: string, known: readonly string[]): string {
  if (known.length === 0) return `no test has ${what}`;
  const shown = known.slice(0, MOST_NAMES).map((each) => `\`${clip(each)}\``);
  const more = known.length - shown.length;
  return `the ${what} are ${shown.join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
}
