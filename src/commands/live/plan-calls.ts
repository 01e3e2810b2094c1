import type { Diagnostic } from '../../diagnostic.ts';
import { InputError, NothingSelectedError } from '../../errors.ts';
import { type OwnArguments, withOwnArguments } from '../../features/probe/own-arguments.ts';
import { type PlanOptions, planProbe, type ToolPlan } from '../../features/probe/plan.ts';
import type { ListedTool } from '../../mcp/listed-tool.ts';
import type { Planner } from '../../ports.ts';
import type { LiveSession } from './live-session.ts';

/** What to plan calls for. Plain data, which can be sent to a thread. */
export interface PlanTask {
  readonly tools: readonly ListedTool[];
  /** The tools to plan calls for; all if empty. */
  readonly names: readonly string[];
  readonly own: OwnArguments;
  readonly policy: PlanOptions;
}

/** The plans, or what is wrong with the flags. Plain data: an error loses its class on the way from a thread. */
export type PlanAnswer =
  | { readonly kind: 'planned'; readonly plans: readonly ToolPlan[] }
  | { readonly kind: 'refused' | 'nothing-selected'; readonly diagnostics: readonly Diagnostic[] };

/** Plans the calls of a probe. {@link planCalls} runs it, in a thread if there is one. */
export async function answerPlanTask(
  { tools, names, own, policy }: PlanTask,
  breathe?: () => Promise<void>,
): Promise<PlanAnswer> {
  try {
    const plans = await planProbe(tools, names, policy, breathe);
    return { kind: 'planned', plans: await withOwnArguments(plans, own, policy) };
  } catch (error) {
    if (error instanceof InputError) return { kind: 'refused', diagnostics: error.diagnostics };
    if (error instanceof NothingSelectedError)
      return { kind: 'nothing-selected', diagnostics: error.diagnostics };
    throw error;
  }
}

/**
 * Plans the calls of a probe where it can be stopped: the schemas of a stranger's server decide how long it takes, and
 * while this thread is busy no signal is heard.
 * @param planner the thread; without it the plan is made here, and can be stopped only between two tools
 * @param timeout the most time that planning may take, in milliseconds
 * @param signal stops planning; see {@link LiveSession}
 * @throws InputError when it takes longer, or the flags do not fit the tools
 */
export async function planCalls(
  task: PlanTask,
  planner: Planner | undefined,
  timeout: number,
  { signal, breathe }: Pick<LiveSession, 'signal' | 'breathe'>,
): Promise<readonly ToolPlan[]> {
  const answer = planner
    ? ((await planner(task, { timeout, signal })) as PlanAnswer | 'timeout' | 'out-of-memory')
    : await answerPlanTask(task, breathe);
  if (answer === 'timeout') throw unplanned(`takes longer than ${timeout / 1000} s`);
  if (answer === 'out-of-memory') throw unplanned('needs too much memory');
  if (answer.kind === 'planned') return answer.plans;
  throw answer.kind === 'refused'
    ? new InputError(answer.diagnostics)
    : new NothingSelectedError(answer.diagnostics);
}

function unplanned(why: string): InputError {
  return new InputError({
    message: `planning the calls ${why}`,
    help: 'the schema of a tool is too complex: name the other tools with --tool, or allow more with --timeout',
  });
}
