import { choice, type FlagTable, flag, required, value } from '../../flags.ts';
import { VERDICT_FORMATS } from '../../report/evidence/formats.ts';
import { NOW, reportFlags } from '../flags.ts';

export const EMIT_FLAGS = [
  value('--out <file>', 'write the artifact to a file instead of standard output'),
  value('--security <file>', 'a security scan, whose findings are counted by severity'),
  value('--conformance <file>', 'a conformance report, whose tier is stated'),
  flag('--reproducible', 'state that the run was shown to be reproducible'),
  value(
    '--reproducible-with <run.json>',
    'show that: a report of another run of the commit, with the same verdict of each test',
  ),
  flag('--source-from-git', 'ask git in the working folder for the source that the report does not state'),
  value('--statement <file>', 'write an in-toto statement on the artifact too'),
  flag('--sign', 'sign with cosign, keyless; writes <out>.sig and <out>.cert'),
  value('--sign-timeout <duration>', 'how long cosign may take (default: 5m)'),
  value('--sign-key <file>', 'sign with a private key instead; writes <out>.sigstore.json'),
  NOW,
] as const satisfies FlagTable;

export const KEYGEN_FLAGS = [
  required('--out <name>', 'what the two files are called, without .key and .pub'),
  choice('--algorithm <name>', 'what kind of key', ['ed25519', 'p256']),
] as const satisfies FlagTable;

export const SERVER_JSON_FLAGS = [
  required('--url <url>', 'where the artifact is published, https'),
] as const satisfies FlagTable;

/** Whose signature is wanted. */
const SIGNER_FLAGS = [
  value('--key <file>', 'verify: signed with this public key (PEM)'),
  value('--certificate-identity <id>', 'verify: signed by exactly this identity'),
  value('--certificate-oidc-issuer <url>', 'verify: whom exactly this issuer vouches for'),
  value('--trusted-root <file>', 'the authorities to trust (default: those of the public Sigstore, shipped)'),
] as const satisfies FlagTable;

export const VERIFY_FLAGS = [
  value('--max-age <duration>', 'reject what is older, e.g. 720h, 30d or 4w'),
  value('--clock-skew <duration>', 'how far clocks may differ (default: 5m)'),
  flag('--require-signed', 'reject what has no signature beside it; alone it looks for presence only'),
  flag('--require-origin', 'reject what names no commit'),
  value('--repo <folder>', 'a git repository: reject when the commit is not part of its history'),
  value('--ref <ref>', 'the end of that history (default: HEAD)'),
  value('--run-report <file>', 'the run report: reject when it does not give this artifact'),
  value('--security <file>', 'the security scan that was folded in, for --run-report'),
  value('--conformance <file>', 'the conformance report that was folded in, for --run-report'),
  flag(
    '--source-from-git',
    'do not compare what the run report does not state of the source, which git told',
  ),
  ...SIGNER_FLAGS,
  ...reportFlags(VERDICT_FORMATS, 'how the verdict is written'),
  NOW,
] as const satisfies FlagTable;

export const VERIFY_BUNDLE_FLAGS = [
  required('--bundle <file>', 'the bundle, .sigstore.json'),
  value('--artifact <file>', 'the file that was signed, as an option'),
  ...SIGNER_FLAGS,
  value('--out <file>', 'write the verdict to a file instead of standard output'),
] as const satisfies FlagTable;
