import type { Labels } from '../../artifacts/labels/model.ts';

/** The figures of the items of one group. They inform, and decide nothing. */
export interface GroupFigures {
  readonly group: string;
  readonly rows: number;
  /** The mean confidence. */
  readonly confidence: number;
  readonly accuracy: number;
}

/** Returns the figures of each group over all rows, sorted by name; undefined when no row names one. */
export function groupsOf({ items, others = [] }: Labels): GroupFigures[] | undefined {
  const groups = new Map<string, { rows: number; confidence: number; right: number }>();
  for (const rowsInOrder of [items, others]) {
    for (const { group, confidence = 0, correct } of rowsInOrder) {
      if (group === undefined) continue;
      const known = groups.get(group) ?? { rows: 0, confidence: 0, right: 0 };
      known.rows++;
      known.confidence += confidence;
      known.right += Number(correct);
      groups.set(group, known);
    }
  }
  if (groups.size === 0) return undefined;
  const names = [...groups.keys()].sort();
  return names.map((group) => {
    const { rows, confidence, right } = groups.get(group) as {
      rows: number;
      confidence: number;
      right: number;
    };
    return { group, rows, confidence: confidence / rows, accuracy: right / rows };
  });
}
