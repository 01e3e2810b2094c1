import type { Decision } from '../artifacts/audit-log/model.ts';

/** Every way in which a decision can change, those first that let more through. */
export const FLIPS = [
  'deny->allow',
  'deny->require_approval',
  'require_approval->allow',
  'allow->deny',
  'allow->require_approval',
  'require_approval->deny',
] as const;

export type Flip = (typeof FLIPS)[number];

/** How strict a decision is: the more, the less gets through. */
export const STRICTNESS = { allow: 0, require_approval: 1, deny: 2 } as const satisfies Record<
  Decision,
  number
>;

/** Whether more gets through after it than before. */
export function isLoosening(flip: Flip): boolean {
  return FLIPS.indexOf(flip) < 3;
}

/** The change from one decision to another one. */
export function flipOf(before: Decision, after: Decision): Flip {
  return `${before}->${after}` as Flip;
}

/** A count of nothing yet for each flip, in their order. */
export function noFlips(): Record<Flip, number> {
  return Object.fromEntries(FLIPS.map((flip) => [flip, 0])) as Record<Flip, number>;
}
