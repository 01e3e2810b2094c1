/**
 * Everything that needs the verifier of the Sigstore packages, in one module: it is imported when there is a bundle to
 * verify, and commands that see none do not load them.
 */
export { checkContent, verifyBundle } from './bundle-verifier.ts';
export { toTrust } from './trusted-root.ts';
