import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BodyBudget, type Share } from '../../../src/live/body-budget.ts';

/** Notes when a share may go on. */
function asked(share: Share, bytes: number) {
  const state = { goesOn: false };
  void share.hold(bytes).then(() => {
    state.goesOn = true;
  });
  return state;
}

describe('the budget of messages that arrive', () => {
  it('lets the oldest go on, and holds up the others when they are too long together', async () => {
    const budget = new BodyBudget({ most: 10, short: 0 });
    const [first, second, third] = [budget.open(), budget.open(), budget.open()];
    const states = [asked(first, 8), asked(second, 2), asked(third, 1)];
    await setImmediate();
    expect(states.map(({ goesOn }) => goesOn)).toEqual([true, true, false]);
    const more = asked(first, 16);
    await setImmediate();
    expect(more.goesOn).toBe(true);
    first.release();
    await setImmediate();
    expect(states.map(({ goesOn }) => goesOn)).toEqual([true, true, true]);
  });

  it('goes on with a message that is given up while it waits', async () => {
    const budget = new BodyBudget({ most: 10, short: 0 });
    const [first, second] = [budget.open(), budget.open()];
    await first.hold(10);
    const state = asked(second, 5);
    await setImmediate();
    expect(state.goesOn).toBe(false);
    second.release();
    await setImmediate();
    expect(state.goesOn).toBe(true);
  });

  it('never holds up a short message', async () => {
    const budget = new BodyBudget({ most: 10, short: 3 });
    const [first, short, long] = [budget.open(), budget.open(), budget.open()];
    await first.hold(11);
    const states = [asked(short, 3), asked(long, 4)];
    await setImmediate();
    expect(states.map(({ goesOn }) => goesOn)).toEqual([true, false]);
  });

  it('puts a message whose sender stalls behind those that wait for it', async () => {
    const periods: (() => void)[] = [];
    const wait = () => new Promise<void>((resolve) => periods.push(resolve));
    const budget = new BodyBudget({ most: 10, short: 2, wait });
    const endPeriod = async () => {
      await setImmediate();
      expect(periods).toHaveLength(1);
      periods.pop()?.();
      await setImmediate();
    };
    const [first, gone, second, third] = [budget.open(), budget.open(), budget.open(), budget.open()];
    await first.hold(11);
    await gone.hold(1);
    const [next, last] = [asked(second, 5), asked(third, 5)];
    await setImmediate();
    await first.hold(15);
    gone.release();
    await endPeriod();
    expect([next.goesOn, last.goesOn]).toEqual([false, false]);
    await first.hold(16);
    await endPeriod();
    expect([next.goesOn, last.goesOn]).toEqual([true, false]);
    // it goes on when it is its turn again
    const more = asked(first, 20);
    second.release();
    await setImmediate();
    expect([last.goesOn, more.goesOn]).toEqual([true, false]);
    third.release();
    await setImmediate();
    expect(more.goesOn).toBe(true);
  });

  it('never holds up all, whatever is asked and given back', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(5), fc.integer({ min: 0, max: 20 })), { maxLength: 40 }),
        async (steps) => {
          const budget = new BodyBudget({ most: 10, short: 0 });
          const shares = Array.from({ length: 6 }, () => ({
            share: budget.open(),
            waits: false,
            held: false,
          }));
          for (const [index, bytes] of steps) {
            const each = shares[index] as (typeof shares)[number];
            if (each.waits) continue;
            if (bytes === 0) {
              each.share.release();
              each.held = false;
            } else {
              [each.waits, each.held] = [true, true];
              void each.share.hold(bytes).then(() => {
                each.waits = false;
              });
            }
            await setImmediate();
          }
          const held = shares.filter((each) => each.held);
          return held.length === 0 || held.some(({ waits }) => !waits);
        },
      ),
    );
  });
});
