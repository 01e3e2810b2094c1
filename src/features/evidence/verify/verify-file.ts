import type { SourceDocument } from '../../../documents/source-document.ts';
import type { Artifact } from './artifact.ts';
import type { Signer } from './signer.ts';
import type { GivenRoot, Trust } from './trusted-root.ts';
import { type BundleResult, reliedOn, toBundleResult } from './verified-signature.ts';

/** The outcome of verifying the bundle of a file. */
export interface BundleVerdict {
  readonly artifact: Artifact;
  readonly result: BundleResult;
  /** What the verification relied on in addition to a key. */
  readonly trust?: Trust | undefined;
}

/**
 * Verifies any file by its bundle: the trusted root can be relied on, the document is a bundle, and the bundle vouches for
 * the file. Ignores what a statement in the bundle says about tests.
 * @param document the parsed JSON of the bundle
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
