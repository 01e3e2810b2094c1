import type { GoldenPath, Step, StepSet } from '../suite/golden-path.ts';
import {
  type Alignable,
  type Fit,
  type FitOf,
  MOST_PAIRS,
  type Placed,
  type TooMany,
} from './golden-fits.ts';
import { chainOf, graphOf } from './golden-graph.ts';
import { alignBySegments, segmentPairs } from './golden-segments.ts';
import { Table } from './golden-table.ts';

/** The most edges that a table with sets follows, over all its rows. Each cell takes a byte, and has an edge or more. */
const MOST_CELLS = 100_000_000;

/**
 * Finds the cheapest way to turn a path into a recording of `calls` calls: the lowest penalty, then the most steps
 * kept, then the fewest required steps left out, then the most replaced steps whose call at least has the same tool (in a
 * set too large for a table, only most of them).
 * @param isFree whether it costs nothing to leave a call out of the path
 * @returns where each step was placed, in the order of the calls
 */
export function align<S extends Step>(
  { steps, sets = [] }: GoldenPath<S>,
  calls: number,
  fitOf: FitOf<S>,
  isFree: (call: number) => boolean,
): Placed[] | TooMany {
  // one of the cheapest ways keeps the common beginning and the common end. That is not so for optional steps and free
  // calls: leaving one out and keeping another for the same may cost less
  const isKept = (step: number, call: number) =>
    !steps[step]!.optional && !isFree(call) && fitOf(steps[step]!, call) === 'wanted';
  const [firstSet, lastSet] = [sets[0]?.start ?? steps.length, sets.at(-1)?.end ?? 0];
  let start = 0;
  while (start < Math.min(firstSet, calls) && isKept(start, start)) start++;
  let [lastStep, lastCall] = [steps.length, calls];
  while (lastStep > Math.max(lastSet, start) && lastCall > start && isKept(lastStep - 1, lastCall - 1)) {
    lastStep--;
    lastCall--;
  }
  const inside = alignInside(
    {
      steps: lastStep - start,
      calls: lastCall - start,
      isOptional: (step) => steps[step + start]!.optional,
      isFree: (call) => isFree(call + start),
      fitOf: (step, call) => fitOf(steps[step + start]!, call + start),
    },
    sets.map((set) => ({ start: set.start - start, end: set.end - start })),
  );
  if ('pairs' in inside) return inside;
  const placed: Placed[] = [];
  for (let at = 0; at < start; at++) placed.push({ kind: 'kept', step: at, call: at });
  for (const { kind, step, call } of inside) placed.push({ kind, step: step + start, call: call + start });
  for (let at = lastStep; at < steps.length; at++) {
    placed.push({ kind: 'kept', step: at, call: lastCall + at - lastStep });
  }
  return placed;
}

function alignInside(problem: Alignable, sets: readonly StepSet[]): Placed[] | TooMany {
  const rows = problem.calls + 1;
  const pairs = (problem.steps + 1) * rows;
  if (pairs > MOST_PAIRS) return { pairs, most: MOST_PAIRS };
  if (sets.length === 0) return new Table(chainOf(problem.steps), problem).trace();
  const known = withKnownFits(problem, sets);
  const kindOf = (step: number) => {
    const fits = Array.from({ length: problem.calls }, (_, call) => known.fitOf(step, call).charAt(0));
    return `${problem.isOptional(step)} ${fits.join('')}`;
  };
  // a few steps in many calls are found faster by a table of their selections, many steps by segments
  const inSegments = segmentPairs(problem, sets);
  const graph = graphOf(problem.steps, sets, kindOf, Math.floor(Math.min(MOST_CELLS, inSegments) / rows));
  if (graph) return new Table(graph, known).trace();
  return inSegments > MOST_PAIRS ? { pairs: inSegments, most: MOST_PAIRS } : alignBySegments(known, sets);
}

const FITS: readonly Fit[] = ['wanted', 'near', 'other'];

/** Judges every step of a set by every call once: a set asks for each pair very often. */
function withKnownFits(problem: Alignable, sets: readonly StepSet[]): Alignable {
  const known = new Map<number, Uint8Array>();
  for (const { start, end } of sets) {
    for (let step = start; step < end; step++) {
      const fits = new Uint8Array(problem.calls);
      for (let call = 0; call < fits.length; call++) fits[call] = FITS.indexOf(problem.fitOf(step, call));
      known.set(step, fits);
    }
  }
  return {
    ...problem,
    fitOf: (step, call) => {
      const fits = known.get(step);
      return fits ? (FITS[fits[call]!] as Fit) : problem.fitOf(step, call);
    },
  };
}
