import { differenceNotes } from './difference-notes.ts';
import { OUTCOMES, type VerifiedRequest, type VerifyReport } from './verify-schema.ts';

/**
 * Makes the report of `record verify`. A tape is accepted when every request that was sent was answered as recorded, and at
 * least one was: a tape of which nothing was sent shows nothing.
 * @param tape its file
 * @param server how messages name it
 */
export function toVerifyReport(tape: string, server: string, requests: VerifiedRequest[]): VerifyReport {
  const counts = Object.fromEntries(
    OUTCOMES.map((outcome) => [outcome, requests.filter((each) => each.outcome === outcome).length]),
  ) as VerifyReport['counts'];
  return {
    schema_version: 'mcptest.dev/tape-verify/v1',
    tape,
    server,
    accepted: counts.same > 0 && counts.differs === 0 && counts['no-answer'] === 0,
    counts,
    notes: differenceNotes(requests),
    requests,
  };
}
