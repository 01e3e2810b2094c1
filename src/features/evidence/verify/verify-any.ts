import type { Bundle } from '../signature/bundle.ts';
import type { Artifact } from './artifact.ts';
import type { Reason } from './reasons.ts';
import type { Trust } from './trusted-root.ts';
import { type BundleResult, toBundleResult } from './verified-signature.ts';
import { type BundleContext, checkContent, isBundleOn, verifyBundle } from './verify-bundle.ts';

/** The outcome of verifying several bundles, and the trusted root that it relied on. */
interface AnyResult {
  readonly result: BundleResult;
  readonly trust: Trust;
}

/** What bundles are verified against: each trusted root is of another instance of Sigstore. */
export interface AnyContext extends Omit<BundleContext, 'trust'> {
  readonly trusts: readonly [Trust, ...Trust[]];
}

/**
 * Verifies that one of several bundles vouches for a file. Bundles about other files are not looked at: a download has
 * those of a whole release. Roots are never mixed: a log of one instance must not vouch for a certificate of another.
 */
export async function verifyAny(bundles: readonly Bundle[], context: AnyContext): Promise<AnyResult> {
  const { trusts, ...rest } = context;
  const { about, reason } = bundlesOn(bundles, context.artifact);
  if (reason !== undefined) return { result: toBundleResult([reason]), trust: trusts[0] };
  const failed: AnyResult[] = [];
  for (const bundle of about) {
    const results: AnyResult[] = [];
    for (const trust of trusts) {
      const result = await verifyBundle(bundle, { ...rest, trust });
      if (result.isVerified) return { result, trust };
      results.push({ result, trust });
    }
    // with the root of another instance not even the signature can be verified
    failed.push(results.find(({ result }) => result.signature !== undefined) ?? (results[0] as AnyResult));
  }
  const [first] = failed as [AnyResult];
  if (failed.length === 1) return first;
  const reasons = failed.flatMap(({ result }, index) => numbered(result.reasons, index));
  return { result: toBundleResult(reasons), trust: first.trust };
}

/** As {@link checkContent}, of several bundles: one that is about the file, and says the same, is enough. */
export async function checkAnyContent(
  bundles: readonly Bundle[],
  context: Pick<BundleContext, 'artifact' | 'expected'>,
): Promise<Reason[]> {
  const { about, reason } = bundlesOn(bundles, context.artifact);
  if (reason !== undefined) return [reason];
  const found = await Promise.all(about.map((bundle) => checkContent(bundle, context)));
  if (found.length === 1) return found[0] as Reason[];
  return found.some((reasons) => reasons.length === 0) ? [] : found.flatMap(numbered);
}

/** Returns the bundles that are about a file. One alone is always looked at, so that the reason is its own. */
function bundlesOn(
  bundles: readonly Bundle[],
  artifact: Artifact,
): { about: readonly Bundle[]; reason?: Reason } {
  const about = bundles.length === 1 ? bundles : bundles.filter((bundle) => isBundleOn(bundle, artifact));
  if (about.length > 0) return { about };
  const message = `none of the ${bundles.length} attestations is about this file`;
  return { about, reason: { code: 'subject-mismatch', message } };
}

function numbered(reasons: readonly Reason[], index: number): Reason[] {
  const name = `attestation ${index + 1} about this file`;
  return reasons.map(({ code, message }) => ({ code, message: `${name}: ${message}` }));
}
