import type { Diagnostic } from '../../diagnostic.ts';
import { InputError } from '../../errors.ts';
import type { ComparedCase } from '../../features/compat/compared-case.ts';
import { clip, quote } from '../../text/clip.ts';
import type { Side } from './load-trials.ts';

/**
 * Pairs the cases of both sides by their names.
 * @param wanted the scenarios of the suite, if there is one
 * @throws InputError when a case lacks its partner
 */
export function pairCases(
  baseline: Side,
  candidate: Side,
  again: Side | undefined,
  wanted: readonly string[],
): ComparedCase[] {
  const problems: Diagnostic[] = [];
  const sides = [
    ['baseline', baseline],
    ['candidate', candidate],
    ...(again ? ([['aa', again]] as const) : []),
  ] as const;
  const names = new Map<string, string>(wanted.map((name) => [name, 'is a scenario of the suite']));
  for (const [flag, { cases }] of sides) {
    for (const [name, [trial]] of cases) {
      if (!names.has(name)) names.set(name, `is in --${flag} (\`${clip(trial?.reference ?? '')}\`)`);
    }
  }
  for (const [name, where] of names) {
    for (const [flag, { cases }] of sides) {
      if (!cases.has(name))
        problems.push({ message: `the case ${quote(name)} ${where}, and not in --${flag}` });
    }
  }
  if (problems.length > 0) {
    const [first, ...others] = problems as [Diagnostic, ...Diagnostic[]];
    const help =
      'cases pair by their names: the path below the folder, without ending and trial; see --case-key';
    throw new InputError([{ ...first, help }, ...others]);
  }
  return [...baseline.cases].map(([id, trials]) => ({
    id,
    baseline: trials,
    candidate: candidate.cases.get(id) ?? [],
    again: again?.cases.get(id),
  }));
}
