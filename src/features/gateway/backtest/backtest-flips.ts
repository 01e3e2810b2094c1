import { type Decision, isStricter } from '../../../artifacts/audit-log/model.ts';

/** Every way in which a decision can change, from what to what; those first that let more through. */
const CHANGES = {
  'deny->allow': ['deny', 'allow'],
  'deny->require_approval': ['deny', 'require_approval'],
  'require_approval->allow': ['require_approval', 'allow'],
  'allow->deny': ['allow', 'deny'],
  'allow->require_approval': ['allow', 'require_approval'],
  'require_approval->deny': ['require_approval', 'deny'],
} as const satisfies Record<string, readonly [Decision, Decision]>;

export type Flip = keyof typeof CHANGES;

/** The names of the changes, in their order. */
export const FLIPS = Object.keys(CHANGES) as readonly Flip[];

/** Whether more gets through after it than before. */
export function isLoosening(flip: Flip): boolean {
  const [before, after] = CHANGES[flip];
  return isStricter(before, after);
}

/** The change from one decision to another one. */
export function flipOf(before: Decision, after: Decision): Flip {
  return `${before}->${after}` as Flip;
}
