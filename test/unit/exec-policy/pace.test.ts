import { describe, expect, it } from 'vitest';
import { Pace } from '../../../src/exec-policy/pace.ts';

/** A clock that goes on when somebody sleeps, and keeps for how long they did. */
function clockOf() {
  const clock = {
    time: 0,
    sleeps: [] as number[],
    now: () => clock.time,
    sleep: async (milliseconds: number) => {
      clock.sleeps.push(milliseconds);
      clock.time += milliseconds;
    },
  };
  return clock;
}

describe('Pace', () => {
  it('lets every call start at once without a delay', async () => {
    const clock = clockOf();
    const pace = new Pace(0, 500, clock);
    await pace.turn();
    await pace.turn();
    expect(clock.sleeps).toEqual([]);
  });

  it('waits for an answer no longer than the arrival time, then for the delay', async () => {
    const clock = clockOf();
    const pace = new Pace(100, 12, clock);
    await pace.turn();
    await pace.turn();
    expect(clock.sleeps).toEqual([5, 5, 2, 100]);
    expect(clock.time).toBe(112);
  });

  it('begins the delay with the answer', async () => {
    const clock = clockOf();
    const pace = new Pace(100, 500, clock);
    const answered = await pace.turn();
    clock.time = 30;
    answered();
    await pace.turn();
    expect(clock.sleeps).toEqual([100]);
  });

  it('begins the delay after the arrival time, however late the answer arrives', async () => {
    const clock = clockOf();
    const pace = new Pace(100, 12, clock);
    const answered = await pace.turn();
    clock.time = 1005;
    answered();
    await pace.turn();
    expect(clock.sleeps).toEqual([]);
  });

  it('sleeps again when a timer fires early', async () => {
    const clock = clockOf();
    const pace = new Pace(100, 0, clock);
    await pace.turn();
    const { sleep } = clock;
    clock.sleep = async (milliseconds) => {
      await sleep(milliseconds);
      clock.time -= 0.5;
      clock.sleep = sleep;
    };
    await pace.turn();
    expect(clock.sleeps).toEqual([100, 1]);
  });

  it('rejects all current and later turns when the clock has stopped', async () => {
    const clock = clockOf();
    const stopped = new Error('stopped');
    const pace = new Pace(100, 0, clock);
    await pace.turn();
    clock.sleep = () => Promise.reject(stopped);
    const waiting = [pace.turn(), pace.turn()];
    expect(await Promise.allSettled(waiting)).toEqual([
      { status: 'rejected', reason: stopped },
      { status: 'rejected', reason: stopped },
    ]);
    // nobody is there to be told for a while: that is no fault
    await new Promise((resolve) => setImmediate(resolve));
    clock.time = 10_000;
    await expect(pace.turn()).rejects.toBe(stopped);
  });
});
