/**
 * Everything that needs the verifier of the Sigstore packages, in one module: it is imported when there is a bundle to
 * verify, and commands that see none do not load them.
 */

export { toTrust } from './trusted-root.ts';
export { checkContent, verifyBundle } from './verify-bundle.ts';
