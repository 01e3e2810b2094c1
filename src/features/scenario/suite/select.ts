import { NothingSelectedError } from '../../../errors.ts';
import { nearest } from '../../../text/nearest.ts';
import type { Scenario, Suite } from './scenario.ts';

/** How many names a message lists. */
const MOST_NAMES = 10;

/**
 * Returns the scenarios that the names select, in the order of the suite; all scenarios when there are no names.
 * @throws NothingSelectedError when a name matches no scenario: a renamed scenario must not be skipped silently
 */
export function selectScenarios({ path, scenarios }: Suite, names: readonly string[]): readonly Scenario[] {
  if (names.length === 0) return scenarios;
  const known = scenarios.map(({ name }) => name);
  const unknown = [...new Set(names)].filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new NothingSelectedError(
      unknown.map((name) => ({
        file: path,
        message: `no scenario is called \`${name}\``,
        help: suggestion(name, known),
      })),
    );
  }
  return scenarios.filter(({ name }) => names.includes(name));
}

function suggestion(name: string, known: readonly string[]): string {
  const inside = known.filter((each) => name !== '' && each.toLowerCase().includes(name.toLowerCase()));
  const near = nearest(name, known);
  const meant = [...new Set([...(near === undefined ? [] : [near]), ...inside])];
  const shown = (meant.length > 0 ? meant : known).slice(0, MOST_NAMES).map((each) => `\`${each}\``);
  if (meant.length > 0) return `did you mean ${shown.join(' or ')}?`;
  const more = known.length - shown.length;
  return `known scenarios: ${shown.join(', ')}${more > 0 ? `, and ${more} more` : ''}; pass a full name`;
}
