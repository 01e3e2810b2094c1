import { HOLDS_REDACTED, type VerifiedRequest } from './verify-schema.ts';

/** Says why an answer may differ although the server does not: a call was not made, or the server was in another state. */
export function differenceNotes(
  requests: readonly Pick<VerifiedRequest, 'outcome' | 'method' | 'reason'>[],
): string[] {
  const isCall = ({ method }: Pick<VerifiedRequest, 'method'>) => method === 'tools/call';
  const isSkipped = (each: Pick<VerifiedRequest, 'outcome' | 'method'>) =>
    each.outcome === 'skipped' && isCall(each);
  const skipped = requests.findIndex(isSkipped);
  const isRedacted = requests.filter(isSkipped).every(({ reason }) => reason === HOLDS_REDACTED);
  const differs = ({ outcome }: Pick<VerifiedRequest, 'outcome'>) => outcome === 'differs';
  return [
    ...(skipped !== -1 && requests.slice(skipped).some(differs)
      ? [
          isRedacted
            ? 'a call was skipped before an answer that differs, which may be the reason; the tape does not hold the redacted value that it sent, so it cannot be sent again'
            : 'a call was skipped before an answer that differs, which may be the reason; if the server may be changed, --execute-destructive sends it',
        ]
      : []),
    ...(requests.some(differs) && requests.some(isCall)
      ? [
          'calls may have changed the state of the server since the recording began: restore that state, and verify again',
        ]
      : []),
  ];
}
