import { CallBudget } from '../../exec-policy/call-budget.ts';
import type { ExecutionKnobs } from '../../exec-policy/knobs.ts';
import { ARRIVAL, type CallOutcome, type PlannedCall, Scheduler } from '../../exec-policy/scheduler.ts';
import type { CallAnswer } from '../../mcp/call.ts';
import type { ListedTool } from '../../mcp/listed-tool.ts';
import type { SchedulerClock } from '../../time/scheduler-clock.ts';
import { Exemptions } from './exemptions.ts';
import type { ToolPlan } from './plan.ts';
import { isResult, type Made, skipped, type ToolProbe, toToolProbe } from './tool-probe.ts';

/** How to call the server. */
export interface ProbeTarget {
  /** Makes one call and sends it once. Never rejects. Undefined in a dry run. */
  readonly call:
    | ((tool: ListedTool, args: Readonly<Record<string, unknown>>) => Promise<CallAnswer>)
    | undefined;
  readonly isHttp: boolean;
  /** Returns false once the connection has ended. Then no more calls are made. */
  readonly isOpen: () => boolean;
}

/** The calls that were made of a tool, by plan. */
export interface ToolCalls {
  readonly plan: ToolPlan;
  /** None, one or two. */
  readonly made: readonly Made[];
}

/**
 * Carries out a plan. Calls every read-only tool once, then a second time to compare the answers. Then calls the tools
 * that may run once, one at a time, because two of them might change the same thing. In this order, no answers are
 * compared across a change that the probe made, and a small budget is spent on read-only tools.
 * Spec (execution safety): "What each class means at execution time".
 * @param budget the budget of all requests to the server; by default one of `--max-calls` for these calls alone
 */
export async function runProbe(
  plans: readonly ToolPlan[],
  policy: ExecutionKnobs,
  target: ProbeTarget,
  clock: SchedulerClock,
  budget = new CallBudget(policy.maxCalls),
): Promise<ToolCalls[]> {
  const scheduler = new Scheduler({
    budget,
    concurrency: policy.concurrency,
    callDelay: target.isHttp && target.call ? policy.callDelay : 0,
    arrival: ARRIVAL,
    clock,
  });
  const round = async (which: readonly ToolPlan[], isSerial = false) => {
    const calls = which.map((plan) => plannedCall(plan, target, clock));
    const outcomes = await (isSerial ? scheduler.runSerially(calls) : scheduler.run(calls));
    return new Map(which.map((plan, index) => [plan, outcomes[index] as CallOutcome<Made>]));
  };
  const callable = plans.filter(({ action }) => action.kind === 'call');
  const repeatable = callable.filter(({ decision }) => decision.canRepeat);
  const first = await round(repeatable);
  const second = await round(repeatable.filter((plan) => deservesSecond(first.get(plan))));
  const once = await round(
    callable.filter(({ decision }) => !decision.canRepeat),
    true,
  );
  return plans.map((plan) => {
    const outcomes = [first.get(plan) ?? once.get(plan), second.get(plan)];
    return { plan, made: outcomes.flatMap((outcome) => (outcome && madeOf(outcome)) ?? []) };
  });
}

/**
 * Judges what the calls of {@link runProbe} gave. Needs no server: the schemas of a stranger decide how long it takes, so
 * do it when the server has ended, and a signal can end the program at once.
 * @param exemptions what may differ between two answers; by default nothing
 */
export function judgeProbe(
  calls: readonly ToolCalls[],
  exemptions: Exemptions = new Exemptions(),
): Promise<ToolProbe[]> {
  return Promise.all(calls.map((each) => toProbe(each, exemptions)));
}

function plannedCall(
  { tool, decision, action }: ToolPlan,
  { call, isOpen }: ProbeTarget,
  clock: SchedulerClock,
): PlannedCall<Made> {
  return {
    tool: tool.name,
    decision,
    async execute() {
      if (action.kind !== 'call' || !call) return { answer: undefined, latency: 0 };
      if (!isOpen()) return { answer: 'lost', latency: 0 };
      const start = clock.now();
      const answer = await call(tool, action.args);
      return { answer, latency: clock.now() - start };
    },
  };
}

/** A tool is called again only if its first call had a result. */
function deservesSecond(outcome: CallOutcome<Made> | undefined): boolean {
  const made = outcome && madeOf(outcome);
  return made !== undefined && (made.answer === undefined || isResult(made.answer));
}

/** Returns the call of an outcome, if it was made. @throws the error of a failed call, because calls must not reject */
function madeOf(outcome: CallOutcome<Made>): Made | undefined {
  if (outcome.kind === 'failed') throw outcome.error;
  return outcome.kind === 'done' ? outcome.value : undefined;
}

function toProbe({ plan, made }: ToolCalls, exemptions: Exemptions): ToolProbe | Promise<ToolProbe> {
  if (plan.action.kind === 'skip') return skipped(plan, plan.action.reason, plan.action.message);
  return made.length === 0 ? skipped(plan, 'budget-exhausted') : toToolProbe(plan, made, exemptions);
}
