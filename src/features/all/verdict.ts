import { EXIT } from '../../exit-codes.ts';
import type { AllReport, LaneReport } from './report-schema.ts';

/** Returns how a lane ended, from the exit code of its command. */
export function answerOf(exitCode: number): LaneReport['answer'] {
  if (exitCode === EXIT.accepted) return 'accepted';
  return exitCode === EXIT.rejected ? 'rejected' : 'could-not-run';
}

/** Whether a lane that ran stops the release: it rejected, and no rule of the policy judges its artifact. */
export function isStopped({ answer, judged_by }: Pick<LaneReport, 'answer' | 'judged_by'>): boolean {
  return answer === 'rejected' && judged_by.length === 0;
}

/** Whether a lane keeps the release from going out: by itself, or because of the rules about its artifact that fail the gate. */
export function isInTheWay(lane: LaneReport): boolean {
  return lane.answer === 'could-not-run' || isStopped(lane) || lane.failed_rules !== undefined;
}

/**
 * Decides what all lanes say together. A lane that could not run was not evaluated, whatever the others say; nor was
 * anything without lanes. A lane that rejected stops the release, unless the policy has a rule about its artifact: then the
 * gate, a lane itself, decides.
 * Spec (reports): "The whole loop in one place"
 */
export function verdictOf(lanes: readonly Pick<LaneReport, 'answer' | 'judged_by'>[]): AllReport['verdict'] {
  if (lanes.length === 0 || lanes.some(({ answer }) => answer === 'could-not-run')) return 'unable';
  return lanes.some(isStopped) ? 'fail' : 'pass';
}
