import type { TimeRange } from '../../../features/gateway/backtest/backtest.ts';
import { parseInstant } from '../../../time/instant.ts';
import type { Served } from './handling.ts';
import { Refusal } from './refusal.ts';

/** Returns the audit logs that are read. @throws Refusal if there are none */
export function servedLogs({ logs: { auditLog = [] } }: Served): readonly string[] {
  if (auditLog.length > 0) return auditLog;
  throw new Refusal(409, 'there is no audit log', { help: 'start the server with --audit-log' });
}

/** Returns the time range of a request, whose times its schema has checked. @throws Refusal if it is empty */
export function rangeOf({
  since,
  until,
}: {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}): TimeRange {
  const range = {
    since: since === undefined ? undefined : parseInstant(since),
    until: until === undefined ? undefined : parseInstant(until),
  };
  if (range.since !== undefined && range.until !== undefined && range.since >= range.until) {
    throw new Refusal(400, '`since` is not before `until`');
  }
  return range;
}
