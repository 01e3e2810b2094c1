import { getAt } from '../../../assertions/access.ts';
import { GUARDS } from '../../../assertions/guard-table.ts';
import type { Path } from '../../../assertions/path.ts';
import { nearest } from '../../../text/nearest.ts';
import { isObject } from '../../../values/own-property.ts';
import type { Scenario } from '../suite/scenario.ts';
import type { SuiteRemark } from './findings.ts';

/** The keys that a guard in `expect_state` may have, each with a test of its operand. */
const TAKEN: Readonly<Record<string, (operand: unknown) => boolean>> = {
  ...Object.fromEntries(
    Object.entries(GUARDS).map(([name, { takes }]) => [
      name,
      (operand: unknown) => {
        if (takes === 'number') return typeof operand === 'number';
        if (takes === 'flag') return typeof operand === 'boolean';
        return takes === 'value' || Array.isArray(operand);
      },
    ]),
  ),
  absent: (operand) => typeof operand === 'boolean',
};

/** Finds values in `expect_state` that were most likely meant as a guard: `{mni: 3}`, `{absnt: true}`. */
export function misspeltGuards(scenario: Scenario): SuiteRemark[] {
  return scenario.expectState.flatMap(({ path, text, expected }): SuiteRemark[] => {
    const meant = meantBy(expected, path, scenario);
    if (meant === undefined) return [];
    return [
      {
        code: 'misspelt-guard',
        line: scenario.lineOf(['expect_state', text]),
        message: `the value of \`${text}\` in \`expect_state\` is not a guard, so it is compared as written`,
        help: `did you mean \`${meant}\`? write \`{ eq: ... }\` if you mean the value as written`,
      },
    ];
  });
}

/** The guard most likely meant by the first key that is not one; undefined when the object is data, or a guard. */
function meantBy(expected: unknown, path: Path, scenario: Scenario): string | undefined {
  if (!isObject(expected)) return undefined;
  let meant: string | undefined;
  for (const [key, operand] of Object.entries(expected)) {
    if (Object.hasOwn(TAKEN, key)) continue;
    const near = Object.keys(TAKEN).find((name) => isLike(name, key) && TAKEN[name]?.(operand));
    if (near === undefined || isData(key, path, scenario)) return undefined;
    meant ??= near;
  }
  return meant;
}

/** Whether a key is nearly the name of a guard. For the shortest names only swapped letters count. */
function isLike(name: string, key: string): boolean {
  const sorted = (text: string) => [...text].sort().join();
  if (sorted(key.toLowerCase()) === sorted(name)) return true;
  if (name.length < 3 || key.charAt(0).toLowerCase() !== name.charAt(0)) return false;
  return nearest(key, [name], name.length > 4 ? 2 : 1) === name;
}

/** Whether the world can have this key at the path: in the seed, or through an effect. */
function isData(key: string, path: Path, { seed, transitions }: Scenario): boolean {
  const value = getAt(seed, path);
  if (isObject(value) && Object.hasOwn(value, key)) return true;
  return transitions.some(({ effects }) =>
    effects.some((effect) => {
      const last = effect.path.at(path.length);
      return last?.kind === 'key' && last.key === key;
    }),
  );
}
