import type { SignalCategory, SignalSeverity } from '../artifacts/audit-log/model.ts';
import type { DetectorId } from './detector-ids.ts';
import type { Leaf } from './leaf.ts';
import { matchesOf } from './matches.ts';
import type { Span } from './span.ts';

/** A row of the table of detectors: everything that the program and the docs know about one. */
export interface Detector {
  readonly id: DetectorId;
  readonly category: SignalCategory;
  readonly severity: SignalSeverity;
  /** What it finds, for people. */
  readonly description: string;
  /** A text that it finds; for provider keys, what they look like. */
  readonly example: string;
  /** It looks only at texts that have one of these `TRAITS`; at no text when there are none. */
  readonly needs: number;
  /** Returns its matches in a text, first to last, in time linear in the length of the text. */
  readonly find: (leaf: Leaf) => Iterable<Span>;
}

/** Makes a detector for a table; its category is the first word of the identifier. */
export function detector(
  id: DetectorId,
  severity: SignalSeverity,
  needs: number,
  [description, example]: readonly [description: string, example: string],
  find: Detector['find'],
): Detector {
  const category = id.slice(0, id.indexOf('.')) as SignalCategory;
  return { id, category, severity, description, example, needs, find };
}

/**
 * Finds the matches of a pattern that `holds` accepts. The pattern is global. Each repeated part is bounded or cannot
 * match what follows it, so no text takes more than linear time.
 */
export function matching(
  pattern: RegExp,
  holds?: (match: RegExpMatchArray, leaf: Leaf) => boolean,
): Detector['find'] {
  return (leaf) => {
    pattern.lastIndex = 0;
    return pattern.test(leaf.text) ? spansIn(leaf, pattern, holds) : NOWHERE;
  };
}

const NOWHERE: readonly Span[] = [];

function* spansIn(
  leaf: Leaf,
  pattern: RegExp,
  holds?: (match: RegExpMatchArray, leaf: Leaf) => boolean,
): Iterable<Span> {
  for (const match of matchesOf(pattern, leaf.text)) {
    if (!holds || holds(match, leaf)) yield { start: match.index, end: match.index + match[0].length };
  }
}
