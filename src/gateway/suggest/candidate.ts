import { clip } from '../../clip.ts';
import type { Policy } from '../model.ts';
import { fingerprint } from './fingerprint.ts';

/** Why a rule is suggested, in the order in which suggestions are shown. */
export const SUGGESTION_KINDS = {
  'always-denied': 'calls of a tool that were held and always denied: deny them',
  'denied-signal': 'calls with a signal that keep being denied by hand: deny them',
  'always-approved': 'calls of a tool that were held and always approved: allow them',
  'usual-hours': 'a tool or an environment is used at certain hours only: hold what comes at others',
  'usual-networks':
    'a tool or an environment is used from certain networks only: hold what comes from others',
  shadowed: 'a rule matches, and never decides, since another one always does: switch it off',
  'never-fires': 'a rule that no call of the log matches: switch it off',
} as const satisfies Record<string, string>;

export type SuggestionKind = keyof typeof SUGGESTION_KINDS;

export const SUGGESTION_KIND_NAMES = Object.keys(SUGGESTION_KINDS) as readonly SuggestionKind[];

/** A rule as it would be written; keys that are left out have their defaults. */
export type SuggestedRule = Pick<Policy, 'name' | 'toolPattern' | 'action'> &
  Partial<Pick<Policy, 'signalCategory' | 'context' | 'priority' | 'enabled' | 'riskThreshold'>> & {
    readonly description?: string;
  };

/** A rule that the traffic speaks for. */
export interface Candidate {
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

/** Names the kind of a candidate and what it is about. */
export function candidateId(kind: SuggestionKind, ...subject: readonly string[]): string {
  return fingerprint(JSON.stringify([kind, ...subject]));
}

/** A name that no rule has yet, of at most 120 characters. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  const name = clip(wanted, 100);
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) {
    const other = `${name} (${number})`;
    if (!taken.has(other)) return other;
  }
}
