import type { RuleSetCheck } from '../../features/gateway/check/check-schema.ts';
import { RULE_SET_FINDINGS } from '../../features/gateway/check/findings.ts';
import { formatFindings } from '../findings.ts';
import type { Palette } from '../palette.ts';

/** Formats the findings of `gateway check` for people. */
export function formatRuleSetCheck(check: RuleSetCheck, palette: Palette): string {
  return formatFindings(RULE_SET_FINDINGS, check.ruleSet, check, palette);
}
