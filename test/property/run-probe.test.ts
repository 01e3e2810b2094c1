import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Exemptions } from '../../src/features/probe/exemptions.ts';
import { planProbe } from '../../src/features/probe/plan.ts';
import { toProbeReport } from '../../src/features/probe/report.ts';
import { probeContradictions } from '../../src/features/probe/report-contradictions.ts';
import { judgeProbe, runProbe } from '../../src/features/probe/run-probe.ts';
import type { SchedulerClock } from '../../src/time/scheduler-clock.ts';
import { asWritten } from '../support/as-written.ts';

/** A clock whose time passes only when every task waits for it. Timers fire in order. */
class FakeClock implements SchedulerClock {
  #now = 0;
  #timers: { readonly at: number; readonly ring: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  sleep(milliseconds: number): Promise<void> {
    return new Promise((ring) => this.#timers.push({ at: this.#now + milliseconds, ring }));
  }

  /** Lets time pass until the work is done. */
  async until<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const done = work.finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      const at = Math.min(...this.#timers.map((timer) => timer.at));
      const due = this.#timers.filter((timer) => timer.at === at);
      this.#timers = this.#timers.filter((timer) => timer.at !== at);
      if (due.length > 0) this.#now = Math.max(this.#now, at);
      for (const { ring } of due) ring();
    }
    return done;
  }
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
  /** How long each call takes to reach the server, and how long the server takes. It handles one call at a time. */
  durations: fc.array(fc.tuple(fc.nat(400), fc.oneof(fc.nat(50), fc.nat(2000))), {
    minLength: 1,
    maxLength: 6,
  }),
});

describe('a probe, whatever the tools, the budget and the pace', () => {
  it('calls no tool more often than the policy allows, and makes exactly as many calls as the budget', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ tools: chosen, durations, isHttp, ...policy }) => {
        const tools = chosen.map((kind, index) => ({ name: `${kind}_${index}`, ...KINDS[kind] }));
        const clock = new FakeClock();
        const calls = new Map<string, number>();
        const arrivals: number[] = [];
        let [made, inFlight, most] = [0, 0, 0];
        const call = async ({ name }: { name: string }) => {
          calls.set(name, (calls.get(name) ?? 0) + 1);
          most = Math.max(most, ++inFlight);
          if (!name.startsWith('read') && !name.startsWith('presumed')) expect(inFlight).toBe(1);
          const [way, work] = durations[made++ % durations.length] as [number, number];
          await clock.sleep(way);
          arrivals.push(clock.now());
          await clock.sleep(work);
          if (!name.startsWith('read') && !name.startsWith('presumed')) expect(inFlight).toBe(1);
          inFlight--;
          return { kind: 'result', result: { content: [] } } as const;
        };
        const plans = await planProbe(tools, [], { strict: false, ...policy });
        const probes = await clock.until(
          runProbe(plans, policy, { call, isHttp, isOpen: () => true }, clock).then((calls) =>
            judgeProbe(calls),
          ),
        );

        const allowed = { read: 2, presumed: 2, mutating: 1, destructive: policy.executeDestructive ? 1 : 0 };
        for (const [name, count] of calls) {
          expect(count).toBeLessThanOrEqual(allowed[name.split('_')[0] as keyof typeof allowed]);
        }
        const wanted = chosen.reduce((sum, kind) => sum + allowed[kind], 0);
        expect(arrivals).toHaveLength(Math.min(wanted, policy.maxCalls ?? wanted));
        expect(most).toBeLessThanOrEqual(policy.concurrency);
        if (isHttp && policy.callDelay > 0) {
          const gaps = arrivals.slice(1).map((arrival, index) => arrival - (arrivals[index] as number));
          expect(Math.min(Number.POSITIVE_INFINITY, ...gaps)).toBeGreaterThanOrEqual(policy.callDelay);
        }
        const report = toProbeReport(probes, {
          target: { kind: 'stdio', command: 'server', args: [] },
          server: {},
          dryRun: false,
          policy: { strict: false, ...policy },
          notes: [],
          violations: 0,
          exemptions: new Exemptions(),
          allowToolErrors: false,
        });
        expect(probeContradictions(asWritten(report))).toEqual([]);
        // the report lists every call
        expect(probes.map(({ latencies }) => latencies.length)).toEqual(
          tools.map(({ name }) => calls.get(name) ?? 0),
        );
      }),
      { numRuns: 100 },
    );
  });
});
