import type { CallToHold } from '../../src/commands/gateway/held-calls.ts';
import { argumentsDigest } from '../../src/features/gateway/enforce/approval-binding.ts';
import { sha256 } from '../../src/node/sha256.ts';

/** The time at which sample calls are held. */
export const HELD_AT = Date.parse('2026-06-01T12:00:00Z');

/** A call to hold for a quarter of an hour, for whose answer the client waits a minute. */
export function callToHold(given: Partial<CallToHold> = {}): CallToHold {
  const { arguments: args = { table: 'users' } } = given;
  return {
    tool: 'db.write',
    server: 'pg',
    arguments: args,
    argsSha256: argumentsDigest(args, sha256),
    policy: 'Hold writes',
    reason: 'the explicit rule `Hold writes` says require_approval',
    ruleSet: 'a'.repeat(64),
    created: HELD_AT,
    waits: HELD_AT + 60_000,
    expires: HELD_AT + 900_000,
    ...given,
  };
}
