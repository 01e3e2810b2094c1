import { type Contradiction, compareWithParts } from '../../documents/compare-with-parts.ts';
import type { AllReport } from './report-schema.ts';
import { answerOf, verdictOf } from './verdict.ts';

/** Returns what the report of all lanes says against them. */
export function allContradictions(report: AllReport): Contradiction[] {
  const { lanes } = report;
  const hasGate = lanes.some(({ lane }) => lane === 'policy simulate');
  const answers = lanes.map((lane) => ({
    answer: answerOf(lane.exit_code),
    // a rule of the policy judges an artifact only where a gate was asked
    ...(!hasGate && { judged_by: [] }),
    ...(lane.answer === 'accepted' && { reasons: [], more_reasons: 0 }),
  }));
  return [
    ...compareWithParts(report, { lanes: answers }, 'the exit code and the gate'),
    ...compareWithParts(
      report,
      { verdict: verdictOf(lanes), ...(!hasGate && { policy: undefined }) },
      'the lanes',
    ),
  ];
}
