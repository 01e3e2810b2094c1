/** The checks of `evidence verify`, in the order of the reasons in a verdict. Spec (run evidence): "Verifying". */
export const CHECK_NAMES = ['consistency', 'freshness', 'ancestry', 'signature'] as const;

/** One of the checks. */
export type CheckName = (typeof CHECK_NAMES)[number];

/**
 * Every reason to reject evidence or a bundle: the check that finds it, what it means, and what to do. The codes are part of
 * the interface for programs.
 */
export const REASONS = {
  'schema-version': {
    check: 'consistency',
    title: 'the artifact does not state the schema version `mcptest.dev/evidence/v1`',
    help: 'make it with `mcptest evidence`',
  },
  counts: {
    check: 'consistency',
    title: 'a count of tests or findings is missing, negative or fractional, or the counts do not add up',
    help: 'make the artifact from the run report again, and do not trust an edited one',
  },
  'no-tests': {
    check: 'consistency',
    title: 'no test passed and none failed, so the run shows nothing',
    help: 'check which tests the run selects',
  },
  origin: {
    check: 'consistency',
    title:
      '`unverifiable_origin` contradicts the commit: it must be true exactly when the artifact names none',
    help: 'make the artifact from the run report again',
  },
  'origin-required': {
    check: 'consistency',
    title: 'the artifact names no commit, but --require-origin requires one',
    help: 'run the tests in a git work tree, or drop --require-origin to accept unattested artifacts',
  },
  'commit-sha': {
    check: 'consistency',
    title: '`source.commit_sha` is not a commit hash of 40 or 64 hexadecimal digits',
    help: 'write the full hash of the commit',
  },
  'generated-at': {
    check: 'consistency',
    title: '`generated_at` is missing or not an RFC 3339 time',
    help: 'write a time such as 2026-06-02T10:01:00Z',
  },
  'generated-in-future': {
    check: 'consistency',
    title: '`generated_at` is later than now by more than --clock-skew',
    help: 'compare the clocks; --clock-skew sets how far they may differ',
  },
  'signed-before-generated': {
    check: 'consistency',
    title: 'the verified signature is older than the run that it signs',
    help: 'sign after the run has ended: one of the two times is wrong',
  },
  'signed-in-future': {
    check: 'consistency',
    title: 'the verified signature is later than now by more than --clock-skew',
    help: 'compare the clocks, and check the time in --now',
  },
  'run-report-differs': {
    check: 'consistency',
    title: 'the artifact differs from what the run report gives',
    help: 'pass the report that the artifact was made from, with --security and --conformance for the reports that it includes, and --source-from-git if its source came from git',
  },
  stale: {
    check: 'freshness',
    title: 'the run, or its verified signature, is older than --max-age',
    help: 'run the tests again',
  },
  'age-unknown': {
    check: 'freshness',
    title:
      '--max-age is given, but `generated_at` is missing or malformed, or it or the verified signature is in the future',
    help: 'make the artifact from a run report that states when the run ended, and compare the clocks',
  },
  'not-an-ancestor': {
    check: 'ancestry',
    title: 'git reports that the commit is not an ancestor of --ref',
    help: 'run the tests on the commit that you release: the run was on another branch, or history was rewritten',
  },
  'ancestry-unknown': {
    check: 'ancestry',
    title:
      'ancestry could not be established: there is no git, no repository, no such commit or ref, or the clone is shallow and may lack it',
    help: 'pass a full clone to --repo, e.g. `fetch-depth: 0` in actions/checkout',
  },
  'ancestry-no-commit': {
    check: 'ancestry',
    title: 'ancestry could not be established: the artifact names no commit',
    help: 'leave out --repo for artifacts without a commit',
  },
  'signature-missing': {
    check: 'signature',
    title: 'there is no signature next to the artifact',
    help: 'sign it with `mcptest evidence --sign` or `--sign-key`, and keep the files together',
  },
  'signature-empty': {
    check: 'signature',
    title: 'a signature file is empty',
    help: 'sign again; an interrupted signing leaves such files',
  },
  'signature-malformed': {
    check: 'signature',
    title: 'a signature file is not what its name says: base64, a certificate or a Sigstore bundle',
    help: 'sign again',
  },
  'bundle-missing': {
    check: 'signature',
    title: 'there is no `.sigstore.json` next to the artifact, and only that can be verified offline',
    help: 'keep the bundle: a `.sig` and `.cert` alone contain no proof from the log; `cosign verify-blob` asks the log itself',
  },
  'bundle-type': {
    check: 'signature',
    title: 'the media type of the bundle is not known',
    help: 'use a Sigstore bundle of version 0.1, 0.2 or 0.3',
  },
  'artifact-mismatch': {
    check: 'signature',
    title: 'another file was signed: its digest differs from that of this file',
    help: 'do not rely on this file: it was changed after it was signed, or the bundle belongs to another file',
  },
  'statement-type': {
    check: 'signature',
    title: 'the envelope does not contain an in-toto statement of a known type',
    help: 'use a payloadType, _type and predicateType that the documentation lists',
  },
  'subject-mismatch': {
    check: 'signature',
    title: 'a subject of the signed statement is neither this file nor its commit',
    help: 'do not rely on this file: it was changed after it was signed, the bundle belongs to another file, or the statement also names other files',
  },
  'predicate-mismatch': {
    check: 'signature',
    title: 'the signed statement says something else about the tests than the artifact',
    help: 'do not rely on this file: sign the artifact that the run gives, and compare the statement with it',
  },
  'signature-invalid': {
    check: 'signature',
    title: 'the signature does not match the key and the signed content',
    help: 'check that the key is the right one: the file or its bundle was changed after signing, or another key signed it',
  },
  'key-mismatch': {
    check: 'signature',
    title: '--key is given, but the bundle was signed with a certificate',
    help: 'name the signer that you trust with --certificate-identity: a key is never taken from a bundle',
  },
  'certificate-missing': {
    check: 'signature',
    title: '--certificate-identity is given, but the bundle was signed with a bare key',
    help: 'pass the key that you trust with --key',
  },
  'certificate-untrusted': {
    check: 'signature',
    title:
      'the certificate does not lead to the trusted root, was not valid at the time of signing, or is in no CT log',
    help: 'check that --trusted-root is that of the Sigstore instance that signed',
  },
  'time-unverified': {
    check: 'signature',
    title: 'no trusted time shows that the certificate was valid at the time of signing',
    help: 'use a bundle with a timestamp, or with a log entry that states its time: a certificate is valid only for minutes',
  },
  'log-unverified': {
    check: 'signature',
    title: 'the log entry is missing, is neither proven nor promised, or belongs to another signature',
    help: 'check that --trusted-root is that of the Sigstore instance that signed',
  },
  'identity-mismatch': {
    check: 'signature',
    title: 'someone else signed: the certificate names another identity',
    help: 'pass the whole identity: it is not a pattern',
  },
  'issuer-mismatch': {
    check: 'signature',
    title: 'another issuer vouched for the identity',
    help: 'pass the whole issuer, e.g. https://token.actions.githubusercontent.com',
  },
  'source-mismatch': {
    check: 'signature',
    title: 'the certificate names another repository or commit than the artifact',
    help: 'sign the artifact in the job that ran the tests',
  },
} as const satisfies Record<string, { check: CheckName; title: string; help: string }>;

/** The code of a reason. */
export type ReasonCode = keyof typeof REASONS;

/** All codes, check by check. */
export const REASON_CODES = Object.keys(REASONS) as readonly ReasonCode[];

/** One reason to reject an artifact. The message says what was found in this artifact. */
export interface Reason {
  readonly code: ReasonCode;
  readonly message: string;
}
