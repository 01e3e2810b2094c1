import type { AuditRecord, Decision } from './model.ts';

/**
 * Returns the decision that the rules made about a recorded call. A call that was held for approval counts as held,
 * however it ended: some logs record the end (`allow`, and who approved it), others the hold. Undefined when the log does not
 * tell.
 */
export function recordedVerdict({ approval, decision }: AuditRecord): Decision | undefined {
  return approval ? 'require_approval' : decision;
}
