import { choice, type FlagTable, flag, required, value, values } from '../../flags.ts';
import { BUNDLE_FORMATS, VERDICT_FORMATS } from '../../report/evidence/formats.ts';
import { NOW, reportFlags, SEVERAL } from '../flags.ts';

/** The flags of `evidence`, which writes an artifact. */
export const EMIT_FLAGS = [
  value('--out <file>', 'write the artifact to a file instead of standard output'),
  values('--security <file>', `a security scan, to state its findings by severity${SEVERAL}`),
  values('--conformance <file>', `a conformance report, to state its tier${SEVERAL}`),
  flag('--reproducible', 'state that the run was shown to be reproducible'),
  value(
    '--reproducible-with <run.json>',
    'show that with the report of another run of the same commit, in which every test must have ended the same way',
  ),
  flag('--source-from-git', 'take commit, branch and repository from git if the report does not state them'),
  value('--statement <file>', 'also write an in-toto statement about the artifact'),
  flag('--sign', 'sign with cosign, keyless; writes <out>.sig and <out>.cert'),
  value('--sign-timeout <duration>', 'how long cosign may take (default: 5m)'),
  value('--sign-key <file>', 'sign with a private key instead; writes <out>.sigstore.json'),
  NOW,
] as const satisfies FlagTable;

/** The flags of `evidence keygen`. */
export const KEYGEN_FLAGS = [
  required('--out <name>', 'the name of the two files, without .key and .pub'),
  choice('--algorithm <name>', 'the kind of key', ['ed25519', 'p256']),
] as const satisfies FlagTable;

/** The flags of `evidence server-json`. */
export const SERVER_JSON_FLAGS = [
  required('--url <url>', 'the https URL at which the artifact is published'),
] as const satisfies FlagTable;

/** The flags that name the expected signer. */
const SIGNER_FLAGS = [
  value('--key <file>', 'verify the signature with this public key (PEM)'),
  value('--certificate-identity <id>', 'verify that exactly this identity signed'),
  value('--certificate-oidc-issuer <url>', 'verify that exactly this issuer vouches for the identity'),
  value(
    '--trusted-root <file>',
    'the authorities to trust (default: those of the public Sigstore, shipped with mcptest)',
  ),
] as const satisfies FlagTable;

/** The flags of `evidence verify`. */
export const VERIFY_FLAGS = [
  value('--max-age <duration>', 'reject an artifact older than this, e.g. 720h, 30d or 4w'),
  value('--clock-skew <duration>', 'how far the clocks of two machines may differ (default: 5m)'),
  flag(
    '--require-signed',
    'reject an artifact without signature files; alone, it checks only that they are present',
  ),
  flag('--require-origin', 'reject an artifact that names no commit'),
  value('--repo <folder>', 'a git repository: reject when the commit is not in its history'),
  value('--ref <ref>', 'the commit at which that history ends (default: HEAD)'),
  value('--run-report <file>', 'the run report: reject when the artifact does not match it'),
  values('--security <file>', `the security scan that the artifact includes, for --run-report${SEVERAL}`),
  values(
    '--conformance <file>',
    `the conformance report that the artifact includes, for --run-report${SEVERAL}`,
  ),
  flag(
    '--source-from-git',
    'do not compare source fields that the run report does not state, as they came from git',
  ),
  ...SIGNER_FLAGS,
  ...reportFlags(VERDICT_FORMATS, 'the format of the verdict'),
  NOW,
] as const satisfies FlagTable;

/** The flags of `evidence verify-bundle`. */
export const VERIFY_BUNDLE_FLAGS = [
  required('--bundle <file>', 'the Sigstore bundle (.sigstore.json), or attestations as JSON Lines'),
  value('--artifact <file>', 'the file that was signed, instead of the argument'),
  ...SIGNER_FLAGS,
  ...reportFlags(BUNDLE_FORMATS, 'the format of the verdict'),
] as const satisfies FlagTable;
