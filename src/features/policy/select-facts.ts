import { InputError, NothingSelectedError } from '../../errors.ts';
import { FACTS, findFact } from '../../facts/catalog.ts';
import type { Fact } from '../../facts/fact.ts';
import { absenceInWords, unknownFactInWords } from './explain.ts';

/**
 * Checks the names of `policy facts --only`. An empty list selects all facts.
 * @throws InputError for names that no fact has: a script must not take a misspelling for an absent fact
 */
export function refuseUnknownFacts(names: readonly string[]): void {
  const unknown = [...new Set(names)].filter((name) => findFact(name) === undefined);
  if (unknown.length > 0) throw new InputError(unknown.map(unknownFactInWords));
}

/** Returns the facts with these names, in catalog order; all facts when there are no names. */
export function selectFacts<F extends { readonly name: string }>(
  facts: readonly F[],
  names: readonly string[],
): readonly F[] {
  return names.length === 0 ? facts : facts.filter(({ name }) => names.includes(name));
}

/**
 * Returns the facts with these names, as {@link selectFacts} does.
 * @throws NothingSelectedError when one of them has no value: a script that reads two facts must not get one
 */
export function selectValues(facts: readonly Fact[], names: readonly string[]): readonly Fact[] {
  const selected = selectFacts(facts, names);
  const absent = FACTS.filter(
    ({ name }) => names.includes(name) && !selected.some((fact) => fact.name === name),
  );
  if (absent.length === 0) return selected;
  throw new NothingSelectedError(
    absent.map(({ name, artifact }) => ({
      message: `\`${name}\` has no value`,
      help: absenceInWords(artifact),
    })),
  );
}
