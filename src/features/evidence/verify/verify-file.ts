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
 * Verifies any file by its bundle: the trusted root can be relied on, the document is a bundle, or a list of
 * them, and one of them vouches for the file. Ignores what a statement in the bundle says about tests.
 * @param document the parsed JSON of the bundle, or of the attestations
 * @throws InputError when the trusted root cannot be used
 */
export async function verifyFile(
  artifact: Artifact,
  document: SourceDocument,
  signer: Signer,
  trustedRoot: GivenRoot | undefined,
): Promise<BundleVerdict> {
  const { toTrusts, verifyAny } = await import('./sigstore.ts');
  const { parseBundles } = await import('../signature/bundle.ts');
  const trusts = toTrusts(trustedRoot);
  const reading = parseBundles(document);
  const { result, trust } =
    'reason' in reading
      ? { result: toBundleResult([reading.reason]), trust: trusts[0] }
      : await verifyAny(reading.bundles, { artifact, signer, trusts, expected: {} });
  return { artifact, result, ...reliedOn(trust, signer, result.signature) };
}
