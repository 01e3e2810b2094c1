import { clip } from '../../../text/clip.ts';
import { parseRuleSet } from '../rule-file/rule-set-file.ts';
import type { Rule } from '../rules/model.ts';
import { fingerprint } from './fingerprint.ts';

/** Why a rule is suggested, in the order in which suggestions are shown. */
export const SUGGESTION_KINDS = {
  'always-denied': {
    seen: 'calls of a tool were held, a person denied them, and none went through',
    suggested: 'deny the tool',
  },
  'denied-signal': {
    seen: 'held calls with a signal were denied, and none approved',
    suggested: 'deny calls with the signal, of that tool or of all',
  },
  'always-approved': {
    seen: 'calls of a tool were held, and every answer was an approval',
    suggested: 'allow the tool, and switch off the rule that holds it',
  },
  'usual-hours': {
    seen: 'all calls that went through, on five days or more, came in a window of at most twelve hours',
    suggested: 'hold what comes at other hours',
  },
  'usual-networks': {
    seen: 'all of them came from at most three networks (IPv4 /24, or single IPv6 addresses)',
    suggested: 'hold what comes from elsewhere',
  },
  shadowed: { seen: 'a rule matches, and another one always decides', suggested: 'switch it off' },
  'never-fires': { seen: 'no call matches a rule', suggested: 'switch it off' },
} as const satisfies Record<string, { readonly seen: string; readonly suggested: string }>;

export type SuggestionKind = keyof typeof SUGGESTION_KINDS;

export const SUGGESTION_KIND_NAMES = Object.keys(SUGGESTION_KINDS) as readonly SuggestionKind[];

/** A rule as it would be written; keys that are left out have their defaults. */
export type SuggestedRule = Pick<Rule, 'name' | 'toolPattern' | 'action'> &
  Partial<Pick<Rule, 'signalCategory' | 'context' | 'priority' | 'enabled' | 'riskThreshold'>> & {
    readonly description?: string;
  };

/** A rule that the traffic speaks for. */
export interface Proposal {
  /** Stays the same while the log grows: it names the kind and what the rule is about. */
  readonly id: string;
  readonly kind: SuggestionKind;
  /** A sentence for people. */
  readonly summary: string;
  /** How many records speak for it. */
  readonly support: number;
  readonly evidence: Readonly<Record<string, number>>;
  /** The complete rule; one that exists and is to be switched off has `enabled: false`. */
  readonly rule: SuggestedRule;
  /** Rules that are to be switched off, since it has no effect, or no use, beside them. */
  readonly disables: readonly string[];
  readonly note?: string;
}

/** A suggested rule with the defaults filled in, as a rule set would have it. */
export function completed(rule: object): Rule {
  return parseRuleSet(JSON.stringify(rule), '').rules[0] as Rule;
}

/** Names the kind of a proposal and what it is about. */
export function proposalId(kind: SuggestionKind, ...subject: readonly string[]): string {
  return fingerprint(JSON.stringify([kind, ...subject]));
}

/**
 * Gives each new rule a name of its own, of at most 120 characters: the one that is wanted, or that with the identifier
 * behind it where a rule, or a proposal before it, has the name.
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

/** Somebody may have given a rule even that name. */
function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted} ${number}`;
  return name;
}
