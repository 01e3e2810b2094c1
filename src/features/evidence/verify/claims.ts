import type { Evidence } from '../../../artifacts/evidence/model.ts';
import { describe } from '../../../documents/validate.ts';
import { isSameRepository } from '../emit/repo-url.ts';
import type { Reason } from './reasons.ts';

/** The statements in the certificate of a CI job about the source that the job ran on. */
export interface SourceClaims {
  readonly repositories: readonly string[];
  readonly commits: readonly string[];
}

/** An extension of a certificate: its object identifier, and the bytes of its value. */
export interface CertificateExtension {
  readonly oid: string;
  readonly value: Uint8Array;
}

/** The arc of Fulcio's extensions. The first seven contain bare text, the later ones text in DER. */
const FULCIO = '1.3.6.1.4.1.57264.1.';
const WORKFLOW_SHA = `${FULCIO}3`;
const WORKFLOW_REPOSITORY = `${FULCIO}5`;
const SOURCE_REPOSITORY_URI = `${FULCIO}12`;
const SOURCE_REPOSITORY_DIGEST = `${FULCIO}13`;

/** Returns the claims about the source among the extensions of a certificate. */
export function sourceClaims(extensions: readonly CertificateExtension[]): SourceClaims {
  const texts = (oid: string, read: (value: Uint8Array) => string) =>
    extensions.filter((extension) => extension.oid === oid).map(({ value }) => read(value));
  return {
    repositories: [
      ...texts(SOURCE_REPOSITORY_URI, derText),
      // the old form is `owner/name`, and only GitHub uses it
      ...texts(WORKFLOW_REPOSITORY, (value) => `https://github.com/${bareText(value)}`),
    ],
    commits: [...texts(SOURCE_REPOSITORY_DIGEST, derText), ...texts(WORKFLOW_SHA, bareText)],
  };
}

/** Compares the source in the certificate with the source in the artifact, as far as both state one. */
export function checkClaims({ source }: Evidence, claims: SourceClaims): Reason[] {
  const { repo, commit_sha: commit } = source ?? {};
  const reasons: Reason[] = [];
  for (const claimed of repo === undefined ? [] : new Set(claims.repositories)) {
    if (isSameRepository(claimed, repo ?? '')) continue;
    const message = `the certificate names the repository ${describe(claimed)}, the artifact names ${describe(repo)}`;
    reasons.push({ code: 'source-mismatch', message });
  }
  for (const claimed of commit === undefined ? [] : new Set(claims.commits)) {
    if (claimed.toLowerCase() === commit?.toLowerCase()) continue;
    const message = `the certificate names the commit ${describe(claimed)}, the artifact names ${describe(commit)}`;
    reasons.push({ code: 'source-mismatch', message });
  }
  return reasons;
}

function bareText(value: Uint8Array): string {
  return new TextDecoder().decode(value);
}

/** Returns the text in a DER string. A value of another form gives a text that matches nothing. */
function derText(value: Uint8Array): string {
  const [tag, length = 0] = value;
  const isLong = length >= 0x80;
  const start = isLong ? 2 + (length & 0x7f) : 2;
  const isText = tag === 0x0c || tag === 0x13 || tag === 0x16;
  return isText ? bareText(value.subarray(start)) : `(${value.length} bytes that are not text)`;
}
