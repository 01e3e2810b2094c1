import type { RuleSetFile } from './model.ts';

/** Folds the name of an environment: blanks around it, letter case and width do not make another environment. */
export function foldEnvironment(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}

/** The environments that a rule set names. */
export interface Environments {
  readonly names: ReadonlySet<string>;
  /** Their names by the folded form. */
  readonly byFold: ReadonlyMap<string, string>;
}

/** Returns the environments that the registry and the rules of a rule set name. */
export function environmentsOf({ rules, servers }: Pick<RuleSetFile, 'rules' | 'servers'>): Environments {
  const names = [
    ...servers.flatMap(({ environment }) => environment ?? []),
    ...rules.flatMap(({ context }) => context?.resource?.environment?.anyOf ?? []),
  ];
  return { names: new Set(names), byFold: new Map(names.map((name) => [foldEnvironment(name), name])) };
}

/**
 * Returns the environment that a call names in another spelling: `production` for `Production`. No rule matches such a
 * name, so a deny would not see it. Undefined when the name is known as it is, or is like no other.
 */
export function meantEnvironment(name: string, { names, byFold }: Environments): string | undefined {
  return names.has(name) ? undefined : byFold.get(foldEnvironment(name));
}
