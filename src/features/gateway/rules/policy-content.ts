import type { Policy } from './model.ts';
import type { WrittenPolicy } from './rule-set-schema.ts';

/** All that a policy says, wherever it stands: two policies of one content are the same one. */
export function contentOf({ line: _, ...policy }: Policy): string {
  return JSON.stringify(policy);
}

/** What a policy does, under whatever name and priority. */
export function deedOf({ line: _, name: __, priority: ___, ...policy }: Policy): string {
  return JSON.stringify(policy);
}

/** A policy as it would be written in a rule set, all keys in it. */
export function writtenPolicy(policy: Policy): WrittenPolicy {
  return JSON.parse(contentOf(policy)) as WrittenPolicy;
}
