import { X509Certificate } from 'node:crypto';

// what the files beside an artifact must look like: one place for who writes them and who reads them

/** A signature is some hundred bytes, a bundle some thousand; what is longer is none. */
export const LONGEST_SIGNATURE_FILE = 5_000_000;

/** The only thing that an envelope may hold: other payloads mean something else, and are not for us to guess. */
export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

/** The media type of the bundles that are written: the form that Sigstore writes today. */
export const BUNDLE_MEDIA_TYPE = 'application/vnd.dev.sigstore.bundle.v0.3+json';

/** Whether a text is base64, in one line or several, and not empty. */
export function isBase64(text: string): boolean {
  const line = text.trim().replace(/\r?\n/g, '');
  // a group that repeats in the pattern would take a stack as deep as the file is long
  return line !== '' && line.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(line);
}

/** Whether a text is a certificate: PEM, or PEM in base64 once more, as some versions of cosign write it. */
export function isCertificate(text: string): boolean {
  const pem = isBase64(text) ? Buffer.from(text, 'base64').toString() : text.trim();
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) return false;
  try {
    new X509Certificate(pem);
    return true;
  } catch {
    return false;
  }
}
