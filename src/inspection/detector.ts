import type { SignalCategory, SignalSeverity } from '../artifacts/audit-log/model.ts';
import type { DetectorId } from './detector-ids.ts';
import type { Leaf } from './leaf.ts';
import { matchesOf } from './matches.ts';
import type { Span } from './span.ts';

/** A row of the table of detectors: everything that the program and its docs know of one. */
export interface Detector {
  readonly id: DetectorId;
  readonly category: SignalCategory;
  readonly severity: SignalSeverity;
  /** What it finds, for people. */
  readonly description: string;
  /** A text that it fires on; for keys of providers, what they look like. */
  readonly example: string;
  /** It looks at texts that have one of these `TRAITS`; at none, if these are none. */
  readonly needs: number;
  /** Where it fires in a text, first to last. Takes time linear in the length of the text. */
  readonly find: (leaf: Leaf) => Iterable<Span>;
}

/** A detector as the tables write it: the category is the first word of the identifier. */
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
 * Where a pattern matches, if `holds` agrees. The pattern is global; every part of it that repeats is bounded, or
 * cannot match what comes after it, so that no text takes more than linear time.
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
