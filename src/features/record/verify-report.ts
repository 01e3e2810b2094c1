import { differenceNotes } from './difference-notes.ts';
import { OUTCOMES, type VerifiedRequest, type VerifyReport } from './verify-schema.ts';

/**
 * Makes the report of `record verify`. A tape is accepted when every request that was sent was answered as recorded, and at
 * least one was: a tape of which nothing was sent shows nothing.
 * @param tape its file
 * @param server how messages name it
 */
export function toVerifyReport(tape: string, server: string, requests: VerifiedRequest[]): VerifyReport {
  const counts = countRequests(requests);
  return {
    schema_version: 'mcptest.dev/tape-verify/v1',
    tape,
    server,
    accepted: isAccepted(counts),
    counts,
    notes: differenceNotes(requests),
    requests,
  };
}

/** Counts the requests by what became of them. */
export function countRequests(requests: readonly Pick<VerifiedRequest, 'outcome'>[]): VerifyReport['counts'] {
  return Object.fromEntries(
    OUTCOMES.map((outcome) => [outcome, requests.filter((each) => each.outcome === outcome).length]),
  ) as VerifyReport['counts'];
}

/** Whether every request that was sent was answered as on the tape, and at least one was. */
export function isAccepted(counts: VerifyReport['counts']): boolean {
  return counts.same > 0 && counts.differs === 0 && counts['no-answer'] === 0;
}
