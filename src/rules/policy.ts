import type { FactValue } from '../facts/fact.ts';
import type { Instant } from '../time/instant.ts';
import type { ComparatorName } from './comparators.ts';

/** What a rule that does not hold can do to the verdict: fail the gate, or only warn. */
export const RULE_SEVERITIES = ['fail', 'warn'] as const;

/** What a rule that does not hold does to the verdict. */
export type RuleSeverity = (typeof RULE_SEVERITIES)[number];

/** A comparator as a rule states it: its name and its value. */
export interface Comparison {
  readonly comparator: ComparatorName;
  /** A number for `max` and `min`, a literal for `equals`, a list for `one_of`. */
  readonly expected: FactValue | readonly FactValue[];
}

/** One thing that must hold: a fact, and the comparator that judges it. */
export interface PolicyRule {
  readonly id: string;
  readonly description?: string;
  readonly fact: string;
  /** As written. Only a rule with exactly one can be evaluated. */
  readonly comparisons: readonly Comparison[];
  readonly severity: RuleSeverity;
  /** Where the rule begins in the policy file; line and column count from 1. */
  readonly line: number;
  readonly column: number;
}

/** A dated promise to fix something: it suppresses the failure of one rule until it expires. */
export interface Waiver {
  /** The id of the rule it suppresses. */
  readonly rule: string;
  readonly owner: string;
  readonly reason: string;
  /** As written. */
  readonly expiry: string;
  /** The time of expiry; absent when `expiry` is not an RFC 3339 time, which counts as expired. */
  readonly expiresAt?: Instant | undefined;
  readonly issue?: string;
  /** Where the waiver begins in the policy file; line and column count from 1. */
  readonly line: number;
  readonly column: number;
}

/** What must hold for a release, and what is tolerated for a while. `features/policy/policy-file.ts` reads the file. */
export interface Policy {
  /** The file as the user gave it. */
  readonly path: string;
  readonly version: string;
  readonly rules: readonly PolicyRule[];
  readonly waivers: readonly Waiver[];
}
