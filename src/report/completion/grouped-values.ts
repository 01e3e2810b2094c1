import type { Place, Values } from '../../features/completion/offers.ts';

/** The flags after which the same values are offered, each with its command: `policy simulate --format`. */
export interface GroupedValues {
  readonly values: Values;
  readonly flags: readonly string[];
}

/** Returns the values of all flags. Flags with the same values are one group, so that the script of a shell stays short. */
export function groupedValues(places: readonly Place[]): readonly GroupedValues[] {
  const groups = new Map<string, { values: Values; flags: string[] }>();
  for (const { path, flags } of places) {
    for (const { name, values } of flags) {
      if (values === undefined) continue;
      const key = JSON.stringify(values);
      const group = groups.get(key) ?? { values, flags: [] };
      group.flags.push(`${path} ${name}`);
      groups.set(key, group);
    }
  }
  return [...groups.values()];
}

/** The words of a group, as they are typed: `json=` for a report, to be followed by its file. */
export function wordsOf(values: Values): readonly string[] {
  if (values.kind === 'reports') return values.words.map((word) => `${word}=`);
  return values.kind === 'words' ? values.words : [];
}
