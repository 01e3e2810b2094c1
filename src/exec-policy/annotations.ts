import { show } from '../assertions/show.ts';

/** The hints of MCP that say what a tool does. */
export const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

/** The name of such a hint. */
export type Hint = (typeof HINTS)[number];

/** What the annotations of a tool say; nothing at all when one of the hints is malformed. */
export interface Hints {
  readonly values: Readonly<Partial<Record<Hint, boolean>>>;
  /** Why the annotations are ignored as a whole. */
  readonly malformed?: string;
}

/**
 * Reads the annotations of a tool. One hint that is no boolean makes all of them worthless: whoever wrote
 * `"destructiveHint": "yes"` may have meant anything by the others.
 * Source: "Tool classification" of the execution safety policy.
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
