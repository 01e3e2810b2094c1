import type { BoundCall, HeldCall } from '../../../artifacts/approval/model.ts';
import { toCompactCanonicalJson } from '../../../documents/canonical-json.ts';

/** Returns the SHA-256 of a text in UTF-8, in hexadecimal. */
export type Digest = (text: string) => string;

/**
 * Returns the digest of arguments that an approval is bound to: the SHA-256 of their canonical JSON (RFC 8785), in
 * hexadecimal. Absent arguments are the same as none. The caller makes sure that no number was rounded when it was read:
 * two account numbers must not share an approval. Spec (enforcement): "Settled".
 */
export function argumentsDigest(args: Readonly<Record<string, unknown>> | undefined, sha256: Digest): string {
  return sha256(toCompactCanonicalJson(args ?? {}));
}

/** Returns the beginning of the identifiers of held calls with this binding, so that they are found by name. */
export function bindingPrefix({ server, agent, tool, argsSha256 }: BoundCall, sha256: Digest): string {
  return sha256(toCompactCanonicalJson([server ?? null, agent ?? null, tool, argsSha256])).slice(0, 8);
}

/** Whether an approval of a held call is one of another call, too. */
export function isBoundTo(held: HeldCall, call: BoundCall): boolean {
  return (
    held.server === call.server &&
    held.agent === call.agent &&
    held.tool === call.tool &&
    held.argsSha256 === call.argsSha256
  );
}
