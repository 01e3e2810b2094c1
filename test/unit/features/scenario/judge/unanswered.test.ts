import { describe, expect, it } from 'vitest';
import { toScenarioReport } from '../../../../../src/features/scenario/judge/report.ts';
import { traceRun } from '../../../../../src/features/scenario/world/trajectory.ts';
import {
  judge,
  refusalOfScenario,
  runOf,
  type ShortCall,
  scenarioOf,
} from '../../../../support/scenarios.ts';

const cut: ShortCall = { name: 'pay', args: { n: 5 }, unanswered: true };
const paying = {
  seed: { paid: 0 },
  transitions: [{ tool: 'pay', effect: { paid: { inc: { from_arg: 'n' } } } }, 'look'].map((each) =>
    typeof each === 'string' ? { tool: each } : each,
  ),
};

describe('a call without a recorded answer', () => {
  it('is undecided: its run fails, whatever the world is said to be at the end', async () => {
    for (const paid of [0, 5]) {
      const run = await judge({ ...paying, expect_state: { paid } }, runOf(cut));
      expect(run.passed).toBe(false);
      expect(run.failedBy).toContain('unanswered_calls');
    }
    const { failedBy, replay } = await judge(paying, runOf('look', cut));
    expect(failedBy).toEqual(['unanswered_calls']);
    expect(replay).toMatchObject({
      actions: 2,
      state: { paid: 0 },
      unanswered: [{ turn: 0, index: 1, tool: 'pay' }],
    });
  });

  it('fails the run even where it would only have read', async () => {
    expect((await judge(paying, runOf({ name: 'look', unanswered: true }))).failedBy).toEqual([
      'unanswered_calls',
    ]);
  });

  it('takes effect, or does not, where the scenario says so', async () => {
    const stated = (unanswered_calls: string, paid: number) =>
      judge({ ...paying, unanswered_calls, expect_state: { paid } }, runOf(cut, 'look'));
    expect(await stated('succeed', 5)).toMatchObject({ passed: true, replay: { recoveryAttempts: 0 } });
    expect(await stated('succeed', 0)).toMatchObject({ passed: false, failedBy: ['mismatches'] });
    expect(await stated('error', 0)).toMatchObject({ passed: true, replay: { recoveryAttempts: 1 } });
    expect(await stated('error', 5)).toMatchObject({ passed: false, failedBy: ['mismatches'] });
    expect(await stated('fail', 5)).toMatchObject({ passed: false });
  });

  it('takes effect as an error where the transition says so', async () => {
    const transitions = [{ ...paying.transitions[0], on_error: 'apply' }];
    const run = await judge({ ...paying, transitions, unanswered_calls: 'error' }, runOf(cut));
    expect(run.replay.state).toEqual({ paid: 5 });
  });

  it('is a violation all the same where it was forbidden or not legal', async () => {
    const forbidden = [{ tool: 'pay', reason: 'never', only: 'succeeded' }];
    const counts = async (unanswered_calls: string) => {
      const { replay, passed } = await judge({ ...paying, forbidden, unanswered_calls }, runOf(cut));
      expect(passed).toBe(unanswered_calls === 'error');
      return replay.forbiddenTransitions;
    };
    expect([await counts('fail'), await counts('succeed'), await counts('error')]).toEqual([1, 1, 0]);
    for (const unanswered_calls of ['fail', 'succeed', 'error']) {
      const always = { ...paying, forbidden: [{ tool: 'pay', reason: 'never' }], unanswered_calls };
      expect((await judge(always, runOf(cut))).replay.violations).toMatchObject([
        { kind: 'forbidden', unanswered: true },
      ]);
      const undeclared = { transitions: [{ tool: 'look' }], unanswered_calls };
      expect((await judge(undeclared, runOf(cut))).replay.violations).toMatchObject([{ kind: 'invalid' }]);
    }
  });

  it('counts in golden paths and assertions like any other call', async () => {
    const golden = { calls: ['look', 'pay'] };
    const expected = [
      { target: 'golden.matched', matcher: { exact: true } },
      { target: 'unanswered_calls', matcher: { exact: 1 } },
      { target: 'tool_calls[1].unanswered', matcher: { exact: true } },
      { target: 'tool_calls[0].unanswered', matcher: { absent: true } },
      { target: 'tool_calls[1].is_error', matcher: { exact: false } },
      { target: 'actions', matcher: { exact: 2 } },
    ];
    const scenario = { ...paying, golden, expect: expected, unanswered_calls: 'succeed' };
    expect(await judge(scenario, runOf('look', cut))).toMatchObject({ passed: true });
    const failed = [{ target: 'tool_calls[0].is_error', matcher: { exact: true } }];
    expect(await judge({ ...paying, expect: failed, unanswered_calls: 'error' }, runOf(cut))).toMatchObject({
      passed: true,
    });
  });

  it.each([
    ['fail', 'undecided', 'no answer was recorded: no one knows whether it took effect'],
    ['succeed', 'done', 'no answer was recorded, taken as done: paid + 5 = 5'],
    ['error', 'error', 'no answer was recorded, taken as an error: changes nothing'],
  ])('is reported under %s', async (unanswered_calls, taken_as, words) => {
    const written = { ...paying, unanswered_calls };
    const scenario = await scenarioOf(written);
    expect(traceRun(scenario, runOf(cut), 1).steps[0]?.words).toBe(words);
    const trials = [{ cassette: 'c.json', judged: await judge(written, runOf(cut)) }];
    const { scenarios } = toScenarioReport('s.yml', [{ scenario, trials, vacuous: false, strict: false }]);
    expect(scenarios[0]).toMatchObject({
      passed: unanswered_calls !== 'fail',
      report: { unanswered_calls: 1 },
      unanswered: [{ turn: 0, index: 0, tool: 'pay', taken_as }],
    });
  });

  it('cannot be taken for anything else', async () => {
    expect(await refusalOfScenario({ unanswered_calls: 'ignore' })).toContain('unanswered_calls');
  });
});

describe('an abandoned call', () => {
  it('counts like any other, and is shown as abandoned', async () => {
    const left: ShortCall = { name: 'pay', args: { n: 5 }, abandoned: true, agent: 'clerk' };
    const written = {
      ...paying,
      expect: [
        { target: 'abandoned_calls', matcher: { exact: 1 } },
        { target: 'tool_calls[0].abandoned', matcher: { exact: true } },
        { target: 'actions', matcher: { exact: 1 } },
      ],
      expect_state: { paid: 5 },
    };
    expect(await judge(written, runOf(left))).toMatchObject({ passed: true });
    const { steps } = traceRun(await scenarioOf(written), runOf(left), 1);
    expect(steps[0]?.words).toBe('by "clerk", abandoned by a rewind: paid + 5 = 5');
    const forbidden = [{ tool: 'pay', reason: 'never' }];
    expect((await judge({ ...paying, forbidden }, runOf(left))).replay.violations).toMatchObject([
      { kind: 'forbidden', abandoned: true, agent: 'clerk' },
    ]);
  });
});

describe('calls of one reply', () => {
  const batches = (matcher: object) => ({
    transitions: [{ tool: '*' }],
    expect: [{ target: 'batches', matcher }],
  });
  const numbered = (...numbers: (number | undefined)[]) =>
    runOf(
      ...numbers.map(
        (parallel, index): ShortCall => ({
          name: 'abc'[index]!,
          ...(parallel !== undefined && { parallel }),
        }),
      ),
    );

  it('can be told from calls of two', async () => {
    const together = batches({ exact: [['a', 'b'], ['c']] });
    expect(await judge(together, numbered(0, 0, 1))).toMatchObject({ passed: true });
    expect(await judge(together, numbered(0, 1, 2))).toMatchObject({ passed: false });
    expect(await judge(batches({ length: 3 }), numbered(0, 1, 2))).toMatchObject({ passed: true });
    const number = [{ target: 'tool_calls[2].parallel', matcher: { exact: 1 } }];
    expect(await judge({ ...together, expect: number }, numbered(0, 0, 1))).toMatchObject({ passed: true });
  });

  it('are unknown where the recording does not number all of them', async () => {
    for (const run of [numbered(0, undefined), numbered(undefined)]) {
      expect(await judge(batches({ absent: true }), run)).toMatchObject({ passed: true });
      expect(await judge(batches({ not: { length: 9 } }), run)).toMatchObject({ passed: false });
    }
  });
});
