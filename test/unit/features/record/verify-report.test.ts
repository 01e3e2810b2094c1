import { describe, expect, it } from 'vitest';
import { toVerifyReport } from '../../../../src/features/record/verify-report.ts';
import type { VerifiedRequest } from '../../../../src/features/record/verify-schema.ts';

type Outcome = VerifiedRequest['outcome'];

const report = (...outcomes: Outcome[]) =>
  toVerifyReport(
    'tape.jsonl',
    'node server.mjs',
    outcomes.map((outcome, row) => ({ row, method: 'tools/list', outcome, differences: [] })),
  );

describe('the report of a verified tape', () => {
  it.each<[string, Outcome[], boolean]>([
    ['all answers as recorded', ['same', 'same'], true],
    ['requests that were not sent, next to one that was', ['skipped', 'same'], true],
    ['an answer that differs', ['same', 'differs'], false],
    ['a request without an answer', ['same', 'no-answer'], false],
    ['nothing that was sent', ['skipped'], false],
    ['no request', [], false],
  ])('is about %s', (_, outcomes, accepted) => {
    expect(report(...outcomes).accepted).toBe(accepted);
  });

  it('counts each outcome', () => {
    expect(report('same', 'same', 'skipped', 'differs').counts).toEqual({
      same: 2,
      differs: 1,
      'no-answer': 0,
      skipped: 1,
    });
  });
});
