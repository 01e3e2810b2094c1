import type { PolicyCheck } from '../../features/policy/check-schema.ts';
import { POLICY_FINDINGS } from '../../features/policy/findings.ts';
import { formatFindings } from '../findings.ts';
import type { Palette } from '../palette.ts';

/** Formats the findings of `policy check` for people. */
export function formatPolicyCheck(check: PolicyCheck, palette: Palette): string {
  return formatFindings(POLICY_FINDINGS, check.policy.path, check, palette);
}
