import { show } from '../assertions/show.ts';

/** The MCP annotation hints that describe what a tool does. */
export const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

/** The name of one of these hints. */
export type Hint = (typeof HINTS)[number];

/** The hints that the annotations of a tool set. Empty when one of them is malformed. */
export interface Hints {
  readonly values: Readonly<Partial<Record<Hint, boolean>>>;
  /** Why all annotations of the tool are ignored. */
  readonly malformed?: string;
}

/**
 * Reads the annotations of a tool. If one hint is not a boolean, all hints are ignored: an author who writes
 * `"destructiveHint": "yes"` may have misunderstood the other hints as well.
 * Spec (execution safety): "Tool classification".
 */
export function readHints(annotations: unknown): Hints {
  if (annotations === undefined || annotations === null) return { values: {} };
  if (typeof annotations !== 'object' || Array.isArray(annotations)) {
    return { values: {}, malformed: `annotations must be an object, found ${show(annotations)}` };
  }
  const values: Partial<Record<Hint, boolean>> = {};
  for (const hint of HINTS) {
    if (!Object.hasOwn(annotations, hint)) continue;
    const value = (annotations as Record<string, unknown>)[hint];
    if (typeof value !== 'boolean') {
      return { values: {}, malformed: `${hint} must be true or false, found ${show(value)}` };
    }
    values[hint] = value;
  }
  return { values };
}
