import { describe, expect, it } from 'vitest';
import { planProbe } from '../../../../../src/features/probe/plan.ts';
import { judgeProbe, runProbe } from '../../../../../src/features/probe/run-probe.ts';
import { Observer } from '../../../../../src/features/probe/scaffold/observe.ts';
import type { CallAnswer } from '../../../../../src/mcp/call.ts';

const POLICY = {
  executeDestructive: false,
  strict: false,
  maxCalls: undefined,
  concurrency: 1,
  callDelay: 0,
};
const clock = { now: () => 0, sleep: async () => {} };
const text = (value: string) => ({ type: 'text', text: value });

/** What is observed of a tool that reads and gives these answers in turn. */
async function observe(answers: readonly object[], tool: object = {}) {
  let turn = 0;
  const observer = new Observer(async () => answers[turn++ % answers.length] as CallAnswer);
  const plans = await planProbe([{ name: 'get_a', ...tool }], [], POLICY);
  const target = { call: observer.call, isHttp: false, isOpen: () => true };
  return observer.observations(await judgeProbe(await runProbe(plans, POLICY, target, clock))).get('get_a');
}

const result = (content: unknown, more: object = {}) => ({ kind: 'result', result: { content, ...more } });

describe('an observation', () => {
  it('joins the texts of an answer that comes twice', async () => {
    expect(await observe([result([text('a'), text('b')])])).toEqual({ kind: 'ok', text: 'a\nb' });
  });

  it('has no text of an answer that comes once', async () => {
    expect(
      await observe([result([text('a')])], { name: 'get_a', annotations: { idempotentHint: false } }),
    ).toEqual({
      kind: 'ok',
      text: undefined,
    });
  });

  it('keeps text up to 2000 characters', async () => {
    expect(await observe([result([text('a'.repeat(2000))])])).toEqual({ kind: 'ok', text: 'a'.repeat(2000) });
    expect(await observe([result([text('a'.repeat(2001))])])).toEqual({ kind: 'ok', text: undefined });
  });

  it.each([[[]], [[text('a'), { type: 'image', data: '', mimeType: 'image/png' }]], [[{ type: 'text' }]]])(
    'has no text of content that is not text alone: %j',
    async (content) => {
      expect(await observe([result(content)])).toEqual({ kind: 'ok', text: undefined });
    },
  );

  it.each([
    ['isError', result([text('no')], { isError: true })],
    [
      'a refusal of the arguments',
      { kind: 'fault', fault: { kind: 'error-response', code: -32602, message: 'no' } },
    ],
  ])('is an error of the tool: %s', async (_, answer) => {
    expect(await observe([answer])).toEqual({ kind: 'error' });
  });

  it.each([
    [
      'protocol-error',
      [{ kind: 'fault', fault: { kind: 'error-response', code: -32603, message: 'broken' } }],
      {},
    ],
    ['protocol-error', [{ kind: 'fault', fault: { kind: 'timeout', milliseconds: 1000 } }], {}],
    ['protocol-error', [result([text('a')]), { kind: 'fault', fault: { kind: 'closed' } }], {}],
    ['schema-mismatch', [result([text('a')])], { outputSchema: { type: 'object' } }],
    ['unstable', [result([text('a')]), result([text('b')])], {}],
  ])('is a fault, never an expectation: %s', async (outcome, answers, tool) => {
    expect(await observe(answers, tool)).toMatchObject({ kind: 'fault', outcome });
  });
});

it('keeps the first answer of a tool', async () => {
  const observer = new Observer(async (_, { n }) => result([text(String(n))]) as CallAnswer);
  const tool = { name: 'get_a' };
  await observer.call(tool, { n: 1 });
  await observer.call(tool, { n: 2 });
  const [plan] = await planProbe([tool], [], POLICY);
  if (!plan) throw new Error('there is a plan');
  const probe = { plan, outcome: 'ok', stability: 'same', latencies: [0, 0] } as const;
  expect(observer.observations([probe]).get('get_a')).toEqual({ kind: 'ok', text: '1' });
});
