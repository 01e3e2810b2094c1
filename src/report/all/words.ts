import type { AllReport, LaneReport } from '../../features/all/report-schema.ts';
import { isStopped } from '../../features/all/verdict.ts';
import type { Tone } from '../../text/tone.ts';

/** How the verdict is shown. */
export const VERDICTS = {
  pass: { word: 'PASS', tone: 'good' },
  fail: { word: 'FAIL', tone: 'bad' },
  unable: { word: 'UNABLE', tone: 'bad' },
} as const satisfies Record<AllReport['verdict'], { word: string; tone: Tone }>;

/** Returns the verdict in a line: what stops the release, or that nothing does. */
export function headline({ lanes, verdict, policy }: AllReport): string {
  if (verdict === 'unable') {
    const unable = lanes.filter(({ answer }) => answer === 'could-not-run').map(nameOf);
    return `${listed(unable)} could not run`;
  }
  if (verdict === 'fail') {
    const stopping = lanes.filter(isStopped);
    const others = stopping.filter(({ lane }) => lane !== 'policy simulate').map(nameOf);
    return [
      ...(others.length > 0 ? [`${listed(others)} rejected`] : []),
      ...(others.length < stopping.length ? [`the policy ${policy} rejects the release`] : []),
    ].join(', and ');
  }
  return policy === undefined ? 'every lane accepted' : `the policy ${policy} accepts the release`;
}

/** Names a lane, with its input where there may be several. */
export function nameOf({ lane, input }: LaneReport): string {
  return input === undefined ? lane : `${lane} ${input}`;
}

/** The colour of a lane: one that rejected is a caution where the policy decides. */
export function toneOf(lane: LaneReport): Tone {
  if (lane.answer === 'accepted') return 'good';
  return lane.answer === 'rejected' && !isStopped(lane) ? 'caution' : 'bad';
}

/** Says which rules decide about a lane that rejected; undefined if it decides itself. */
export function judgedInWords({ answer, judged_by }: LaneReport): string | undefined {
  if (answer !== 'rejected' || judged_by.length === 0) return undefined;
  const rules = judged_by.map((rule) => `\`${rule}\``);
  return `the policy decides about this with ${rules.length === 1 ? 'the rule' : 'the rules'} ${listed(rules)}`;
}

function listed(names: readonly string[]): string {
  return names.length < 3 ? names.join(' and ') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
