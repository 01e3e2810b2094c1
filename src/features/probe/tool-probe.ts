import type { CallAnswer } from '../../mcp/call.ts';
import { present } from '../../values/own-property.ts';
import type { Exemptions } from './exemptions.ts';
import { type AnswerJudgement, judgeAnswer } from './judge-answer.ts';
import { type OutcomeKind, PROBE_OUTCOMES, type SkipReason, type Stability } from './outcomes.ts';
import type { ToolPlan } from './plan.ts';

/** The result of probing one tool. */
export interface ToolProbe {
  readonly plan: ToolPlan;
  readonly outcome: OutcomeKind;
  /** Why it was skipped. */
  readonly reason?: SkipReason;
  readonly message?: string;
  readonly stability: Stability;
  /** How long each call took, in milliseconds. In a dry run, one entry for each call that would be made. */
  readonly latencies: readonly number[];
}

/** One call: its answer, undefined in a dry run, or `lost` when the connection had ended before the call. */
export interface Made {
  readonly answer: CallAnswer | 'lost' | undefined;
  readonly latency: number;
}

/** Whether a call has a result. A tool error is a result too. */
export function isResult(answer: Made['answer']): answer is CallAnswer & { kind: 'result' } {
  return typeof answer === 'object' && answer.kind === 'result';
}

/** Returns the result for a tool that was not called. */
export function skipped(plan: ToolPlan, reason: SkipReason, message?: string): ToolProbe {
  return {
    plan,
    outcome: 'skipped',
    reason,
    ...present({ message }),
    stability: 'not-compared',
    latencies: [],
  };
}

/** The judgement on a tool whose first call was answered, and before whose second the server ended. */
const LOST = { kind: 'protocol-error', message: 'the connection ended before the second call' } as const;

/** Judges a tool by one or two calls. */
export async function toToolProbe(
  plan: ToolPlan,
  made: readonly Made[],
  exemptions: Exemptions,
): Promise<ToolProbe> {
  const calls = made.filter(({ answer }) => answer !== 'lost');
  const latencies = calls.map(({ latency }) => latency);
  const [one, two] = calls.map(({ answer }) => answer);
  if (calls.length === 0) return skipped(plan, 'connection-lost');
  if (typeof one !== 'object') return { plan, outcome: 'planned', stability: 'not-compared', latencies };
  const verdict = await worstOf(plan, one, typeof two === 'object' ? two : undefined);
  const both = isResult(one) && isResult(two) ? ([one.result, two.result] as const) : undefined;
  const difference = both && exemptions.differenceOf(...both);
  const stability = both ? sameness(difference) : 'not-compared';
  if (both && difference !== undefined && !PROBE_OUTCOMES[verdict.kind].fails) {
    if (!exemptions.permits(plan.tool.name, ...both))
      return { plan, outcome: 'unstable', message: difference, stability, latencies };
    const message = `differs, as expected: ${difference}`;
    return { plan, outcome: verdict.kind, message, stability, latencies };
  }
  const isLost = calls.length < made.length;
  const { kind, message } = isLost && !PROBE_OUTCOMES[verdict.kind].fails ? LOST : verdict;
  return { plan, outcome: kind, ...present({ message }), stability, latencies };
}

/** Judges two answers. A failure in either of them counts. */
async function worstOf(
  { tool }: ToolPlan,
  one: CallAnswer,
  two: CallAnswer | undefined,
): Promise<AnswerJudgement> {
  const first = await judgeAnswer(tool, one);
  if (PROBE_OUTCOMES[first.kind].fails || two === undefined) return first;
  const second = await judgeAnswer(tool, two);
  return PROBE_OUTCOMES[second.kind].fails ? second : first;
}

function sameness(difference: string | undefined): Stability {
  return difference === undefined ? 'same' : 'different';
}
