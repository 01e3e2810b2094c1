import { type Decision, isStricter } from '../../../artifacts/audit-log/model.ts';

/** All ways in which a decision can change. Those that let more calls through come first. */
const CHANGES = {
  'deny->allow': ['deny', 'allow'],
  'deny->require_approval': ['deny', 'require_approval'],
  'require_approval->allow': ['require_approval', 'allow'],
  'allow->deny': ['allow', 'deny'],
  'allow->require_approval': ['allow', 'require_approval'],
  'require_approval->deny': ['require_approval', 'deny'],
} as const satisfies Record<string, readonly [Decision, Decision]>;

/** A change of the decision about a call, by its code. */
export type Flip = keyof typeof CHANGES;

/** The names of the changes, in this order. */
export const FLIPS = Object.keys(CHANGES) as readonly Flip[];

/** Whether a change lets more calls through. */
export function isLoosening(flip: Flip): boolean {
  const [before, after] = CHANGES[flip];
  return isStricter(before, after);
}

/** Returns the change from one decision to another. */
export function flipOf(before: Decision, after: Decision): Flip {
  return `${before}->${after}` as Flip;
}
