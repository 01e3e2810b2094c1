import { type KeyObject, verify, X509Certificate } from 'node:crypto';

// what the files beside an artifact must look like: one place for who writes them and who reads them

/** A signature is some hundred bytes, a bundle some thousand; what is longer is none. */
export const LONGEST_SIGNATURE_FILE = 5_000_000;

/** Whether a text is base64, in one line or several, and not empty. */
export function isBase64(text: string): boolean {
  const line = text.trim().replace(/\r?\n/g, '');
  // a group that repeats in the pattern would take a stack as deep as the file is long
  return line !== '' && line.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(line);
}

/** Whether a text is a certificate: PEM, or PEM in base64 once more, as some versions of cosign write it. */
export function isCertificate(text: string): boolean {
  return certificateOf(text) !== undefined;
}

/** The certificate in such a text; undefined when it is none. */
export function certificateOf(text: string): X509Certificate | undefined {
  const pem = isBase64(text) ? Buffer.from(text, 'base64').toString() : text.trim();
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) return undefined;
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

/** What signers hash a file with, depending on their key. */
const HASHES = ['sha256', 'sha384', 'sha512'];

/** Whether these bytes were signed with the key, by any hash that is in use. */
export function isSignatureOn(bytes: Uint8Array, key: KeyObject, signature: Uint8Array): boolean {
  const isEdwards = key.asymmetricKeyType === 'ed25519' || key.asymmetricKeyType === 'ed448';
  return (isEdwards ? [null] : HASHES).some((hash) => {
    try {
      return verify(hash, bytes, key, signature);
    } catch {
      // keys that sign nothing, and signatures of no form
      return false;
    }
  });
}
