import { describe, expect, it } from 'vitest';
import { isVacuous } from '../../../../../src/features/scenario/judge/judge.ts';
import { passHat } from '../../../../../src/features/scenario/judge/report.ts';
import { judge, runOf, scenarioOf } from '../../../../support/scenarios.ts';

describe('a scenario fails', () => {
  const legal = { transitions: [{ tool: 'ok', effect: { done: true } }] };

  it.each<[string, object, string[], boolean]>([
    ['no, it passes when all holds', { ...legal, expect_state: { done: true } }, ['ok'], true],
    ['on any invalid action', legal, ['ok', 'bad'], false],
    ['on a forbidden transition', { ...legal, forbidden: [{ tool: 'ok', reason: 'no' }] }, ['ok'], false],
    ['on a state mismatch', { ...legal, expect_state: { done: false } }, ['ok'], false],
    [
      'on a failed assertion',
      { ...legal, expect: [{ target: 'actions', matcher: { exact: 2 } }] },
      ['ok'],
      false,
    ],
    [
      'on an invalid action that an assertion expects',
      { ...legal, expect: [{ target: 'invalid_actions', matcher: { exact: 1 } }] },
      ['bad'],
      false,
    ],
    ['not on an invalid action that it allows', { ...legal, allow_invalid: true }, ['bad'], true],
    [
      'on a forbidden transition, also where invalid actions are allowed',
      { forbidden: [{ tool: 'x', reason: 'no' }], allow_invalid: true },
      ['x'],
      false,
    ],
    ['not on its rubric', { ...legal, rubric: { question: 'polite?' } }, ['ok'], true],
  ])('%s', async (_, written, calls, passes) => {
    expect((await judge(written as Record<string, unknown>, runOf(...calls))).passed).toBe(passes);
  });
});

describe('a scenario that an agent passes which does nothing', () => {
  it.each<[string, object, boolean]>([
    ['with no oracle', {}, true],
    ['that only forbids', { forbidden: [{ tool: 'x', reason: 'no' }] }, true],
    ['whose state is the seed', { seed: { a: 1 }, expect_state: { a: 1 } }, true],
    ['that counts at most', { expect: [{ target: 'actions', matcher: { max: 3 } }] }, true],
    ['that knows only the model', { expect: [{ target: 'model', matcher: { exact: 'm' } }] }, true],
    ['that wants a call', { expect: [{ target: 'actions', matcher: { min: 1 } }] }, false],
    [
      'that wants a reply',
      { expect: [{ target: 'final_responses', matcher: { any: { contains: 'x' } } }] },
      false,
    ],
    ['that wants a state', { expect_state: { a: 1 } }, false],
    ['that limits the cost', { expect: [{ target: 'cost_micros', matcher: { max: 5 } }] }, false],
  ])('is vacuous or not: %s', async (_, written, vacuous) => {
    const scenario = await scenarioOf(written as Record<string, unknown>);
    expect(isVacuous(scenario, { ...runOf('x'), model: 'm', cost_micros: 1 })).toBe(vacuous);
  });
});

describe('pass^k', () => {
  it.each<[number, number, number[]]>([
    [1, 1, [1]],
    [1, 0, [0]],
    [4, 2, [1 / 2, 1 / 6, 0, 0]],
    [4, 3, [3 / 4, 1 / 2, 1 / 4, 0]],
    [4, 4, [1, 1, 1, 1]],
    [10, 7, [7 / 10, 21 / 45, 35 / 120, 35 / 210, 21 / 252, 7 / 210, 1 / 120, 0, 0, 0]],
  ])('of %i trials, of which %i passed', (total, passed, chances) => {
    expect(passHat(total, passed)).toEqual(chances);
  });

  it('of very many trials stays a chance', () => {
    const chances = passHat(2000, 1999);
    expect(chances[0]).toBeCloseTo(1999 / 2000);
    expect(chances.at(-1)).toBe(0);
    expect(chances.every((chance) => chance >= 0 && chance <= 1)).toBe(true);
  });
});
