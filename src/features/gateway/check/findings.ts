import type { Remark } from '../../../findings/finding.ts';
import { ERRORS_WARNINGS_AND_NOTES } from '../../../findings/severity.ts';
import type { CodeOf, FindingTable } from '../../../findings/table.ts';
import type { Rule } from '../rules/model.ts';

/** All findings of `gateway check`. An error is a rule that never does what it says. */
export const RULE_SET_FINDINGS = {
  severities: ERRORS_WARNINGS_AND_NOTES,
  subjects: { policy: 'rule' },
  kinds: {
    'never-open': {
      severity: 'error',
      title: 'the negated windows of a rule cover the whole week, so it never matches',
    },
    'foreign-pattern': {
      severity: 'error',
      title:
        'a pattern is written in another language, such as `^db_.*$`, `{a,b}`, `db_?` or `Bash(rm:*)`, or has a blank, a comma or an invisible character, so it matches no tool that you mean',
    },
    'look-alike': {
      severity: 'warning',
      title:
        'a name looks like one that a rule denies, but is another: letter case, width, letters of another script, invisible characters',
    },
    'shadowed-rule': {
      severity: 'warning',
      title:
        'a rule can never change a verdict: wherever it matches, so does a stricter rule, or an earlier rule with the same action',
    },
    'unreachable-threshold': {
      severity: 'warning',
      title:
        'a threshold is never used: wherever it matches, another rule decides or an earlier threshold counts',
    },
    'threshold-action': {
      severity: 'warning',
      title: 'a rule with a threshold has an action other than deny, but denies anyway',
    },
    'overruled-allow': {
      severity: 'warning',
      title: 'an explicit allow is overruled by a signal-aware deny on calls with the signal',
    },
    'always-open': {
      severity: 'warning',
      title: 'the windows of a rule cover the whole week, so they have no effect',
    },
    'covered-entry': {
      severity: 'warning',
      title: 'an entry of `ip` or `resource.host` has no effect: another entry of the list covers it',
    },
    'unmatched-pattern': {
      severity: 'warning',
      title: 'a pattern matches no tool in the catalog passed with --tools',
    },
    'unmatched-server': {
      severity: 'note',
      title:
        'no server in `servers` is what the context of a rule asks for, so a hook or a proxy never matches it',
    },
    'unmatched-agent': {
      severity: 'note',
      title:
        'no agent in `agents` has a label that a rule asks for, so a hook or a proxy matches the rule only with --labels',
    },
    'allow-by-default': {
      severity: 'note',
      title: 'an allow has no effect: calls are allowed by default, and no threshold could deny them',
    },
    'switched-off': {
      severity: 'note',
      title: 'a rule is switched off',
    },
  },
} as const satisfies FindingTable<keyof typeof ERRORS_WARNINGS_AND_NOTES>;

/** The code of a finding, for programs: part of the interface. */
export type RuleSetFindingCode = CodeOf<typeof RULE_SET_FINDINGS>;

/** A finding about a rule. */
export interface RuleSetRemark extends Remark<RuleSetFindingCode> {
  readonly rule: Rule;
}
