import { describe, expect, it } from 'vitest';
import { planProbe } from '../../../../src/features/probe/plan.ts';
import { judgeProbe, runProbe } from '../../../../src/features/probe/run-probe.ts';
import type { CallAnswer } from '../../../../src/mcp/call.ts';

const TOOLS = [{ name: 'set_a' }, { name: 'get_b' }, { name: 'get_c' }];

interface Setting {
  readonly answer?: (tool: string, turn: number) => CallAnswer;
  readonly isHttp?: boolean;
  readonly isDry?: boolean;
  readonly maxCalls?: number;
  /** How many calls are made before the server goes. */
  readonly lives?: number;
}

const done: CallAnswer = { kind: 'result', result: { content: [{ type: 'text', text: 'done' }] } };

/** Probes in a time of its own: what was called and slept, and what the probe says of each tool. */
async function run({ answer = () => done, isHttp = false, isDry = false, maxCalls, lives = 99 }: Setting) {
  const policy = { executeDestructive: false, strict: false, maxCalls, concurrency: 1, callDelay: 100 };
  const calls: string[] = [];
  const pauses: number[] = [];
  let now = 0;
  const clock = {
    now: () => now,
    sleep: async (milliseconds: number) => {
      pauses.push(milliseconds);
      now += milliseconds;
    },
  };
  const call = async ({ name }: { readonly name: string }) => {
    calls.push(name);
    now += 5;
    return answer(name, calls.filter((each) => each === name).length);
  };
  const target = { call: isDry ? undefined : call, isHttp, isOpen: () => calls.length < lives };
  const probes = await judgeProbe(await runProbe(await planProbe(TOOLS, [], policy), policy, target, clock));
  return { calls, pauses, probes };
}

const fault = (code: number): CallAnswer => ({
  kind: 'fault',
  fault: { kind: 'error-response', code, message: 'no' },
});

describe('a probe', () => {
  it('reads everything, reads it again, and then changes something', async () => {
    const { calls, probes } = await run({});
    expect(calls).toEqual(['get_b', 'get_c', 'get_b', 'get_c', 'set_a']);
    expect(probes.map(({ plan, stability }) => [plan.tool.name, stability])).toEqual([
      ['set_a', 'not-compared'],
      ['get_b', 'same'],
      ['get_c', 'same'],
    ]);
    expect(probes[1]?.latencies).toEqual([5, 5]);
  });

  it.each([-32603, -32602])('makes no second call when there was no result: error %d', async (code) => {
    const { calls } = await run({ answer: (tool) => (tool === 'get_b' ? fault(code) : done) });
    expect(calls).toEqual(['get_b', 'get_c', 'get_c', 'set_a']);
  });

  it('makes a second call after a tool error', async () => {
    const { calls, probes } = await run({ answer: () => ({ kind: 'result', result: { isError: true } }) });
    expect(calls).toEqual(['get_b', 'get_c', 'get_b', 'get_c', 'set_a']);
    expect(probes[1]).toMatchObject({ outcome: 'tool-error', stability: 'same' });
  });

  it('reports a fault that only the second answer shows', async () => {
    const { probes } = await run({ answer: (_, turn) => (turn === 2 ? fault(-32603) : done) });
    expect(probes.map(({ outcome }) => outcome)).toEqual(['ok', 'protocol-error', 'protocol-error']);
  });

  it('reports a server that ends before the second call of a tool', async () => {
    const { probes } = await run({ lives: 2 });
    expect(probes.map(({ outcome, reason, message }) => [outcome, reason ?? message])).toEqual([
      ['skipped', 'connection-lost'],
      ['protocol-error', 'the connection ended before the second call'],
      ['protocol-error', 'the connection ended before the second call'],
    ]);
  });

  it('pauses between calls only over HTTP', async () => {
    expect((await run({ isHttp: true })).pauses).toHaveLength(4);
    expect((await run({ isHttp: false })).pauses).toEqual([]);
  });

  it('neither calls nor pauses in a dry run, and plans the same calls', async () => {
    const { calls, pauses, probes } = await run({ isHttp: true, isDry: true });
    expect([calls, pauses]).toEqual([[], []]);
    expect(probes.map(({ outcome, latencies }) => [outcome, latencies.length])).toEqual([
      ['planned', 1],
      ['planned', 2],
      ['planned', 2],
    ]);
  });

  it('spends its budget on reading first, in a dry run too', async () => {
    for (const isDry of [false, true]) {
      const { probes } = await run({ maxCalls: 3, isDry });
      expect(probes.map(({ latencies }) => latencies.length)).toEqual([0, 2, 1]);
      expect(probes[0]).toMatchObject({ outcome: 'skipped', reason: 'budget-exhausted' });
    }
  });

  it('makes no more calls once the server has ended', async () => {
    const { calls, probes } = await run({ lives: 1 });
    expect(calls).toEqual(['get_b']);
    expect(probes.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['skipped', 'connection-lost'],
      ['protocol-error', undefined],
      ['skipped', 'connection-lost'],
    ]);
  });
});
