import { expect, it } from 'vitest';
import { differenceNotes } from '../../../src/features/record/difference-notes.ts';
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
      notes: differenceNotes(requests),
      requests,
    } as unknown as VerifyReport,
    PLAIN,
  );
}

const SKIPPED = 'note: a call was skipped before an answer that differs, which may be the reason';
const STATE =
  'note: calls may have changed the state of the server since the recording began: restore that state';

/** Which of the notes are below a report. */
function notes(...outcomes: readonly (readonly [VerifiedRequest['outcome'], string])[]): string[] {
  const text = formatted(...outcomes);
  expect(text.split('note: ')).toHaveLength(
    1 + [SKIPPED, STATE].filter((note) => text.includes(note)).length,
  );
  return [SKIPPED, STATE].filter((note) => text.includes(note));
}

it('explains a difference by a call before it that was skipped', () => {
  expect(notes(['skipped', 'tools/call'], ['differs', 'tools/call'])).toContain(SKIPPED);
  expect(notes(['differs', 'tools/call'], ['skipped', 'tools/call'])).not.toContain(SKIPPED);
  expect(notes(['skipped', 'prompts/get'], ['differs', 'tools/call'])).not.toContain(SKIPPED);
  expect(notes(['skipped', 'tools/call'], ['same', 'tools/call'])).toEqual([]);
});

it('says that the state counts, when there are calls and something differs', () => {
  expect(notes(['same', 'tools/call'], ['differs', 'resources/read'])).toEqual([STATE]);
  expect(notes(['differs', 'tools/call'])).toEqual([STATE]);
  expect(notes(['differs', 'tools/list'])).toEqual([]);
  expect(notes(['same', 'tools/call'], ['no-answer', 'tools/call'])).toEqual([]);
});
