import { X509Certificate } from 'node:crypto';
import { parseJson } from '../../artifacts/json.ts';
import { attempt } from '../../errors.ts';
import type { FilesPort } from '../../ports.ts';
import type { Reason } from '../reasons.ts';
import { SIGNATURE_SUFFIXES } from '../signature-files.ts';
import type { Bundle } from './bundle.ts';

/** A signature is some hundred bytes, a bundle some thousand; what is larger is none. */
const LARGEST = 5_000_000;

type SignatureSuffix = (typeof SIGNATURE_SUFFIXES)[number];

/** The files of a signature that lie beside an artifact, and what is wrong with them. */
export interface SignatureFound {
  /** A bundle, or the pair of signature and certificate, whatever its state. */
  readonly isPresent: boolean;
  readonly bundle?: Bundle;
  readonly faults: readonly Reason[];
}

/** Looks for the signature of an artifact where signing puts it. Standard input has nothing beside it. */
export function findSignature(path: string, files: FilesPort): SignatureSuffix[] {
  if (path === '-') return [];
  return SIGNATURE_SUFFIXES.filter((suffix) => files.realPath(path + suffix) !== null);
}

/** Whether what {@link findSignature} has found is a signature: half of a pair is none. */
export function isSignature(found: readonly SignatureSuffix[]): boolean {
  return found.includes('.sigstore.json') || (found.includes('.sig') && found.includes('.cert'));
}

/** Reads the signature of an artifact. What cannot be read or is malformed is a fault: it looks signed, and is not. */
export async function readSignature(path: string, files: FilesPort): Promise<SignatureFound> {
  const found = findSignature(path, files);
  const faults: Reason[] = [];
  let bundle: Bundle | undefined;
  for (const suffix of found) {
    const file = path + suffix;
    const text = await attempt(() => files.readText(file));
    if ('problems' in text)
      faults.push(malformed(file, text.problems.map(({ message }) => message).join('; ')));
    else if (text.value.trim() === '')
      faults.push({ code: 'signature-empty', message: `\`${file}\` is empty` });
    else if (text.value.length > LARGEST) faults.push(malformed(file, 'is too large for a signature'));
    else if (suffix === '.sig') faults.push(...checkSig(file, text.value));
    else if (suffix === '.cert') faults.push(...checkCert(file, text.value));
    else {
      const reading = await readBundle(file, text.value);
      if ('reason' in reading) faults.push(reading.reason);
      else bundle = reading.bundle;
    }
  }
  return { isPresent: isSignature(found), faults, ...(bundle && { bundle }) };
}

async function readBundle(file: string, text: string): Promise<{ bundle: Bundle } | { reason: Reason }> {
  const document = await attempt(() => parseJson(text, file));
  if ('problems' in document) {
    return {
      reason: malformed(file, `is no JSON: ${document.problems.map(({ message }) => message).join('; ')}`),
    };
  }
  const { parseBundle } = await import('./sigstore.ts');
  return parseBundle(document.value);
}

function checkSig(file: string, text: string): Reason[] {
  return isBase64(text.trim()) ? [] : [malformed(file, 'is no signature in base64')];
}

/** PEM, or PEM in base64, as some versions of cosign write it. */
function checkCert(file: string, text: string): Reason[] {
  const trimmed = text.trim();
  const pem = isBase64(trimmed) ? Buffer.from(trimmed, 'base64').toString() : trimmed;
  try {
    if (!pem.includes('-----BEGIN CERTIFICATE-----')) throw new Error('no PEM');
    new X509Certificate(pem);
    return [];
  } catch {
    return [malformed(file, 'is no certificate in PEM')];
  }
}

function isBase64(text: string): boolean {
  return (
    /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text.replace(/\r?\n/g, '')) &&
    text !== ''
  );
}

function malformed(file: string, why: string): Reason {
  return { code: 'signature-malformed', message: `\`${file}\` ${why}` };
}
