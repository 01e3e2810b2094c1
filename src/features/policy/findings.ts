import { ERRORS_AND_WARNINGS } from '../../findings/severity.ts';
import type { CodeOf, FindingTable } from '../../findings/table.ts';

/** Everything that `policy check` can find. An error fails the gate sooner or later; a warning may not. */
export const POLICY_FINDINGS = {
  severities: ERRORS_AND_WARNINGS,
  kinds: {
    'no-comparator': {
      severity: 'error',
      title: 'a rule has no comparator, so it is never evaluated',
    },
    'several-comparators': {
      severity: 'error',
      title: 'a rule has more than one comparator, so it is never evaluated',
    },
    'unknown-fact': {
      severity: 'error',
      title: 'a rule names a fact that is not in the catalog, so it is never evaluated',
    },
    'type-mismatch': {
      severity: 'error',
      title: 'a comparator cannot judge a fact of this type, so the rule is never evaluated',
    },
    'never-holds': {
      severity: 'error',
      title: 'a rule allows only values that its fact can never have, so it always fails',
    },
    'impossible-value': {
      severity: 'warning',
      title: 'a rule lists a value that its fact can never have',
    },
    'waiver-expired': {
      severity: 'error',
      title: 'a waiver has expired: it suppresses nothing, and fails the gate when its rule fails',
    },
    'waiver-unreadable-expiry': {
      severity: 'error',
      title: 'the expiry of a waiver is not an RFC 3339 time, so the waiver counts as expired',
    },
    'waiver-expires-soon': {
      severity: 'warning',
      title: 'a waiver expires within the time given with --warn-expiring',
    },
    'waiver-unknown-rule': {
      severity: 'warning',
      title: 'a waiver names a rule that is not in the policy',
    },
  },
} as const satisfies FindingTable<keyof typeof ERRORS_AND_WARNINGS>;

/** The code of a finding. Programs rely on it: it is part of the public interface. */
export type PolicyFindingCode = CodeOf<typeof POLICY_FINDINGS>;
