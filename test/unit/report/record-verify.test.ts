import { expect, it } from 'vitest';
import { skippedNotes } from '../../../src/features/record/skipped-notes.ts';
import type { VerifiedRequest, VerifyReport } from '../../../src/features/record/verify-schema.ts';
import { PLAIN } from '../../../src/report/palette.ts';
import { formatVerify } from '../../../src/report/record/verify.ts';

function formatted(...outcomes: readonly (readonly [VerifiedRequest['outcome'], string])[]): string {
  const requests = outcomes.map(([outcome, method], row) => ({ row, method, outcome, differences: [] }));
  const counts = { same: 0, differs: 0, 'no-answer': 0, skipped: 0 };
  for (const [outcome] of outcomes) counts[outcome] += 1;
  return formatVerify(
    {
      tape: 't',
      server: 's',
      counts,
      accepted: false,
      notes: skippedNotes(requests),
      requests,
    } as unknown as VerifyReport,
    PLAIN,
  );
}

const NOTE = 'note: a call was skipped before an answer that differs, which may be why';

it('explains a difference by a call before it that was skipped', () => {
  expect(formatted(['skipped', 'tools/call'], ['differs', 'tools/call'])).toContain(NOTE);
  expect(formatted(['differs', 'tools/call'], ['skipped', 'tools/call'])).not.toContain('note');
  expect(formatted(['skipped', 'prompts/get'], ['differs', 'tools/call'])).not.toContain('note');
  expect(formatted(['skipped', 'tools/call'], ['same', 'tools/call'])).not.toContain('note');
});
