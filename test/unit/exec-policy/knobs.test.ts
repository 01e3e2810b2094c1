import { describe, expect, it } from 'vitest';
import { CallBudget, classify, decide, Scheduler } from '../../../src/exec-policy/index.ts';

const clock = { now: () => 0, sleep: async () => {} };
const call = {
  tool: 'get_a',
  decision: decide('ReadOnly'),
  execute: async () => 'done',
};

describe('the knobs of the library', () => {
  it('are read in the spelling of the spec', async () => {
    expect(decide('Destructive', { execute_destructive: true }).kind).toBe('ExecuteOnce');
    const scheduler = new Scheduler({ max_calls: 1, call_delay: '100ms', concurrency: 1, clock });
    const outcomes = await scheduler.run([call, call]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['done', 'skipped']);
  });

  it('may be one object for every function', async () => {
    const policy = { execute_destructive: true, max_calls: 5, call_delay: 0, concurrency: 1, strict: true };
    const { class: found } = classify({ name: 'frobnicate' }, policy);
    expect(found).toBe('Unknown');
    expect(decide(found, policy).kind).toBe('ExecuteOnce');
    expect(await new Scheduler({ ...policy, clock }).run([call])).toEqual([{ kind: 'done', value: 'done' }]);
  });

  it.each([
    ['excute_destructive', 'unknown option `excute_destructive`: did you mean `execute_destructive`?'],
    ['maxcalls', 'unknown option `maxcalls`: did you mean `maxCalls`?'],
    ['__proto', 'unknown option `__proto`'],
  ])('are an error when they are unknown: %s', (key, message) => {
    const given = { [key]: 1 } as object;
    expect(() => decide('Destructive', given)).toThrow(new TypeError(message));
    expect(() => classify({ name: 'get_a' }, given)).toThrow(TypeError);
    expect(() => new Scheduler({ budget: new CallBudget(), clock, ...given })).toThrow(TypeError);
  });

  it('are an error when they contradict each other', () => {
    expect(() => decide('Destructive', { executeDestructive: false, execute_destructive: true })).toThrow(
      '`executeDestructive` is given twice, also as `execute_destructive`: remove one of them',
    );
    expect(() => new Scheduler({ budget: new CallBudget(9), max_calls: 1, clock })).toThrow(RangeError);
    expect(() => new Scheduler({ call_delay: 'soon', clock })).toThrow(/delay between calls .* found soon/);
  });
});
