import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CallBudget } from '../../src/exec-policy/call-budget.ts';
import { classify } from '../../src/exec-policy/classify.ts';
import { decide } from '../../src/exec-policy/decide.ts';
import { type PlannedCall, Scheduler } from '../../src/exec-policy/scheduler.ts';
import type { SchedulerClock } from '../../src/time/scheduler-clock.ts';

/** A clock whose time passes only when a task sleeps. Timers fire in order. */
class FakeClock implements SchedulerClock {
  #now = 0;
  readonly #timers: { at: number; ring: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  sleep(milliseconds: number): Promise<void> {
    return new Promise((ring) => this.#timers.push({ at: this.#now + milliseconds, ring }));
  }

  /** Lets time pass until the work is done. */
  async until<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const done = work.finally(() => (isDone = true));
    for (;;) {
      // by then, everything that needs no time is done
      await new Promise((resolve) => setImmediate(resolve));
      if (isDone) return done;
      const next = this.#timers.sort((a, b) => a.at - b.at).shift();
      if (!next) throw new Error('the work waits for nothing');
      this.#now = Math.max(this.#now, next.at);
      next.ring();
    }
  }
}

const catalog = fc.array(
  fc.record({
    name: fc.constantFrom('get_a', 'list_b', 'create_c', 'update_d', 'delete_e', 'wipe_f', 'query_g'),
    annotations: fc.option(
      fc.record(
        { readOnlyHint: fc.boolean(), destructiveHint: fc.boolean(), idempotentHint: fc.boolean() },
        { requiredKeys: [] },
      ),
      { nil: undefined },
    ),
  }),
  { maxLength: 25 },
);

describe('Scheduler', () => {
  it('keeps every promise of the policy, whatever is planned', async () => {
    const knobs = fc.record({
      executeDestructive: fc.boolean(),
      strict: fc.boolean(),
      maxCalls: fc.option(fc.nat(20), { nil: undefined }),
      concurrency: fc.integer({ min: 1, max: 5 }),
      callDelay: fc.constantFrom(0, 10, 100),
      lengths: fc.array(fc.nat(300), { minLength: 1, maxLength: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(
        catalog,
        knobs,
        async (tools, { executeDestructive, strict, maxCalls, lengths, ...rest }) => {
          const clock = new FakeClock();
          const budget = new CallBudget(maxCalls);
          const calls: { tool: string; at: number }[] = [];
          let [inFlight, mostInFlight] = [0, 0];
          const planned = tools.flatMap((tool, index): PlannedCall<number>[] => {
            const toolClass = classify(tool, { strict }).class;
            const decision = decide(toolClass, { executeDestructive, strict, context: 'live' });
            const execute = async () => {
              calls.push({ tool: tool.name, at: clock.now() });
              mostInFlight = Math.max(mostInFlight, ++inFlight);
              await clock.sleep(lengths[index % lengths.length] ?? 0);
              inFlight--;
              if (index % 7 === 3) throw new Error('the tool failed');
              return index;
            };
            // the caller plans every call twice, even those that may run only once
            return [
              { tool: tool.name, decision, execute },
              { tool: tool.name, decision, execute },
            ];
          });

          const scheduler = new Scheduler({ budget, clock, ...rest });
          const outcomes = await clock.until(scheduler.run(planned));

          expect(outcomes).toHaveLength(planned.length);
          expect(mostInFlight).toBeLessThanOrEqual(rest.concurrency);
          const called = outcomes.filter(({ kind }) => kind !== 'skipped').length;
          expect(called).toBe(calls.length);
          expect(budget.used).toBe(calls.length);

          const perTool = new Map<string, number>();
          for (const { tool } of calls) perTool.set(tool, (perTool.get(tool) ?? 0) + 1);
          planned.forEach(({ tool, decision }, index) => {
            const outcome = outcomes[index];
            if (decision.kind === 'Refuse') expect(outcome).toEqual({ kind: 'skipped', because: decision });
            // a name may be listed twice, and only one of the two may be repeatable
            const isOnce = planned.every((each) => each.tool !== tool || !each.decision.canRepeat);
            if (isOnce) expect(perTool.get(tool) ?? 0).toBeLessThanOrEqual(1);
          });
          if (maxCalls !== undefined) {
            const wanted = outcomes.filter(
              (outcome) => outcome.kind !== 'skipped' || outcome.because.kind === 'BudgetExhausted',
            ).length;
            expect(calls.length).toBe(Math.min(maxCalls, wanted));
          }
          calls.slice(1).forEach(({ at }, index) => {
            expect(at - (calls[index]?.at ?? 0)).toBeGreaterThanOrEqual(rest.callDelay);
          });
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses a concurrency of %s', (concurrency) => {
    const clock = new FakeClock();
    expect(() => new Scheduler({ budget: new CallBudget(), clock, callDelay: 0, concurrency })).toThrow(
      RangeError,
    );
  });

  it.each([Number.NaN, -1])('refuses a delay or an arrival of %s', (time) => {
    const options = { budget: new CallBudget(), clock: new FakeClock() };
    expect(() => new Scheduler({ ...options, callDelay: time })).toThrow(/delay between calls .* found/);
    expect(() => new Scheduler({ ...options, arrival: time })).toThrow(/arrival of a call .* found/);
  });

  /** Makes calls that take ten milliseconds each, and counts how many were in flight at once. */
  function reading(count: number, clock: SchedulerClock) {
    const seen = { inFlight: 0, most: 0, starts: [] as number[] };
    const decision = decide('ReadOnly');
    const execute = async () => {
      seen.starts.push(clock.now());
      seen.most = Math.max(seen.most, ++seen.inFlight);
      await clock.sleep(10);
      seen.inFlight--;
    };
    return { seen, calls: Array.from({ length: count }, () => ({ tool: 'get', decision, execute })) };
  }

  it('has the defaults of the policy', async () => {
    const clock = new FakeClock();
    const paced = reading(3, clock);
    await clock.until(new Scheduler({ budget: new CallBudget(), clock }).run(paced.calls));
    expect(paced.seen.starts).toEqual([0, 100, 200]);
    const free = reading(6, clock);
    await clock.until(new Scheduler({ budget: new CallBudget(), clock, callDelay: 0 }).run(free.calls));
    expect(free.seen.most).toBe(2);
  });

  it('makes one call at a time when told to', async () => {
    const clock = new FakeClock();
    const { seen, calls } = reading(4, clock);
    const scheduler = new Scheduler({ budget: new CallBudget(), clock, callDelay: 0, concurrency: 5 });
    expect(await clock.until(scheduler.runSerially(calls))).toHaveLength(4);
    expect(seen.most).toBe(1);
  });

  it('never rejects: where the clock stops, nothing more starts', async () => {
    const stopped = new Error('interrupted');
    let now = 0;
    const clock = {
      now: () => now,
      sleep: async () => {
        // time still goes on
        now += 1000;
        throw stopped;
      },
    };
    const decision = decide('ReadOnly');
    let started = 0;
    const execute = async () => ++started;
    const scheduler = new Scheduler({ budget: new CallBudget(), clock, concurrency: 2 });
    const calls = Array.from({ length: 5 }, () => ({ tool: 'get', decision, execute }));
    const failed = { kind: 'failed', error: stopped };
    expect(await scheduler.run(calls)).toEqual([{ kind: 'done', value: 1 }, failed, failed, failed, failed]);
    expect(await scheduler.run(calls.slice(1, 2))).toEqual([failed]);
    expect(started).toBe(1);
  });
});
