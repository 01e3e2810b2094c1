import { type KeyObject, verify, X509Certificate } from 'node:crypto';

// the format of signature files: in one place for the code that writes them and the code that reads them

/** The longest signature file, in characters. A signature has hundreds of bytes, a bundle has thousands. */
export const LONGEST_SIGNATURE_FILE = 5_000_000;

/** Whether a text is non-empty base64, on one line or several. */
export function isBase64(text: string): boolean {
  const line = text.trim().replace(/\r?\n/g, '');
  // no repeated group: the pattern would need a stack as deep as the file is long
  return line !== '' && line.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(line);
}

/** Whether a text is a certificate: PEM, or PEM encoded in base64 again, as some versions of cosign write it. */
export function isCertificate(text: string): boolean {
  return certificateOf(text) !== undefined;
}

/** Parses the certificate in such a text. Undefined when it is not a certificate. */
export function certificateOf(text: string): X509Certificate | undefined {
  const pem = isBase64(text) ? Buffer.from(text, 'base64').toString() : text.trim();
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) return undefined;
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

/** The hashes that signers use, depending on their key. */
const HASHES = ['sha256', 'sha384', 'sha512'];

/** Whether the signature is over these bytes, with this key and any of the hashes in use. */
export function isSignatureOn(bytes: Uint8Array, key: KeyObject, signature: Uint8Array): boolean {
  const isEdwards = key.asymmetricKeyType === 'ed25519' || key.asymmetricKeyType === 'ed448';
  return (isEdwards ? [null] : HASHES).some((hash) => {
    try {
      return verify(hash, bytes, key, signature);
    } catch {
      // a key that cannot sign, or a malformed signature
      return false;
    }
  });
}
