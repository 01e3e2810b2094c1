/**
 * Everything that needs the Sigstore packages, in one module: it is imported when there is a bundle to look at, and
 * commands that see none do not load them.
 */
export { parseBundle } from './bundle.ts';
export { checkContent, verifyBundle } from './bundle-verifier.ts';
export { toTrust } from './trusted-root.ts';
