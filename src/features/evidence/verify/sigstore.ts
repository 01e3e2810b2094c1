/**
 * Everything that needs the verifier of the Sigstore packages, in one module. It is imported only when there is a bundle to
 * verify, so other commands do not load those packages.
 */

export { toTrusts } from './trusted-root.ts';
export { checkAnyContent, verifyAny } from './verify-any.ts';
