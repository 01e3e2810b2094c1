import type { FlagOffer, Offer, Place, Values } from '../../features/completion/offers.ts';

/** What a value is, for the script of a shell: what the shell itself offers for it, and the words that the script offers. */
interface Value {
  readonly takes: Values['kind'] | 'nothing';
  /** As they are typed: `json=` for a report, to be followed by its file. */
  readonly words: readonly string[];
}

/** What is offered after a command. The value is its operand. */
export interface Offered extends Value {
  /** The words after `mcptest`. */
  readonly path: string;
  readonly commands: readonly Offer[];
  readonly flags: readonly FlagOffer[];
}

/** The flags with the same value, each with its command: `policy simulate --format`. */
export interface Valued extends Value {
  readonly flags: readonly string[];
}

/** The two tables that the script of every shell looks offers up in. */
export interface Lookups {
  readonly offers: readonly Offered[];
  /** Flags with the same values are one row, so that the script stays short. */
  readonly values: readonly Valued[];
}

/** Returns the tables for the places of a command line. */
export function lookupsOf(places: readonly Place[]): Lookups {
  return {
    offers: places.map(({ path, commands, flags, operand }) => ({
      path,
      commands,
      flags,
      ...(operand ? toValue(operand) : { takes: 'nothing', words: [] }),
    })),
    values: valuedFlags(places),
  };
}

function valuedFlags(places: readonly Place[]): readonly Valued[] {
  const groups = new Map<string, Value & { readonly flags: string[] }>();
  for (const { path, flags } of places) {
    for (const { name, values } of flags) {
      if (values === undefined) continue;
      const key = JSON.stringify(values);
      const group = groups.get(key) ?? { ...toValue(values), flags: [] };
      group.flags.push(`${path} ${name}`);
      groups.set(key, group);
    }
  }
  return [...groups.values()];
}

function toValue(values: Values): Value {
  switch (values.kind) {
    case 'reports':
      return { takes: values.kind, words: values.words.map((word) => `${word}=`) };
    case 'words':
      return { takes: values.kind, words: values.words };
    default:
      return { takes: values.kind, words: [] };
  }
}
