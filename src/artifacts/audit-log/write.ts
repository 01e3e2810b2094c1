import { formatInstant } from '../../time/instant.ts';
import { present } from '../../values/own-property.ts';
import type { AuditRecord, UnclearValue } from './model.ts';

/**
 * Writes a record as one line of JSON, without a line end, in a fixed order of keys. The reader returns the same record.
 * Spec (tool-call policies): "Audit record".
 */
export function writeRecord(record: AuditRecord & { readonly at: number }): string {
  const { id, tool, server, ip, risk, signals, enforced, decision, policy, ruleSet, approval, unclear } =
    record;
  return JSON.stringify({
    ...present({ id, at: formatInstant(record.at), agent: agentOf(record, unclear), server, tool }),
    ...present({
      arguments: record.arguments,
      ip,
      resource: resourceOf(record, unclear),
      risk,
      signals,
      enforced,
    }),
    ...present({ decision, approval: approval && approvalOf(approval), policy, ruleSet }),
  });
}

function agentOf({ agent }: AuditRecord, unclear: AuditRecord['unclear']): object | undefined {
  const mlThreatClass = droppedValue('agent.mlThreatClass', unclear);
  return mlThreatClass === undefined ? agent : { ...agent, mlThreatClass };
}

function resourceOf({ resource }: AuditRecord, unclear: AuditRecord['unclear']): object | undefined {
  const type = droppedValue('resource.type', unclear);
  return type === undefined ? resource : { ...resource, type };
}

/** Returns what a reader dropped, which is in no table but was in the log. */
function droppedValue(
  attribute: UnclearValue['attribute'],
  unclear: AuditRecord['unclear'] = [],
): string | undefined {
  return unclear.find((each) => each.attribute === attribute)?.value;
}

function approvalOf({ state, by, at }: NonNullable<AuditRecord['approval']>): object {
  return present({ state, by, at: at === undefined ? undefined : formatInstant(at) });
}
