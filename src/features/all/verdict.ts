import type { AllReport, LaneReport } from './report-schema.ts';

/** Whether a lane that ran stops the release: it rejected, and no rule of the policy judges its artifact. */
export function isStopped({ answer, judged_by }: Pick<LaneReport, 'answer' | 'judged_by'>): boolean {
  return answer === 'rejected' && judged_by.length === 0;
}

/**
 * Decides what all lanes say together. A lane that could not run was not evaluated, whatever the others say. A lane that
 * rejected stops the release, unless the policy has a rule about its artifact: then the gate, a lane itself, decides.
 * Spec (reports): "The whole loop in one place"
 */
export function verdictOf(lanes: readonly Pick<LaneReport, 'answer' | 'judged_by'>[]): AllReport['verdict'] {
  if (lanes.some(({ answer }) => answer === 'could-not-run')) return 'unable';
  return lanes.some(isStopped) ? 'fail' : 'pass';
}
