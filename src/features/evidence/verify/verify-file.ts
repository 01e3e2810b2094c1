import type { SourceDocument } from '../../../documents/source-document.ts';
import type { Artifact } from './artifact.ts';
import type { Signer } from './signer.ts';
import type { GivenRoot, Trust } from './trusted-root.ts';
import { type BundleResult, reliedOn, toBundleResult } from './verified-signature.ts';

/** What the verification of a file's bundle came to. */
export interface BundleVerdict {
  readonly artifact: Artifact;
  readonly result: BundleResult;
  /** What the verification relied on beside a key. */
  readonly trust?: Trust | undefined;
}

/**
 * Weighs any file by the bundle that comes with it: the trusted root can be relied on, the document is a bundle, and it
 * vouches for the file. Whatever a statement in the bundle says of tests is not looked at.
 * @param document the bundle, as it was read
 * @throws InputError when the trusted root cannot be used
 */
export async function verifyFile(
  artifact: Artifact,
  document: SourceDocument,
  signer: Signer,
  trustedRoot: GivenRoot | undefined,
): Promise<BundleVerdict> {
  const { toTrust, verifyBundle } = await import('./sigstore.ts');
  const { parseBundle } = await import('../signature/bundle.ts');
  const trust = toTrust(trustedRoot);
  const reading = parseBundle(document);
  const result =
    'reason' in reading
      ? toBundleResult([reading.reason])
      : await verifyBundle(reading.bundle, { artifact, signer, trust, expected: {} });
  return { artifact, result, ...reliedOn(trust, signer, result.signature) };
}
