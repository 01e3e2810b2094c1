import type { StepSet } from '../suite/golden-path.ts';
import { type Alignable, isBetter, type Placed } from './golden-fits.ts';
import { Matching } from './matching.ts';

/** The number of pairs of a step of a set and a segment of calls that {@link alignBySegments} compares. */
export function segmentPairs({ calls }: Alignable, sets: readonly StepSet[]): number {
  const steps = sets.reduce((sum, { start, end }) => sum + end - start, 0);
  return (steps * (calls + 1) * (calls + 2)) / 2;
}

/**
 * Aligns a path whose sets are too large for a table of their selections: finds the segment of calls that belongs to each
 * set, and matches steps with calls in it. In a segment, the cost is the larger of the required steps and of the costly
 * calls that are not kept, since the others replace each other; a single matching keeps the most of both.
 */
export function alignBySegments(problem: Alignable, sets: readonly StepSet[]): Placed[] {
  const { steps, calls } = problem;
  const begins = new Map(sets.map((set) => [set.start, set]));
  const blocks: StepSet[] = [];
  for (let at = 0; at < steps; at = blocks.at(-1)!.end) {
    blocks.push(begins.get(at) ?? { start: at, end: at + 1 });
  }
  const begin = new Ways(calls);
  for (let call = 1; call <= calls; call++) {
    begin.offer(call, call - 1, begin.penalty[call - 1]! + costOf(call - 1, problem), 0, 0);
  }
  const ways = [begin];
  for (const block of blocks) {
    const extend = block.end === block.start + 1 ? passStep : passSet;
    ways.push(extend(ways.at(-1)!, block, problem));
  }

  const placed: Placed[][] = [];
  let end = calls;
  for (let at = blocks.length; at > 0; at--) {
    const start = ways[at]!.start[end]!;
    placed.push(placeIn(blocks[at - 1]!, start, end, problem));
    end = start;
  }
  return placed.reverse().flat();
}

function costOf(call: number, { isFree }: Alignable): number {
  return isFree(call) ? 0 : 1;
}

/** The best ways through the first blocks, by the number of calls that they take. */
class Ways {
  readonly penalty: Int32Array;
  readonly kept: Int32Array;
  readonly length: Int32Array;
  /** Where the calls of the last block begin; -1 while there is no way. */
  readonly start: Int32Array;

  constructor(calls: number) {
    this.penalty = new Int32Array(calls + 1);
    this.kept = new Int32Array(calls + 1);
    this.length = new Int32Array(calls + 1);
    this.start = new Int32Array(calls + 1).fill(-1);
  }

  offer(end: number, start: number, penalty: number, kept: number, length: number): void {
    const isFirst = this.start[end] === -1;
    if (
      !isFirst &&
      !isBetter(penalty, kept, length, 0, this.penalty[end]!, this.kept[end]!, this.length[end]!, 0)
    )
      return;
    this.penalty[end] = penalty;
    this.kept[end] = kept;
    this.length[end] = length;
    this.start[end] = start;
  }
}

/** Extends ways by a single step, which takes one call or none; more calls are left out after it. */
function passStep(before: Ways, { start: step }: StepSet, problem: Alignable): Ways {
  const after = new Ways(problem.calls);
  const required = problem.isOptional(step) ? 0 : 1;
  for (let end = 0; end <= problem.calls; end++) {
    const { penalty, kept, length } = before;
    after.offer(end, end, penalty[end]! + required, kept[end]!, length[end]! + required);
    if (end === 0) continue;
    const [call, hit] = [end - 1, problem.fitOf(step, end - 1) === 'wanted' ? 1 : 0];
    after.offer(end, call, penalty[call]! + 1 - hit, kept[call]! + hit, length[call]! + 1);
    const left = after.penalty[call]! + costOf(call, problem);
    after.offer(end, after.start[call]!, left, after.kept[call]!, after.length[call]!);
  }
  return after;
}

function passSet(before: Ways, block: StepSet, problem: Alignable): Ways {
  const after = new Ways(problem.calls);
  const steps = new Block(block, problem);
  for (let start = 0; start <= problem.calls; start++) {
    const [penalty, kept, length] = [before.penalty[start]!, before.kept[start]!, before.length[start]!];
    const segment = new Segment(steps, problem);
    for (let end = start; end <= problem.calls; end++) {
      if (end > start) segment.add(end - 1);
      after.offer(end, start, penalty + segment.penalty, kept + segment.kept, length + segment.length);
    }
  }
  return after;
}

/** The steps of a set, and those that each call fits. */
class Block {
  readonly steps: readonly number[];
  readonly required: readonly number[];
  readonly #all: readonly (readonly number[])[];
  readonly #required: readonly (readonly number[])[];

  constructor({ start, end }: StepSet, { calls, isOptional, fitOf }: Alignable) {
    this.steps = Array.from({ length: end - start }, (_, index) => start + index);
    this.required = this.steps.filter((step) => !isOptional(step));
    const wantedBy = (call: number) => this.steps.filter((step) => fitOf(step, call) === 'wanted');
    this.#all = Array.from({ length: calls }, (_, call) => wantedBy(call));
    this.#required = this.#all.map((steps) => steps.filter((step) => !isOptional(step)));
  }

  match(steps: 'all' | 'required'): Matching {
    const stepsFor = steps === 'all' ? this.#all : this.#required;
    return new Matching((call) => stepsFor[call] as readonly number[]);
  }
}

/** Counts how well a growing segment of calls fits a set. */
class Segment {
  readonly #isFree: Alignable['isFree'];
  readonly #requiredSteps: number;
  readonly #all: Matching;
  readonly #required: Matching;
  /** With the costly calls only. */
  readonly #costly: Matching;
  #costlyCalls = 0;

  constructor(block: Block, { isFree }: Alignable) {
    this.#isFree = isFree;
    this.#requiredSteps = block.required.length;
    this.#all = block.match('all');
    this.#required = block.required.length === block.steps.length ? this.#all : block.match('required');
    this.#costly = block.match('all');
  }

  add(call: number): void {
    this.#all.add(call);
    if (this.#required !== this.#all) this.#required.add(call);
    if (this.#isFree(call)) return;
    this.#costlyCalls++;
    this.#costly.add(call);
  }

  get penalty(): number {
    return Math.max(this.#requiredSteps - this.#required.size, this.#costlyCalls - this.#costly.size);
  }

  get kept(): number {
    return this.#all.size;
  }

  get length(): number {
    return this.kept + this.#requiredSteps - this.#required.size;
  }
}

/** Places the steps of a block in its segment of calls. */
function placeIn(set: StepSet, from: number, to: number, problem: Alignable): Placed[] {
  const { isOptional, isFree, fitOf } = problem;
  const block = new Block(set, problem);
  const calls = Array.from({ length: to - from }, (_, index) => from + index);
  const costly = calls.filter((call) => !isFree(call));
  const matching = block.match('all');
  // a call that was seated stays so: the costly ones come first
  for (const call of [...costly, ...calls.filter(isFree)]) matching.add(call);
  for (const step of block.required) matching.prefer(step, isOptional);

  const placed: Placed[] = [];
  const open: number[] = [];
  for (const step of block.steps) {
    const call = matching.callOf(step);
    if (call !== undefined) placed.push({ kind: 'kept', step, call });
    else open.push(step);
  }
  const taken = new Set(placed.map(({ call }) => call));
  const spare = costly.filter((call) => !taken.has(call));
  const replacing = new Map<number, number>();
  const replace = (step: number, at: number) => {
    if (at !== -1 && at < spare.length) replacing.set(step, spare.splice(at, 1)[0]!);
  };
  const required = open.filter((step) => !isOptional(step));
  for (const step of required)
    replace(
      step,
      spare.findIndex((call) => fitOf(step, call) === 'near'),
    );
  for (const step of required) if (!replacing.has(step)) replace(step, 0);
  for (const step of open) {
    const call = replacing.get(step);
    placed.push(call === undefined ? { kind: 'missing', step, call: to } : { kind: 'replaced', step, call });
  }
  return placed.sort((a, b) => a.call - b.call);
}
