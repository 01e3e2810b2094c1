import { parseJson } from '../../../documents/json.ts';
import type { SourceDocument } from '../../../documents/source-document.ts';
import { InputError } from '../../../errors.ts';
import { valueAt } from '../../../values/own-property.ts';
import { sha256 } from '../signature/digest.ts';
import type { SignatureFiles } from '../signature/signature-files.ts';
import { certificateOf, isBase64, isCertificate, isSignatureOn } from '../signature/signature-format.ts';

/** The texts of the files that cosign wrote. Undefined for each file that it did not write. */
export interface CosignOutput {
  readonly signature: string | undefined;
  readonly certificate: string | undefined;
  readonly bundle: string | undefined;
}

/** A signature in base64 and the certificate of its key, as `cosign verify-blob` expects them. */
interface Pair {
  readonly signature: string | undefined;
  readonly certificate: string | undefined;
}

/** A {@link Pair} with both parts. */
type Whole = { readonly [Part in keyof Pair]: string };

const CHECK_COSIGN = 'check that the `cosign` on PATH is the one of Sigstore, version 2 or 3';

/** The prefix of the media types of Sigstore bundles. Version 2 of cosign also writes a format that only cosign knows. */
const SIGSTORE_BUNDLE = 'application/vnd.dev.sigstore.bundle';

/**
 * Returns the signature files to write next to an artifact, from the output of any version of cosign: always the pair, and
 * the bundle if it is a Sigstore bundle. Refuses what `evidence verify` would call malformed, and a signature that is not
 * over the artifact or not by the key of its certificate.
 * @param artifact the text that cosign was to sign
 * @throws InputError when a part of the pair is missing, empty or malformed, or does not fit the others or the artifact
 */
export async function readCosignOutput(artifact: string, output: CosignOutput): Promise<SignatureFiles> {
  const document =
    output.bundle === undefined || output.bundle.trim() === ''
      ? undefined
      : parseJson(output.bundle, 'the bundle of cosign');
  const bundle = document?.value;
  const isSigstore = textAt(bundle, 'mediaType')?.startsWith(SIGSTORE_BUNDLE) ?? false;
  if (isSigstore) refuseOtherArtifact(bundle, artifact);
  const derived = isSigstore ? pairOfBundle(bundle) : pairOfOldBundle(bundle);
  const { signature = derived.signature, certificate = derived.certificate } = output;
  const faults = [
    ...(isBase64(signature ?? '') ? [] : ['signature']),
    ...(isCertificate(certificate ?? '') ? [] : ['certificate']),
  ];
  if (faults.length > 0) {
    throw new InputError({
      message: `cosign exited with 0, but wrote no valid ${faults.join(' and no valid ')}: nothing was written`,
      help: 'check that the `cosign` on PATH is the one of Sigstore, version 2 or 3, and that no key is configured',
    });
  }
  if (isSigstore && document) await refuseMalformed(document);
  const pair = { signature: signature ?? '', certificate: certificate ?? '' };
  refuseContradiction(pair, derived);
  refuseOtherSignature(pair, artifact);
  return {
    '.sig': `${signature?.trim()}\n`,
    '.cert': `${certificate?.trim()}\n`,
    ...(isSigstore && { '.sigstore.json': output.bundle }),
  };
}

/** Refuses a bundle that no verifier can read: when a verifier rejects it, it is too late to sign again. @throws InputError */
async function refuseMalformed(document: SourceDocument): Promise<void> {
  const { parseBundle } = await import('../signature/bundle.ts');
  const reading = parseBundle(document);
  if (!('reason' in reading)) return;
  throw new InputError({
    message: `cosign exited with 0, but wrote a bundle that cannot be verified: nothing was written; ${reading.reason.message}`,
    help: CHECK_COSIGN,
  });
}

/** Refuses a pair and a bundle that differ: readers of either must see the same signature. @throws InputError */
function refuseContradiction(pair: Whole, bundle: Pair): void {
  const isSameSignature =
    bundle.signature === undefined || bytesOf(bundle.signature).equals(bytesOf(pair.signature));
  const { certificate: other } = bundle;
  const isSameCertificate =
    other === undefined ||
    certificateOf(other)?.fingerprint256 === certificateOf(pair.certificate)?.fingerprint256;
  if (isSameSignature && isSameCertificate) return;
  const what = isSameSignature ? 'certificate' : 'signature';
  throw new InputError({
    message: `cosign wrote a bundle whose ${what} differs from the one next to it: nothing was written`,
  });
}

/** Refuses a signature over other content: cosign may have signed something else, or changed the file. @throws InputError */
function refuseOtherSignature({ signature, certificate }: Whole, artifact: string): void {
  const key = certificateOf(certificate)?.publicKey;
  if (key && isSignatureOn(Buffer.from(artifact), key, bytesOf(signature))) return;
  throw new InputError({
    message:
      'cosign wrote a signature that its certificate does not verify for the artifact: nothing was written',
    help: CHECK_COSIGN,
  });
}

function bytesOf(base64: string): Buffer {
  return Buffer.from(base64, 'base64');
}

function pairOfBundle(bundle: unknown): Pair {
  const chain = valueAt(bundle, ['verificationMaterial', 'x509CertificateChain', 'certificates']);
  const certificate =
    textAt(bundle, 'verificationMaterial', 'certificate', 'rawBytes') ??
    textAt(Array.isArray(chain) ? chain[0] : undefined, 'rawBytes');
  return {
    signature: textAt(bundle, 'messageSignature', 'signature'),
    certificate: certificate === undefined ? undefined : toPem(certificate),
  };
}

function pairOfOldBundle(bundle: unknown): Pair {
  return { signature: textAt(bundle, 'base64Signature'), certificate: textAt(bundle, 'cert') };
}

/** Refuses a bundle that states the digest of something other than the artifact. @throws InputError */
function refuseOtherArtifact(bundle: unknown, artifact: string): void {
  const stated = textAt(bundle, 'messageSignature', 'messageDigest', 'digest');
  if (stated === undefined || Buffer.from(stated, 'base64').toString('hex') === sha256(artifact)) return;
  throw new InputError({
    message: 'cosign signed something other than the artifact: nothing was written',
  });
}

function toPem(der: string): string {
  const lines = der.match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----'].join('\n');
}

function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = valueAt(value, path);
  return typeof found === 'string' ? found : undefined;
}
