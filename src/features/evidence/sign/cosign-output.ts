import { parseJson } from '../../../documents/json.ts';
import type { SourceDocument } from '../../../documents/source-document.ts';
import { InputError } from '../../../errors.ts';
import { valueAt } from '../../../values/own-property.ts';
import { sha256 } from '../signature/digest.ts';
import type { SignatureFiles } from '../signature/signature-files.ts';
import { certificateOf, isBase64, isCertificate, isSignatureOn } from '../signature/signature-format.ts';

/** What cosign has written, as texts; undefined what it has not. */
export interface CosignOutput {
  readonly signature: string | undefined;
  readonly certificate: string | undefined;
  readonly bundle: string | undefined;
}

/** A signature in base64 and the certificate of its key, as `cosign verify-blob` takes them. */
interface Pair {
  readonly signature: string | undefined;
  readonly certificate: string | undefined;
}

/** A {@link Pair} of which both parts are there. */
type Whole = { readonly [Part in keyof Pair]: string };

/** How the media types of Sigstore's bundles begin; version 2 of cosign also writes one that only cosign knows. */
const SIGSTORE_BUNDLE = 'application/vnd.dev.sigstore.bundle';

/**
 * The signature files that belong beside an artifact, out of what some version of cosign has written: always the pair,
 * and the bundle where it is one of Sigstore. Nothing is let through that `evidence verify` would call malformed, nor what
 * is no signature of the artifact by the key of its certificate.
 * @param artifact the text that was to be signed
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
      message: `cosign has ended well, but left no ${faults.join(' and no ')}: nothing was written`,
      help: 'is the `cosign` on PATH the one of Sigstore, version 2 or 3, and no key configured?',
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

/** A bundle that no verifier could read would be rejected where it is too late to sign again. @throws InputError */
async function refuseMalformed(document: SourceDocument): Promise<void> {
  const { parseBundle } = await import('../signature/bundle.ts');
  const reading = parseBundle(document);
  if (!('reason' in reading)) return;
  throw new InputError({
    message: `cosign has ended well, but left a bundle that cannot be verified: nothing was written; ${reading.reason.message}`,
    help: 'is the `cosign` on PATH the one of Sigstore, version 2 or 3?',
  });
}

/** Whoever reads the pair and whoever reads the bundle must see one signature. @throws InputError */
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
    message: `cosign has left a bundle whose ${what} is another than the one beside it: nothing was written`,
  });
}

/** It may have signed something else, or changed the file before it did. @throws InputError */
function refuseOtherSignature({ signature, certificate }: Whole, artifact: string): void {
  const key = certificateOf(certificate)?.publicKey;
  if (key && isSignatureOn(Buffer.from(artifact), key, bytesOf(signature))) return;
  throw new InputError({
    message:
      'cosign has left a signature that is none of the artifact by its certificate: nothing was written',
    help: 'is the `cosign` on PATH the one of Sigstore, version 2 or 3?',
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

/** A bundle that states the digest of what it signs must state that of the artifact. */
function refuseOtherArtifact(bundle: unknown, artifact: string): void {
  const stated = textAt(bundle, 'messageSignature', 'messageDigest', 'digest');
  if (stated === undefined || Buffer.from(stated, 'base64').toString('hex') === sha256(artifact)) return;
  throw new InputError({
    message: 'cosign has signed something else than the artifact: nothing was written',
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
