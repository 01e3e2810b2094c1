import type { FactValue } from '../facts/fact.ts';
import type { Instant } from '../time/instant.ts';
import type { ComparatorName } from './comparators.ts';

/** What a false rule can do to the verdict: fail the gate, or only warn. */
export const RULE_SEVERITIES = ['fail', 'warn'] as const;

/** What a false rule does to the verdict. */
export type Severity = (typeof RULE_SEVERITIES)[number];

/** A comparator as a rule states it: its name and the value behind it. */
export interface Comparison {
  readonly comparator: ComparatorName;
  /** A number for `max` and `min`, a literal for `equals`, a list for `one_of`. */
  readonly expected: FactValue | readonly FactValue[];
}

/** One thing that must hold: a fact, and the comparator that judges it. */
export interface Rule {
  readonly id: string;
  readonly description?: string;
  readonly fact: string;
  /** As written. Exactly one makes a rule that can be evaluated. */
  readonly comparisons: readonly Comparison[];
  readonly severity: Severity;
  /** Where the rule begins in the policy file, both from 1. */
  readonly line: number;
  readonly column: number;
}

/** A dated promise to mend something: it suppresses one rule's failure until it expires. */
export interface Waiver {
  /** The id of the rule it suppresses. */
  readonly rule: string;
  readonly owner: string;
  readonly reason: string;
  /** As written. */
  readonly expiry: string;
  /** The moment of expiry; absent when `expiry` is no RFC 3339 time, which counts as expired. */
  readonly expiresAt?: Instant | undefined;
  readonly issue?: string;
  /** Where the waiver begins in the policy file, both from 1. */
  readonly line: number;
  readonly column: number;
}

/** What must hold for a release, and what is tolerated for a while. The file is read by `policy/policy-file.ts`. */
export interface Policy {
  /** The file as the user gave it. */
  readonly path: string;
  readonly version: string;
  readonly rules: readonly Rule[];
  readonly waivers: readonly Waiver[];
}
