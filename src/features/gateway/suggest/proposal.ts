import { clip } from '../../../text/clip.ts';
import { parseRuleSet } from '../rule-file/rule-set-file.ts';
import type { Rule } from '../rules/model.ts';
import { fingerprint } from './fingerprint.ts';

/** The reasons for suggesting a rule, in the order in which suggestions are shown. */
export const SUGGESTION_KINDS = {
  'always-denied': {
    seen: 'calls of a tool were held and denied, and no call of the tool went through',
    suggested: 'deny the tool',
  },
  'denied-signal': {
    seen: 'held calls with a signal were denied, and none was approved',
    suggested: 'deny calls with the signal, of that tool or of all tools',
  },
  'always-approved': {
    seen: 'calls of a tool were held, and every answer was an approval',
    suggested: 'allow the tool, and switch off the rule that holds it',
  },
  'usual-hours': {
    seen: 'all calls that went through, on five or more days, fell within a window of at most twelve hours',
    suggested: 'hold calls at other hours',
  },
  'usual-networks': {
    seen: 'all calls that went through, on five or more days, came from at most three networks (IPv4 /24, or single IPv6 addresses)',
    suggested: 'hold calls from elsewhere',
  },
  shadowed: { seen: 'a rule matches, but another rule always decides', suggested: 'switch it off' },
  'never-fires': { seen: 'no call matches a rule', suggested: 'switch it off' },
} as const satisfies Record<string, { readonly seen: string; readonly suggested: string }>;

/** The code of one of these reasons. */
export type SuggestionKind = keyof typeof SUGGESTION_KINDS;

/** All reasons, in the order of the table. */
export const SUGGESTION_KIND_NAMES = Object.keys(SUGGESTION_KINDS) as readonly SuggestionKind[];

/** A rule as it would be written; omitted keys have their defaults. */
export type SuggestedRule = Pick<Rule, 'name' | 'toolPattern' | 'action'> &
  Partial<Pick<Rule, 'signalCategory' | 'context' | 'priority' | 'enabled' | 'riskThreshold'>> & {
    readonly description?: string;
  };

/** A rule that the traffic supports. */
export interface Proposal {
  /** A stable identifier: it depends only on the kind and the subject, so it stays the same while the log grows. */
  readonly id: string;
  readonly kind: SuggestionKind;
  /** A sentence for people. */
  readonly summary: string;
  /** The number of records that support it. */
  readonly support: number;
  readonly evidence: Readonly<Record<string, number>>;
  /** The complete rule; an existing rule that should be switched off has `enabled: false`. */
  readonly rule: SuggestedRule;
  /** The rules to switch off, because this one has no effect next to them or makes them useless. */
  readonly disables: readonly string[];
  readonly note?: string;
}

/** Returns a suggested rule with the defaults filled in, as a rule set would read it. */
export function completed(rule: object): Rule {
  return parseRuleSet(JSON.stringify(rule), '').rules[0] as Rule;
}

/** Returns the identifier of a proposal, from its kind and subject. */
export function proposalId(kind: SuggestionKind, ...subject: readonly string[]): string {
  return fingerprint(JSON.stringify([kind, ...subject]));
}

/**
 * Gives each new rule a unique name of at most 120 characters: the preferred name, or that name with the identifier
 * appended if a rule or an earlier proposal already has it.
 */
export function withFreeNames(proposals: readonly Proposal[], rules: readonly Rule[]): readonly Proposal[] {
  const taken = new Set(rules.map(({ name }) => name));
  return proposals.map((proposal) => {
    const { id, rule } = proposal;
    const wanted = clip(rule.name, 100);
    const name = taken.has(wanted) ? freeName(`${wanted} (${id})`, taken) : wanted;
    taken.add(name);
    return { ...proposal, rule: { ...rule, name } };
  });
}

/** Appends a number in the rare case that a rule has even that name. */
function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted} ${number}`;
  return name;
}
