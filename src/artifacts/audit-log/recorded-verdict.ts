import type { AuditRecord, Decision } from './model.ts';

/**
 * What the rules said of a recorded call. A call that was held for a person was held, whatever came of it: some logs
 * record the end (`allow`, and who approved it), others the beginning.
 */
export function recordedVerdict({ approval, decision }: AuditRecord): Decision {
  return approval ? 'require_approval' : decision;
}
