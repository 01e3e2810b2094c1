import { flagOf } from '../../artifacts/kinds.ts';
import { ARTIFACT_OF, unjudgedIn } from '../../features/all/artifact-of.ts';
import type { AllReport, LaneReport } from '../../features/all/report-schema.ts';
import { isInTheWay, isStopped } from '../../features/all/verdict.ts';
import { inFolder } from '../../text/folders.ts';
import type { Tone } from '../../text/tone.ts';
import { listed } from '../listed.ts';
import { shellCommand } from '../shell-command.ts';

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

/** The colour of a lane: one that rejected is a caution where the policy decides, and accepts the release all the same. */
export function toneOf(lane: LaneReport): Tone {
  if (lane.answer === 'accepted') return isInTheWay(lane) ? 'caution' : 'good';
  return isInTheWay(lane) ? 'bad' : 'caution';
}

/** Says which artifacts no rule of the policy looks at, and how to get rules for all; undefined if there is none. */
export function unjudgedInWords(report: AllReport): { message: string; help: string } | undefined {
  const unjudged = unjudgedIn(report);
  if (unjudged.length === 0) return undefined;
  const names = [...new Set(unjudged.map(({ lane }) => lane.lane))];
  const artifacts = report.lanes.flatMap((lane) => {
    const kind = ARTIFACT_OF[lane.lane];
    const file = lane.files.find((each) => each.endsWith('.json'));
    return kind === undefined || file === undefined ? [] : [flagOf(kind), inFolder(report.folder, file)];
  });
  const command = shellCommand(['mcptest', 'policy', 'init', '--out', 'all-policy.yml', ...artifacts]);
  return {
    message: `no rule of ${report.policy} looks at: ${names.join(', ')}. What these say counts without it`,
    help: `this writes rules for all: ${command}`,
  };
}

/** Says which rules decide about a lane that rejected, or fail the gate because of it; undefined if none does. */
export function judgedInWords({ answer, judged_by: judges, failed_rules }: LaneReport): string | undefined {
  if (failed_rules) {
    return `${rulesInWords(failed_rules)} ${failed_rules.length === 1 ? 'fails' : 'fail'} the gate because of this`;
  }
  if (answer !== 'rejected' || judges.length === 0) return undefined;
  return `the policy decides about this with ${rulesInWords(judges)}`;
}

function rulesInWords(ids: readonly string[]): string {
  return `${ids.length === 1 ? 'the rule' : 'the rules'} ${listed(ids.map((id) => `\`${id}\``))}`;
}
