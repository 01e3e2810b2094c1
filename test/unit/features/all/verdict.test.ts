import { expect, it } from 'vitest';
import type { LaneReport } from '../../../../src/features/all/report-schema.ts';
import { verdictOf } from '../../../../src/features/all/verdict.ts';

const ANSWERS: readonly LaneReport['answer'][] = ['accepted', 'rejected', 'could-not-run'];
const LANES = ANSWERS.flatMap((answer) => [[], ['rule']].map((judged_by) => ({ answer, judged_by })));

it('passes only where every lane ran, and each that rejected is judged by the policy', () => {
  for (const first of LANES) {
    for (const second of LANES) {
      for (const third of LANES) {
        const lanes = [first, second, third];
        const ran = lanes.every(({ answer }) => answer !== 'could-not-run');
        const fine = lanes.every(({ answer, judged_by }) => answer === 'accepted' || judged_by.length > 0);
        expect(verdictOf(lanes)).toBe(!ran ? 'unable' : fine ? 'pass' : 'fail');
      }
    }
  }
});
