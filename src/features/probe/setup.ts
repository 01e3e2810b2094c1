import type { SetupCall } from '../../artifacts/test-suite/model.ts';
import { InputError } from '../../errors.ts';
import type { CallBudget } from '../../exec-policy/call-budget.ts';
import type { ExecutionKnobs } from '../../exec-policy/knobs.ts';
import { ARRIVAL, type PlannedCall, Scheduler } from '../../exec-policy/scheduler.ts';
import type { CallAnswer, CallFault } from '../../mcp/call.ts';
import type { ListedTool } from '../../mcp/listed-tool.ts';
import { clip } from '../../text/clip.ts';
import { nearest } from '../../text/nearest.ts';
import type { SchedulerClock } from '../../time/scheduler-clock.ts';
import type { ProbeTarget } from './run-probe.ts';

/** The calls of a setup, the file that says so, and what is needed to make them. */
export interface SetupTask {
  readonly file: string;
  readonly calls: readonly SetupCall[];
  readonly tools: readonly ListedTool[];
  readonly policy: ExecutionKnobs;
  readonly budget: CallBudget;
  readonly clock: SchedulerClock;
}

/**
 * Makes the setup calls one at a time, as they are written: someone chose each tool and its arguments, so the execution
 * policy is not asked. They count in the budget. The first call that fails ends the command, because what follows would
 * be judged without its preparation.
 * Spec (execution safety): "Settled after measuring"
 * @throws InputError when a tool is not listed, the budget is too small, or a call fails
 */
export async function runSetup(task: SetupTask, target: ProbeTarget): Promise<void> {
  const { file, calls, tools, policy, budget, clock } = task;
  const { call } = target;
  const listed = calls.map(({ tool }, index) => findTool(tool, index, file, tools));
  // a dry run calls nothing
  if (!call) return;
  const scheduler = new Scheduler({
    budget,
    callDelay: target.isHttp ? policy.callDelay : 0,
    arrival: ARRIVAL,
    clock,
  });
  for (const [index, { tool, args }] of calls.entries()) {
    const planned: PlannedCall<CallAnswer> = {
      tool,
      decision: { kind: 'Execute', reason: 'read-only', canRepeat: true },
      execute: () => call(listed[index] as ListedTool, args),
    };
    const [outcome] = await scheduler.runSerially([planned]);
    if (outcome?.kind === 'failed') throw outcome.error;
    if (outcome?.kind !== 'done') throw failed(file, index, tool, `--max-calls ${budget.limit} is used up`);
    const fault = faultOf(outcome.value);
    if (fault !== undefined) throw failed(file, index, tool, fault);
  }
}

function findTool(name: string, index: number, file: string, tools: readonly ListedTool[]): ListedTool {
  const tool = tools.find((each) => each.name === name);
  if (tool) return tool;
  const near = nearest(
    name,
    tools.map((each) => each.name),
  );
  throw new InputError({
    file,
    path: ['setup', index, 'tool'],
    message: `the server lists no tool \`${clip(name)}\``,
    help: near && `did you mean \`${near}\`?`,
  });
}

function faultOf(answer: CallAnswer): string | undefined {
  if (answer.kind === 'fault') return FAULTS[answer.fault.kind](answer.fault as never);
  return answer.result.isError === true ? 'it answered with a tool error' : undefined;
}

const FAULTS: { readonly [K in CallFault['kind']]: (fault: Extract<CallFault, { kind: K }>) => string } = {
  'error-response': ({ code, message }) => `it answered with the error ${code}: ${clip(message)}`,
  timeout: ({ milliseconds }) => `it did not answer within ${milliseconds} ms`,
  closed: () => 'the connection ended',
  malformed: ({ message }) => message,
  http: ({ status }) => `the server answered with the HTTP status ${status}`,
  unauthorized: ({ message }) => `no access token was given: ${message}`,
  redirect: () => 'the server redirects to another URL',
};

function failed(file: string, index: number, tool: string, why: string): InputError {
  return new InputError({
    file,
    path: ['setup', index],
    message: `the setup call of \`${clip(tool)}\` failed: ${why}`,
    help: 'nothing was probed: correct the call, or remove it',
  });
}
