import { CallBudget } from '../../exec-policy/call-budget.ts';
import {
  ARRIVAL,
  type CallOutcome,
  type ExecutionKnobs,
  type PlannedCall,
  Scheduler,
} from '../../exec-policy/scheduler.ts';
import type { CallAnswer } from '../../mcp/call.ts';
import type { ListedTool } from '../../mcp/listed-tool.ts';
import type { SchedulerClock } from '../../time/scheduler-clock.ts';
import type { ToolPlan } from './plan.ts';
import { isResult, type Made, skipped, type ToolProbe, toToolProbe } from './tool-probe.ts';

/** How the server is reached. */
export interface ProbeTarget {
  /** Makes one call, and sends it once; never rejects. Undefined in a dry run. */
  readonly call:
    | ((tool: ListedTool, args: Readonly<Record<string, unknown>>) => Promise<CallAnswer>)
    | undefined;
  readonly isHttp: boolean;
  /** False once the server has gone: then nothing more is tried. */
  readonly isOpen: () => boolean;
}

/**
 * Carries a plan out: every read-only tool once, then a second time to compare, then what may run once, one
 * at a time: two that change something at once might change the same. In this order a
 * reading is not compared across a change that the probe itself has made, and a budget that ends is spent on what
 * changes nothing. Source: "What each class means at execution time" and "Policy knobs and defaults".
 */
export async function runProbe(
  plans: readonly ToolPlan[],
  policy: ExecutionKnobs,
  target: ProbeTarget,
  clock: SchedulerClock,
): Promise<ToolProbe[]> {
  const budget = new CallBudget(policy.maxCalls);
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
  return Promise.all(
    plans.map((plan) => {
      const made = [first.get(plan) ?? once.get(plan), second.get(plan)];
      return toProbe(
        plan,
        made.flatMap((outcome) => (outcome && madeOf(outcome)) ?? []),
      );
    }),
  );
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

/** What gave no answer is not asked again. */
function deservesSecond(outcome: CallOutcome<Made> | undefined): boolean {
  const made = outcome && madeOf(outcome);
  return made !== undefined && (made.answer === undefined || isResult(made.answer));
}

/** @throws what the call threw, which it should not have */
function madeOf(outcome: CallOutcome<Made>): Made | undefined {
  if (outcome.kind === 'failed') throw outcome.error;
  return outcome.kind === 'done' ? outcome.value : undefined;
}

function toProbe(plan: ToolPlan, made: readonly Made[]): ToolProbe | Promise<ToolProbe> {
  if (plan.action.kind === 'skip') return skipped(plan, plan.action.reason, plan.action.message);
  return made.length === 0 ? skipped(plan, 'budget-exhausted') : toToolProbe(plan, made);
}
