import { nearest } from '../../../text/nearest.ts';
import type { RuleSetFile } from './model.ts';

/** Folds the name of an environment: blanks around it, letter case and width do not make another environment. */
export function foldEnvironment(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}

/** Names that people use for the same environment. */
const SAME: readonly (readonly string[])[] = [
  ['production', 'prod', 'prd'],
  ['staging', 'stage', 'stg'],
  ['development', 'develop', 'devel', 'dev'],
  ['testing', 'test', 'tst'],
];

const USUAL = new Map(SAME.flatMap((names) => names.map((name) => [name, names[0]] as const)));

/** Returns the usual name of an environment in any of its short forms. */
function usualName(name: string): string {
  const folded = foldEnvironment(name);
  return USUAL.get(folded) ?? folded;
}

/** The environments that a rule set names. */
export interface Environments {
  readonly names: ReadonlySet<string>;
  /** Their names by the folded form. */
  readonly byFold: ReadonlyMap<string, string>;
  /** Their names by the usual name: `prod` by `production`. */
  readonly byUsualName: ReadonlyMap<string, string>;
}

/** Returns the environments that the registry and the rules of a rule set name. */
export function environmentsOf({ rules, servers }: Pick<RuleSetFile, 'rules' | 'servers'>): Environments {
  const names = [
    ...servers.flatMap(({ environment }) => environment ?? []),
    ...rules.flatMap(({ context }) => context?.resource?.environment?.anyOf ?? []),
  ];
  return {
    names: new Set(names),
    byFold: new Map(names.map((name) => [foldEnvironment(name), name])),
    byUsualName: new Map(names.map((name) => [usualName(name), name])),
  };
}

/**
 * Returns the environment that a call names in another spelling: `production` for `Production`, `PROD` or `produktion`.
 * No rule matches such a name, so a deny would not see it. Undefined when the name is known as it is, or is like no
 * other: the registry lists servers, and there may be environments without one.
 */
export function meantEnvironment(name: string, environments: Environments): string | undefined {
  const { names, byFold, byUsualName } = environments;
  if (names.has(name)) return undefined;
  return byFold.get(foldEnvironment(name)) ?? byUsualName.get(usualName(name)) ?? withoutTypo(name, names);
}

/** A word of letters; names that differ in a digit, such as `staging1` and `staging2`, are both right. */
const WORD = /^\p{L}{6,}$/u;

function withoutTypo(name: string, names: ReadonlySet<string>): string | undefined {
  if (!WORD.test(name)) return undefined;
  const near = nearest(name, names, 1);
  return near !== undefined && WORD.test(near) ? near : undefined;
}
