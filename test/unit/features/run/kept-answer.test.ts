import { describe, expect, it } from 'vitest';
import { keepAnswer } from '../../../../src/features/run/kept-answer.ts';
import { sha256 } from '../../../../src/node/sha256.ts';
import { answered, expecting, failed } from './compiled.ts';

const conceal = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('secret', '[KEY]'));
const text = (value: string) => answered({ content: [{ type: 'text', text: value }] });
const READS = { name: 't', annotations: { readOnlyHint: true } };

async function keep(exchange = text('hello'), tool: object | undefined = READS, keys = 'tool: t') {
  const compiled = await expecting('{}', keys);
  const judged = { call: compiled.call, exchange, tool: tool as Readonly<Record<string, unknown>> };
  return keepAnswer(compiled, judged, { conceal, sha256 });
}

describe('what is kept of an answer', () => {
  it('is masked as in a snapshot, and without what belongs to one era', async () => {
    const exchange = answered({
      resultType: 'complete',
      _meta: { a: 1 },
      content: [{ type: 'text', text: 'secret at 2026-06-01T12:00:00Z' }],
    });
    expect((await keep(exchange))?.value).toEqual({ content: [{ type: 'text', text: '[KEY] at <time>' }] });
  });

  it('is a digest alone where it is long, and equal for equal answers', async () => {
    const long = await keep(text('x'.repeat(20_000)));
    expect(long).toEqual({ digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await keep(text('x'.repeat(20_000)))).toEqual(long);
    expect(await keep(text('x'.repeat(20_001)))).not.toEqual(long);
  });

  it('is nothing for tools that may change something, and for what is no answer', async () => {
    expect(await keep(text('a'), { name: 'add_item' })).toBeUndefined();
    const compiled = await expecting('{}');
    const judged = { call: compiled.call, exchange: text('a'), tool: undefined };
    expect(keepAnswer(compiled, judged, { conceal, sha256 })).toBeUndefined();
    expect(await keep(failed({ kind: 'timeout', milliseconds: 1 } as never))).toBeUndefined();
  });

  it('is there for prompts and resources, which only read', async () => {
    expect(await keep(answered({ messages: [] }), undefined, 'prompt: p')).toBeDefined();
    expect(await keep(answered({ contents: [] }), undefined, 'resource: "a:b"')).toBeDefined();
  });
});
