import type { VerifiedRequest } from './verify-schema.ts';

/** Says that a call that was not made may be why a later answer differs. */
export function skippedNotes(requests: readonly Pick<VerifiedRequest, 'outcome' | 'method'>[]): string[] {
  const first = requests.findIndex(({ outcome, method }) => outcome === 'skipped' && method === 'tools/call');
  const isAfter = first !== -1 && requests.slice(first).some(({ outcome }) => outcome === 'differs');
  return isAfter
    ? [
        'a call was skipped before an answer that differs, which may be why; against a server that may be changed, --execute-destructive sends it',
      ]
    : [];
}
