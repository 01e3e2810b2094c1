import { expect, it } from 'vitest';
import type { MadeCall } from '../../../../src/features/run/run-model.ts';
import { toCalls } from '../../../../src/features/run/to-result-calls.ts';

const made = (more: Partial<MadeCall>): MadeCall => ({
  phase: 'call',
  server: 'server',
  request: { kind: 'tool', name: 't', args: { city: 'Oslo' } },
  outcome: 'ok',
  duration: 1.23456,
  notifications: 0,
  questions: [],
  findings: [],
  ...more,
});

const wrong = { answer: '{"content":[]}', findings: [{ code: 'text', message: 'found nothing' }] };

it('says what was sent, expected and received only where something is wrong', () => {
  const plain = {
    phase: 'call',
    server: 'server',
    kind: 'tool',
    name: 't',
    outcome: 'ok',
    duration_ms: 1.235,
  };
  expect(toCalls([made({}), made(wrong)])).toEqual([
    plain,
    { ...plain, arguments: '{"city":"Oslo"}', expected: ['found nothing'], answer: '{"content":[]}' },
  ]);
  const [resource] = toCalls([made({ ...wrong, request: { kind: 'resource', uri: 'file:///a' } })]);
  expect(resource).toEqual({
    ...plain,
    kind: 'resource',
    name: 'file:///a',
    expected: ['found nothing'],
    answer: '{"content":[]}',
  });
});

it('is bounded, however many calls there are and however long their arguments', () => {
  const long = made({ ...wrong, request: { kind: 'tool', name: 't', args: { text: 'x'.repeat(100_000) } } });
  const calls = toCalls(Array.from({ length: 100 }, () => long));
  expect(calls.filter(({ answer }) => answer !== undefined)).toHaveLength(20);
  expect(calls[0]?.arguments?.length).toBeLessThan(1100);
});
