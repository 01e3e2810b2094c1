import { parseJson } from '../artifacts/json.ts';
import { isObject } from '../artifacts/json-artifact.ts';
import { InputError } from '../errors.ts';
import { sha256 } from './digest.ts';
import type { SignatureFiles } from './signature-files.ts';

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

/** Bundles that other tools read; version 2 of cosign also writes one that only cosign knows. */
const SIGSTORE_BUNDLE = /^application\/vnd\.dev\.sigstore\.bundle(?:\+json;version=|\.v)/;

/**
 * The signature files that belong beside an artifact, out of what some version of cosign has written: always the pair,
 * and the bundle where it is one of Sigstore.
 * @param artifact the text that was to be signed
 * @throws InputError when a part of the pair is missing, empty or malformed, or the bundle is about something else
 */
export function readCosignOutput(artifact: string, output: CosignOutput): SignatureFiles {
  const bundle = output.bundle === undefined ? undefined : parseBundle(output.bundle);
  const isSigstore = SIGSTORE_BUNDLE.test(textAt(bundle, 'mediaType') ?? '');
  if (isSigstore) refuseOtherArtifact(bundle, artifact);
  const derived = isSigstore ? pairOfBundle(bundle) : pairOfOldBundle(bundle);
  const pair = {
    signature: output.signature ?? derived.signature,
    certificate: output.certificate ?? derived.certificate,
  };
  const faults = [
    ...(isBase64(pair.signature) ? [] : ['signature']),
    ...(isCertificate(pair.certificate) ? [] : ['certificate']),
  ];
  if (faults.length > 0) {
    throw new InputError({
      message: `cosign has ended well, but left no ${faults.join(' and no ')}: nothing was written`,
      help: 'is the `cosign` on PATH the one of Sigstore, version 2 or 3, and no key configured?',
    });
  }
  return {
    '.sig': `${pair.signature?.trim()}\n`,
    '.cert': `${pair.certificate?.trim()}\n`,
    ...(isSigstore && { '.sigstore.json': output.bundle }),
  };
}

function parseBundle(text: string): unknown {
  return text.trim() === '' ? undefined : parseJson(text, 'the bundle of cosign').value;
}

function pairOfBundle(bundle: unknown): Pair {
  const chain = valueAt(bundle, 'verificationMaterial', 'x509CertificateChain', 'certificates');
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

function isBase64(text: string | undefined): boolean {
  return text !== undefined && /^[A-Za-z0-9+/]{4,}={0,2}$/.test(text.trim());
}

/** PEM, or PEM in base64 once more, which is how version 2 writes it. */
function isCertificate(text: string | undefined): boolean {
  if (text === undefined) return false;
  const isPem = (pem: string) =>
    /^-----BEGIN CERTIFICATE-----\s+[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/.test(pem);
  return isPem(text.trim()) || (isBase64(text) && isPem(Buffer.from(text, 'base64').toString('utf8')));
}

function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = valueAt(value, ...path);
  return typeof found === 'string' ? found : undefined;
}

function valueAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined),
    value,
  );
}
