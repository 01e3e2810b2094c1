import type { CheckName } from '../../features/evidence/verify/reasons.ts';
import type { Asked, EvidenceVerdict } from '../../features/evidence/verify/verdict-schema.ts';
import type { Tone } from '../../text/tone.ts';

type Outcome = EvidenceVerdict['checks'][CheckName];

/** The tone of each outcome of a check. */
export const OUTCOME_TONES = {
  passed: 'good',
  verified: 'good',
  present: 'caution',
  failed: 'bad',
  'not-checked': 'quiet',
} as const satisfies Record<Outcome, Tone>;

/** Returns what accepted evidence does not show, although it is accepted; nothing about evidence that is not. */
export function remarksOn({ accepted, attested, signature }: EvidenceVerdict): string[] {
  if (!accepted) return [];
  return [
    ...(attested ? [] : ['unattested: it names no commit']),
    ...(signature.verified ? [] : [signature.present ? 'signature not verified' : 'not signed']),
  ];
}

/** Returns an outcome as a word: `not checked`. */
export function wordOf(outcome: Outcome): string {
  return outcome === 'not-checked' ? 'not checked' : outcome;
}

/** Says what a check compared, or which flag makes it do so. */
export function whatWasChecked(name: CheckName, verdict: EvidenceVerdict): string {
  return WORDS[name](verdict, verdict.asked ?? {});
}

const WORDS: Readonly<Record<CheckName, (verdict: EvidenceVerdict, asked: Asked) => string>> = {
  consistency: (_, { run_report: runReport, source_from_git: sourceFromGit }) => {
    if (runReport === undefined) {
      return 'the artifact against itself and the clock; --run-report also compares it with the run';
    }
    const but = sourceFromGit ? ', except source fields that the report does not state' : '';
    return `the artifact against itself, the clock and the run report ${runReport}${but}`;
  },
  freshness: ({ signature }, { max_age: maxAge }) => {
    if (maxAge === undefined) return '--max-age sets how old it may be';
    const claim = 'generated_at, which the artifact itself claims';
    const time =
      signature.signed_at === undefined
        ? claim
        : `${claim}, or by the verified time of signing if that is older`;
    return `at most ${maxAge} old, by ${time}`;
  },
  ancestry: (_, { repo, ref = 'HEAD' }) =>
    repo === undefined
      ? '--repo checks that the commit is in the history of a git repository'
      : `whether git finds the commit in the history of ${ref} in ${repo}`,
  signature: describeSignature,
};

function describeSignature({ checks, signature }: EvidenceVerdict): string {
  const { present, identity, issuer, key, signed_at } = signature;
  switch (checks.signature) {
    case 'not-checked':
      return present
        ? 'there are signature files; --key or --certificate-identity verifies them'
        : 'there is no signature, and none was required';
    case 'present':
      return 'the signature files are well-formed; this is presence only, no signature was verified';
    case 'failed':
      return present ? 'the signature files next to the artifact' : 'there is no signature';
    case 'verified': {
      const who = identity === undefined ? `the key ${key}` : `${identity}, vouched for by ${issuer}`;
      return `these bytes were signed by ${who}${signed_at === undefined ? '' : `, at ${signed_at}`}`;
    }
  }
}
