import { describe, expect, it } from 'vitest';
import { differenceNotes } from '../../../../src/features/record/difference-notes.ts';
import { toVerifyReport } from '../../../../src/features/record/verify-report.ts';
import { HOLDS_REDACTED, type VerifiedRequest } from '../../../../src/features/record/verify-schema.ts';

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

describe('the note on a call that was skipped before an answer that differs', () => {
  const call = (outcome: Outcome, reason?: string) => ({ outcome, method: 'tools/call', reason });

  it('names the flag that sends it', () => {
    const notes = differenceNotes([call('skipped', 'it may destroy'), call('differs')]);
    expect(notes[0]).toContain('--execute-destructive sends it');
  });

  it('names no flag where the tape does not hold what it sent', () => {
    const notes = differenceNotes([call('skipped', HOLDS_REDACTED), call('differs')]);
    expect(notes[0]).toContain('it cannot be sent again');
    expect(notes.join()).not.toContain('--execute-destructive');
  });
});
