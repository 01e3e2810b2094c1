import type { StepSet } from '../suite/golden-path.ts';

/**
 * The ways through the steps of a path, as nodes that say which steps were passed. The first node has passed none, the
 * last one all. An edge passes one step. A path without sets is a chain; a set has a node for every selection of its
 * steps, where steps that no call tells apart count as one kind.
 */
export interface Graph {
  readonly nodes: number;
  /** The edges into a node are those from `first[node]` up to `first[node + 1]`, at most {@link MOST_KINDS}. */
  readonly first: Int32Array;
  /** Where an edge begins: at an earlier node. */
  readonly from: Int32Array;
  /** The step that an edge passes. */
  readonly step: Int32Array;
}

/** The most kinds of steps in a set that a graph may have. A table keeps the edge that led to a cell in six bits. */
const MOST_KINDS = 63;

/** The graph of a path without sets. */
export function chainOf(steps: number): Graph {
  const first = Int32Array.from({ length: steps + 2 }, (_, node) => Math.max(0, node - 1));
  const from = Int32Array.from({ length: steps }, (_, step) => step);
  return { nodes: steps + 1, first, from, step: from };
}

/**
 * Makes the graph of a path with sets.
 * @param kindOf returns the same text for two steps of a set if they are alike for every call
 * @returns undefined when it would have more than `most` edges
 */
export function graphOf(
  steps: number,
  sets: readonly StepSet[],
  kindOf: (step: number) => string,
  most: number,
): Graph | undefined {
  const first: number[] = [0, 0];
  const from: number[] = [];
  const step: number[] = [];
  const begins = new Map(sets.map((set) => [set.start, set]));
  for (let at = 0; at < steps; ) {
    const { end } = begins.get(at) ?? { end: at + 1 };
    const kinds = kindsOf(at, end, kindOf);
    if (kinds.length > MOST_KINDS) return undefined;
    // the number of steps passed of each kind, as the digits of a number
    const strides: number[] = [];
    let selections = 1;
    for (const { length } of kinds) {
      strides.push(selections);
      selections *= length + 1;
    }
    if (from.length + selections > most) return undefined;
    const entry = first.length - 2;
    for (let selection = 1; selection < selections; selection++) {
      for (let kind = 0; kind < kinds.length; kind++) {
        const [members, stride] = [kinds[kind] as number[], strides[kind] as number];
        const passed = Math.floor(selection / stride) % (members.length + 1);
        if (passed === 0) continue;
        from.push(entry + selection - stride);
        step.push(members[passed - 1] as number);
      }
      first.push(from.length);
      if (from.length > most) return undefined;
    }
    at = end;
  }
  return {
    nodes: first.length - 1,
    first: Int32Array.from(first),
    from: Int32Array.from(from),
    step: Int32Array.from(step),
  };
}

function kindsOf(start: number, end: number, kindOf: (step: number) => string): number[][] {
  if (end === start + 1) return [[start]];
  const kinds = new Map<string, number[]>();
  for (let step = start; step < end; step++) {
    const kind = kindOf(step);
    const members = kinds.get(kind);
    if (members) members.push(step);
    else kinds.set(kind, [step]);
  }
  return [...kinds.values()];
}
