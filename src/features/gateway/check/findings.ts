import type { Remark } from '../../../findings/finding.ts';
import { ERRORS_WARNINGS_AND_NOTES } from '../../../findings/severity.ts';
import type { CodeOf, FindingTable } from '../../../findings/table.ts';
import type { Rule } from '../rules/model.ts';

/** Everything that `gateway check` can find. An error is a rule that never does what it says. */
export const RULE_SET_FINDINGS = {
  severities: ERRORS_WARNINGS_AND_NOTES,
  subjects: { policy: 'rule' },
  kinds: {
    'never-open': {
      severity: 'error',
      title: 'the negated windows of a rule cover the whole week, so that it never fires',
    },
    'shadowed-rule': {
      severity: 'warning',
      title:
        'a rule can never change a verdict: wherever it matches, a stricter rule does too, or an earlier one of the same action',
    },
    'unreachable-threshold': {
      severity: 'warning',
      title:
        'a threshold is never asked: wherever it matches, another rule decides or an earlier threshold counts',
    },
    'threshold-action': {
      severity: 'warning',
      title: 'a rule with a threshold has another action than deny; it denies all the same',
    },
    'overruled-allow': {
      severity: 'warning',
      title:
        'an explicit allow stands next to a signal-aware deny, which overrules it on calls with the signal',
    },
    'always-open': {
      severity: 'warning',
      title: 'the windows of a rule cover the whole week, so that they constrain nothing',
    },
    'covered-entry': {
      severity: 'warning',
      title: 'an entry of `ip` or `resource.host` changes nothing: another entry of the list covers it',
    },
    'unmatched-pattern': {
      severity: 'warning',
      title: 'a pattern matches no tool of the catalog that is given with --tools',
    },
    'allow-by-default': {
      severity: 'note',
      title: 'an allow changes no verdict: what no rule decides is allowed, and no threshold could deny it',
    },
    'switched-off': {
      severity: 'note',
      title: 'a rule is switched off',
    },
  },
} as const satisfies FindingTable<keyof typeof ERRORS_WARNINGS_AND_NOTES>;

/** What kind of finding it is, for programs: part of the interface. */
export type RuleSetFindingCode = CodeOf<typeof RULE_SET_FINDINGS>;

/** Something that a lint has to say of a rule. */
export interface RuleSetRemark extends Remark<RuleSetFindingCode> {
  readonly rule: Rule;
}
