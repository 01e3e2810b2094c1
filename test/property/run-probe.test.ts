import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SchedulerClock } from '../../src/exec-policy/scheduler.ts';
import { planProbe } from '../../src/probe/plan.ts';
import { runProbe } from '../../src/probe/run-probe.ts';

/** Time that passes only while somebody sleeps. */
function fakeClock(): SchedulerClock {
  let time = 0;
  return {
    now: () => time,
    async sleep(milliseconds) {
      // what was about to start starts before time goes on
      await new Promise((resolve) => setImmediate(resolve));
      time += milliseconds;
    },
  };
}

const KINDS = {
  read: { annotations: { readOnlyHint: true } },
  presumed: {},
  mutating: { annotations: { idempotentHint: false } },
  destructive: { annotations: { destructiveHint: true } },
} as const;

const kinds = Object.keys(KINDS) as (keyof typeof KINDS)[];

const scenario = fc.record({
  tools: fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 8 }),
  executeDestructive: fc.boolean(),
  maxCalls: fc.option(fc.nat(20), { nil: undefined }),
  concurrency: fc.integer({ min: 1, max: 5 }),
  callDelay: fc.nat(200),
  isHttp: fc.boolean(),
  /** How many turns of the event loop each call takes, one after the other. */
  durations: fc.array(fc.nat(4), { minLength: 1 }),
});

describe('a probe, whatever the tools, the budget and the pace', { timeout: 60_000 }, () => {
  it('calls no tool more often than the policy lets it, and all of them exactly as often as the budget', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ tools: chosen, durations, isHttp, ...policy }) => {
        const tools = chosen.map((kind, index) => ({ name: `${kind}_${index}`, ...KINDS[kind] }));
        const clock = fakeClock();
        const calls = new Map<string, number>();
        const starts: number[] = [];
        let [inFlight, most] = [0, 0];
        const call = async ({ name }: { name: string }) => {
          calls.set(name, (calls.get(name) ?? 0) + 1);
          most = Math.max(most, ++inFlight);
          starts.push(clock.now());
          const turns = durations[starts.length % durations.length] as number;
          for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
          inFlight--;
          return { kind: 'result', result: { content: [] } } as const;
        };
        const plans = await planProbe(tools, [], { strict: false, ...policy });
        const probes = await runProbe(plans, policy, { call, isHttp, isOpen: () => true }, clock);

        const allowed = { read: 2, presumed: 2, mutating: 1, destructive: policy.executeDestructive ? 1 : 0 };
        for (const [name, count] of calls) {
          expect(count).toBeLessThanOrEqual(allowed[name.split('_')[0] as keyof typeof allowed]);
        }
        const wanted = chosen.reduce((sum, kind) => sum + allowed[kind], 0);
        expect(starts).toHaveLength(Math.min(wanted, policy.maxCalls ?? wanted));
        expect(most).toBeLessThanOrEqual(policy.concurrency);
        if (isHttp && policy.callDelay > 0) {
          const gaps = starts.slice(1).map((start, index) => start - (starts[index] as number));
          expect(Math.min(Number.POSITIVE_INFINITY, ...gaps)).toBeGreaterThan(policy.callDelay);
        }
        // the report tells of every call
        expect(probes.map(({ latencies }) => latencies.length)).toEqual(
          tools.map(({ name }) => calls.get(name) ?? 0),
        );
      }),
      { numRuns: 100 },
    );
  });
});
