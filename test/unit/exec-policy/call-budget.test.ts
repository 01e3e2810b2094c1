import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { CallBudget } from '../../../src/exec-policy/call-budget.ts';

describe('CallBudget', () => {
  it('gives exactly as many slots as its limit, then reports the limit', () => {
    const budget = new CallBudget(2);
    expect([budget.acquire(), budget.acquire(), budget.acquire(), budget.acquire()]).toEqual([
      { kind: 'Slot', number: 1 },
      { kind: 'Slot', number: 2 },
      { kind: 'BudgetExhausted', limit: 2 },
      { kind: 'BudgetExhausted', limit: 2 },
    ]);
    expect(budget.used).toBe(2);
  });

  it('may have a limit of 0, or no limit', () => {
    expect(new CallBudget(0).acquire()).toEqual({ kind: 'BudgetExhausted', limit: 0 });
    const unlimited = new CallBudget();
    for (let number = 1; number <= 1000; number++)
      expect(unlimited.acquire()).toEqual({ kind: 'Slot', number });
  });

  it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])('rejects the limit %s', (limit) => {
    expect(() => new CallBudget(limit)).toThrow(RangeError);
  });

  it('is the same budget in another thread', () => {
    const budget = new CallBudget(3);
    const other = CallBudget.sharing(budget.memory);
    budget.acquire();
    expect(other.acquire()).toEqual({ kind: 'Slot', number: 2 });
    expect([budget.used, other.limit, CallBudget.sharing(new CallBudget().memory).limit]).toEqual([
      2,
      3,
      undefined,
    ]);
  });

  it('gives exactly its slots to threads that acquire at once', async () => {
    const budget = new CallBudget(10_000);
    // the class in a thread: it imports nothing, so that its compiled text stands alone
    const code = `
      const { parentPort, workerData } = require('node:worker_threads');
      const CallBudget = ${CallBudget.toString()};
      const UNLIMITED = -1;
      const budget = CallBudget.sharing(workerData);
      let taken = 0;
      for (let i = 0; i < 5000; i++) if (budget.acquire().kind === 'Slot') taken++;
      parentPort.postMessage(taken);`;
    const threads = Array.from({ length: 4 }, () => {
      const worker = new Worker(code, { eval: true, workerData: budget.memory });
      return new Promise<number>((resolve, reject) => worker.on('message', resolve).on('error', reject));
    });
    const taken = await Promise.all(threads);
    expect(taken.reduce((sum, each) => sum + each)).toBe(10_000);
    expect(budget.used).toBe(10_000);
  });
});
