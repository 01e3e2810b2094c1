import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cassette, RecordedCall } from '../../src/artifacts/cassette/model.ts';
import { diffJson } from '../../src/assertions/diff.ts';
import { alignmentOf, compareWithGolden, isTooLong } from '../../src/features/scenario/golden/golden.ts';
import { alignBySegments } from '../../src/features/scenario/golden/golden-segments.ts';
import { judgeRun } from '../../src/features/scenario/judge/judge.ts';
import { type Trial, toScenarioReport } from '../../src/features/scenario/judge/report.ts';
import { scenarioContradictions } from '../../src/features/scenario/judge/report-contradictions.ts';
import { follow, replay } from '../../src/features/scenario/world/replay.ts';
import { asWritten } from '../support/as-written.ts';
import { runOf, scenarioOf } from '../support/scenarios.ts';

type Written = Record<string, unknown>;

const keys = fc.constantFrom('a', 'b', '0', '__proto__', 'x.y');
const scalar = fc.constantFrom<unknown>(null, true, 0, 1, 0.1, -2.5, 'text', '');
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(keys, tie('value')), { maxLength: 3 }).map(Object.fromEntries),
  ),
})).value;
const object = fc
  .array(fc.tuple(keys, json), { maxLength: 4 })
  .map((entries): Written => Object.fromEntries(entries));

const paths = fc.constantFrom(
  'a',
  'b',
  'a.b',
  'a[0]',
  'a.{id}',
  '{id}',
  '__proto__',
  '__proto__.a',
  'x\\.y.b',
  'a.b.0.a',
);
const effectOf = fc.oneof(
  json.map((value) => ({ set: value })),
  fc.constantFrom<unknown>(
    { inc: 1 },
    { inc: 0.1 },
    { dec: 2.5 },
    { inc: { from_arg: 'n' } },
    { append: 1 },
    { append: { from_arg: 'id' } },
    { from_arg: 'n' },
    { from_arg: 'missing', optional: true },
    { from_arg: 'missing' },
    { from_arg: '' },
    { remove: true },
  ),
);
const effects = fc
  .array(fc.tuple(paths, effectOf), { maxLength: 4 })
  .map((entries) => Object.fromEntries(entries));
const tools = fc.constantFrom('t', 'u', 'v');
const transition = fc.record(
  {
    tool: fc.oneof(tools, fc.constantFrom('*', 't*')),
    effect: effects,
    when: fc.constantFrom({}, { a: 1 }, { '{id}': { exists: true } }),
  },
  { requiredKeys: ['tool', 'effect'] },
);
const world = fc.record({ seed: object, transitions: fc.array(transition, { maxLength: 5 }) });

const args = fc.record(
  { id: fc.constantFrom('a', 'b', '0', '__proto__', 'x.y', 7), n: scalar },
  { requiredKeys: [] },
);
const call = fc.record({ name: tools, args, is_error: fc.boolean() }) as fc.Arbitrary<RecordedCall>;
const cassette = fc
  .array(fc.record({ tool_calls: fc.array(call, { maxLength: 6 }), final_response: fc.string() }), {
    maxLength: 3,
  })
  .map((turns): Cassette => ({ turns }));

describe('replaying', () => {
  it('is deterministic, and touches neither the seed nor the recording', async () => {
    await fc.assert(
      fc.asyncProperty(world, cassette, async (written, run) => {
        const scenario = deepFreeze(await scenarioOf(written));
        deepFreeze(run);
        const first = judgeRun(scenario, run, undefined);
        expect(JSON.stringify(judgeRun(scenario, run, undefined))).toBe(JSON.stringify(first));
        expect(scenario.seed).toEqual(written.seed);
      }),
    );
  });

  it('is reported without a contradiction', async () => {
    await fc.assert(
      fc.asyncProperty(
        world,
        fc.array(cassette, { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        async (written, runs, strict) => {
          const forbidden = [{ tool: 'u', reason: 'no' }];
          const scenario = await scenarioOf({ ...written, forbidden, expect_unchanged: true });
          const trials = runs.map((run, index) => ({
            cassette: `${index}`,
            ...(index === 2 ? { error: 'no' } : { judged: judgeRun(scenario, run, undefined) }),
          })) as Trial[];
          const report = toScenarioReport('s.yml', [{ scenario, trials, vacuous: true, strict }]);
          expect(await scenarioContradictions(asWritten(report))).toEqual([]);
        },
      ),
    );
  });

  it('lets a failed, an invalid and a forbidden call change nothing', async () => {
    await fc.assert(
      fc.asyncProperty(world, cassette, fc.boolean(), async (written, run, forbids) => {
        const forbidden = forbids ? [{ tool: 'u', reason: 'no' }] : [];
        const scenario = await scenarioOf({ ...written, forbidden });
        let before = stable(scenario.seed);
        follow(scenario, run, (event, { is_error }, _turn, _index, { state }) => {
          const after = stable(state);
          if (is_error || event.kind !== 'applied') expect(after).toBe(before);
          before = after;
        });
      }),
    );
  });

  it('applies all effects of a call or none', async () => {
    const impossible = fc.constantFrom(
      { inc: { from_arg: 'nothing' } },
      { from_arg: 'nothing' },
      { append: { from_arg: 'nothing' } },
    );
    await fc.assert(
      fc.asyncProperty(object, effects, impossible, args, async (seed, some, last, given) => {
        const scenario = await scenarioOf({
          seed,
          transitions: [{ tool: 't', effect: { ...some, 'other.path': last } }],
        });
        const run = replay(scenario, runOf(['t', given]));
        expect(run.invalidActions).toBe(1);
        expect(run.state).toEqual(seed);
      }),
    );
  });

  it('is back at the start after it adds and subtracts any decimal', async () => {
    const decimal = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.tuple(fc.integer(), fc.integer({ min: 0, max: 6 })).map(([n, places]) => Number(`${n}e-${places}`)),
    );
    const transitions = [
      { tool: 'inc', effect: { n: { inc: { from_arg: 'by' } } } },
      { tool: 'dec', effect: { n: { dec: { from_arg: 'by' } } } },
    ];
    const scenario = await scenarioOf({ transitions });
    fc.assert(
      fc.property(decimal, decimal, (n, by) => {
        const run = replay({ ...scenario, seed: { n } }, runOf(['inc', { by }], ['dec', { by }]));
        expect(run.violations).toEqual([]);
        expect(run.state.n === n).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('gives the same verdict whatever the order of keys', async () => {
    const written = fc.record({
      seed: object,
      transitions: fc.array(transition, { maxLength: 4 }),
      expect_unchanged: fc.constant(true),
    });
    await fc.assert(
      fc.asyncProperty(written, cassette, object, async (given, run, expected) => {
        const other = { ...given, seed: reversed(given.seed) };
        const expect_state = Object.fromEntries(
          Object.entries(expected).map(([key, value]) => [JSON.stringify([key]), { eq: value }]),
        );
        const one = judgeRun(await scenarioOf({ ...given, expect_state }), run, undefined);
        const two = judgeRun(
          await scenarioOf({ ...other, expect_state: reversed(expect_state) }),
          reversed(run) as Cassette,
          undefined,
        );
        expect(two.passed).toBe(one.passed);
        expect(two.diff).toEqual(one.diff);
        expect(two.replay.state).toEqual(one.replay.state);
      }),
    );
  });
});

describe('the diff', () => {
  it('gives the final state when applied to the seed', async () => {
    await fc.assert(
      fc.asyncProperty(world, cassette, async (written, run) => {
        const scenario = await scenarioOf(written);
        const { state } = replay(scenario, run);
        const leaves = leavesOf(scenario.seed);
        const changes = diffJson({ w: scenario.seed }, { w: state });
        for (const { path, before } of changes)
          for (const leaf of leavesOf(before, path).keys()) leaves.delete(leaf);
        for (const { path, after } of changes) for (const leaf of leavesOf(after, path)) leaves.set(...leaf);
        expect(leaves).toEqual(leavesOf(state));
      }),
    );
  });
});

describe('the golden comparison', () => {
  /** A step that several tools may meet, as steps with guards do: `t|u`. */
  const step = fc.record({ tool: fc.oneof(tools, fc.constantFrom('t|u', 'u|v')), optional: fc.boolean() });
  const call = fc.record({
    tool: tools,
    isFree: fc.oneof({ arbitrary: fc.constant(false), weight: 3 }, fc.boolean()),
  });
  const names = fc.array(call, { maxLength: 6 });
  const block = fc.oneof(
    { arbitrary: step.map((each) => [each]), weight: 3 },
    fc.array(step, { minLength: 2, maxLength: 3 }),
  );
  const path = fc.array(block, { maxLength: 3 }).map((blocks): TestPath => {
    const sets: { start: number; end: number }[] = [];
    const steps: TestStep[] = [];
    for (const each of blocks) {
      if (each.length > 1) sets.push({ start: steps.length, end: steps.length + each.length });
      steps.push(...each);
    }
    return { steps, sets };
  });
  const goldens = fc.array(path, { minLength: 1, maxLength: 2 });
  const compare = (golden: TestPath[], calls: TestCall[]) => {
    const paths = golden.map((each, index) => ({ name: String(index), ...each }));
    const outcome = compareWithGolden(
      paths,
      calls.length,
      (wanted, at) => (isMet(wanted, calls[at]!) ? 'wanted' : 'other'),
      (at) => calls[at]!.isFree,
    );
    if (isTooLong(outcome)) throw new Error('too long');
    return outcome;
  };

  it('costs the same by segments as by a table, and keeps as many steps', () => {
    fc.assert(
      fc.property(path, names, (golden, calls) => {
        const problem = {
          steps: golden.steps.length,
          calls: calls.length,
          isOptional: (at: number) => golden.steps[at]!.optional,
          isFree: (at: number) => calls[at]!.isFree,
          fitOf: (at: number, to: number) =>
            isMet(golden.steps[at]!, calls[to]!) ? ('wanted' as const) : ('other' as const),
        };
        const placed = alignBySegments(problem, golden.sets);
        const count = (kind: string) => placed.filter((each) => each.kind === kind).length;
        const used = new Set(placed.flatMap((each) => (each.kind === 'missing' ? [] : [each.call])));
        const extra = calls.filter(({ isFree }, at) => !isFree && !used.has(at)).length;
        const leftOut = placed.filter(({ kind, step: at }) => kind === 'missing' && !problem.isOptional(at));
        const outcome = compare([golden], calls);
        expect(count('replaced') + leftOut.length + extra).toBe(outcome.penalty);
        expect(count('kept')).toBe(outcome.placed.filter(({ kind }) => kind === 'kept').length);
        expect(placed.map(({ step: at }) => at).sort((a, b) => a - b)).toEqual(
          golden.steps.map((_, at) => at),
        );
        expect(used.size).toBe(placed.length - count('missing'));
        for (const each of placed) {
          if (each.kind !== 'missing')
            expect(problem.fitOf(each.step, each.call) === 'wanted').toBe(each.kind === 'kept');
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('has the smallest edit distance to any path as its penalty', () => {
    fc.assert(
      fc.property(goldens, names, (golden, calls) => {
        // every order of the steps of sets, listed
        const orders = golden.flatMap(ordersOf);
        expect(compare(golden, calls).penalty).toBe(
          Math.min(...orders.map((steps) => editDistance(steps, calls))),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('has an efficiency from 0 to 1, which is 1 exactly when matched', () => {
    fc.assert(
      fc.property(goldens, names, (golden, calls) => {
        const { efficiency, matched, penalty, exact, alternate } = compare(golden, calls);
        expect(efficiency).toBeGreaterThanOrEqual(0);
        expect(efficiency).toBeLessThanOrEqual(1);
        expect(efficiency === 1).toBe(matched);
        expect(penalty === 0).toBe(matched);
        expect(exact || alternate).toBe(matched);
        expect(exact && alternate).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it('accounts for every step and every call once, in order', () => {
    fc.assert(
      fc.property(goldens, names, (golden, calls) => {
        const outcome = compare(golden, calls);
        const alignment = [...alignmentOf(outcome)];
        const seenCalls = alignment.flatMap((each) => (each.kind === 'missing' ? [] : [each.call]));
        const seenSteps = alignment.flatMap((each) => (each.kind === 'extra' ? [] : [each.step]));
        expect(seenCalls).toEqual(calls.map((_, index) => index));
        expect(seenSteps.sort((a, b) => a - b)).toEqual(outcome.path.steps.map((_, index) => index));
      }),
    );
  });
});

interface TestStep {
  tool: string;
  optional: boolean;
}

interface TestPath {
  steps: TestStep[];
  sets: { start: number; end: number }[];
}

interface TestCall {
  tool: string;
  isFree: boolean;
}

function isMet(step: TestStep, { tool }: TestCall): boolean {
  return step.tool.split('|').includes(tool);
}

/** Every order in which the steps of a path may be taken. */
function ordersOf({ steps, sets }: TestPath): TestStep[][] {
  const [set, ...others] = sets;
  if (!set) return [steps];
  return permutationsOf(steps.slice(set.start, set.end)).flatMap((order) =>
    ordersOf({ steps: steps.toSpliced(set.start, order.length, ...order), sets: others }),
  );
}

function permutationsOf<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, at) => permutationsOf(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

/** The textbook recursion, without a table. A free call costs nothing to insert, an optional step nothing to leave out. */
function editDistance(steps: readonly TestStep[], calls: readonly TestCall[]): number {
  const known = new Map<string, number>();
  const from = (at: number, to: number): number => {
    const key = `${at} ${to}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const [step, call] = [steps[at], calls[to]];
    const ways = [
      ...(call ? [(call.isFree ? 0 : 1) + from(at, to + 1)] : []),
      ...(step ? [(step.optional ? 0 : 1) + from(at + 1, to)] : []),
      ...(step && call ? [(isMet(step, call) ? 0 : 1) + from(at + 1, to + 1)] : []),
    ];
    const least = ways.length === 0 ? 0 : Math.min(...ways);
    known.set(key, least);
    return least;
  };
  return from(0, 0);
}

/**
 * The leaves of the value at a path, as JSON. Empty objects and lists are not leaves: an object that lost its last
 * member differs from a missing object, but not in a leaf.
 */
function leavesOf(value: unknown, at = 'w'): Map<string, string> {
  if (value === undefined) return new Map();
  const leaves = diffJson(undefined, { w: value }).map(({ path, after }): [string, string] => [
    at + path.slice(1),
    JSON.stringify(after),
  ]);
  return new Map(leaves.filter(([, text]) => text !== '{}' && text !== '[]'));
}

function stable(value: unknown): string {
  return JSON.stringify([...leavesOf(value)]);
}

function reversed<T>(value: T): T {
  if (Array.isArray(value)) return value.map(reversed) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  ) as T;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !(value instanceof Set) && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
