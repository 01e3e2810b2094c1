import type { GoldenPath, Step } from '../suite/golden-path.ts';
import { align } from './align.ts';
import type { FitOf, Placed, TooMany } from './golden-fits.ts';

/** The outcome of a step or a recorded call; `step` is an index into the path, `call` one into all recorded calls. */
export type AlignedStep = Placed | { readonly kind: 'extra'; readonly call: number };

/**
 * How a recording compares with the golden path nearest to it.
 *
 * Spec (scenario worlds): "Golden".
 */
export interface GoldenOutcome<S extends Step = Step> {
  readonly matched: boolean;
  readonly exact: boolean;
  readonly alternate: boolean;
  /** The number of calls to insert, delete or replace: 0 exactly when matched. */
  readonly penalty: number;
  /**
   * Kept steps divided by the length of the longer of path and recording, from 0 to 1: 1 exactly when matched. Free calls
   * that are no part of the path do not count.
   */
  readonly efficiency: number;
  readonly path: GoldenPath<S>;
  /** Where each step of the path was placed; see {@link alignmentOf}. */
  readonly placed: readonly Placed[];
  /** The number of recorded calls. */
  readonly calls: number;
  /** Whether it costs nothing that a call is no part of the path. */
  readonly isFree: (call: number) => boolean;
}

/** A path that is too long to compare with the recording. */
export interface TooLong extends TooMany {
  readonly path: GoldenPath;
}

/** Tells the two results of {@link compareWithGolden} apart. */
export function isTooLong(result: GoldenOutcome | TooLong): result is TooLong {
  return 'pairs' in result;
}

/**
 * Compares a recording of `calls` calls with every golden path and returns the nearest: the one with the lowest
 * penalty, then the most steps kept, then the highest efficiency, then the first in the file.
 * @param paths at least one; `calls` first
 * @param isFree whether it costs nothing to leave a call out of the path
 */
export function compareWithGolden<S extends Step>(
  paths: readonly GoldenPath<S>[],
  calls: number,
  fitOf: FitOf<S>,
  isFree: (call: number) => boolean = () => false,
): GoldenOutcome<S> | TooLong {
  let free = 0;
  for (let call = 0; call < calls; call++) if (isFree(call)) free++;
  let best: GoldenOutcome<S> | undefined;
  for (const path of paths) {
    const placed = align(path, calls, fitOf, isFree);
    if ('pairs' in placed) return { path, ...placed };
    const outcome = toOutcome(path, placed, { calls, free, isFree }, path === paths[0]);
    if (!best || isNearer(outcome, best)) best = outcome;
  }
  return best as GoldenOutcome<S>;
}

function isNearer(a: GoldenOutcome, b: GoldenOutcome): boolean {
  if (a.penalty !== b.penalty) return a.penalty < b.penalty;
  const [keptA, keptB] = [countOf('kept', a.placed), countOf('kept', b.placed)];
  return keptA === keptB ? a.efficiency > b.efficiency : keptA > keptB;
}

function toOutcome<S extends Step>(
  path: GoldenPath<S>,
  placed: readonly Placed[],
  { calls, free, isFree }: { calls: number; free: number; isFree: (call: number) => boolean },
  isFirst: boolean,
): GoldenOutcome<S> {
  const usedFree = placed.filter(({ kind, call }) => kind !== 'missing' && isFree(call)).length;
  // free calls that are no part of the path do not count
  const counted = calls - free + usedFree;
  const kept = countOf('kept', placed);
  const replaced = countOf('replaced', placed);
  // optional steps that were left out do not count as part of the path
  const leftOut = placed.filter(({ kind, step }) => kind === 'missing' && path.steps[step]!.optional).length;
  const missing = placed.length - kept - replaced - leftOut;
  const extra = counted - kept - replaced;
  const penalty = replaced + missing + extra;
  const longer = Math.max(counted, placed.length - leftOut);
  const matched = penalty === 0;
  return {
    matched,
    exact: matched && isFirst,
    alternate: matched && !isFirst,
    penalty,
    efficiency: longer === 0 ? 1 : kept / longer,
    path,
    placed,
    calls,
    isFree,
  };
}

function countOf(kind: Placed['kind'], placed: readonly Placed[]): number {
  return placed.reduce((count, each) => count + (each.kind === kind ? 1 : 0), 0);
}

/** Every step and every recorded call, in order. Generated, because a million extra calls would take much memory. */
export function* alignmentOf({ placed, calls }: GoldenOutcome): Generator<AlignedStep> {
  let next = 0;
  for (const each of placed) {
    for (; next < each.call; next++) yield { kind: 'extra', call: next };
    yield each;
    if (each.kind !== 'missing') next++;
  }
  for (; next < calls; next++) yield { kind: 'extra', call: next };
}
