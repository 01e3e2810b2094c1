import { heldCallKeys } from '../../../artifacts/approval/write.ts';
import { formatInstant, type Instant } from '../../../time/instant.ts';
import { present } from '../../../values/own-property.ts';
import type { ApprovalsReport } from './approvals-schema.ts';
import { type HeldEntry, lastUse, stateOf } from './held-state.ts';

/**
 * Returns held calls as they stand at a time, the oldest first.
 * @param details whether people see each of them in full
 */
export function toApprovalsReport(
  folder: string,
  entries: readonly HeldEntry[],
  now: Instant,
  details = false,
): ApprovalsReport {
  const sorted = entries.toSorted(
    (a, b) => a.held.created - b.held.created || (a.held.id < b.held.id ? -1 : 1),
  );
  return {
    schema_version: 'mcptest.dev/approvals/v1',
    folder,
    approvals: sorted.map((entry) => ({
      state: stateOf(entry, now),
      ...present({
        by: entry.verdict?.by,
        decided: entry.verdict && formatInstant(entry.verdict.at),
        ended: entry.end && formatInstant(entry.end.at),
      }),
      usable_until: formatInstant(lastUse(entry)),
      ...(present(heldCallKeys(entry.held)) as Omit<
        ApprovalsReport['approvals'][number],
        'state' | 'usable_until'
      >),
    })),
    ...(details && { details }),
  };
}
