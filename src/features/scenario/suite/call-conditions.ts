import { namesServer, type RecordedCall } from '../../../artifacts/cassette/model.ts';
import { type AccessFault, getAt, obstacleAt } from '../../../assertions/access.ts';
import { explain, type Guard, type GuardVerdict, holds, judgeGuard } from '../../../assertions/guards.ts';
import type { Path } from '../../../assertions/path.ts';
import { show } from '../../../assertions/show.ts';
import type { ToolPattern } from '../../../assertions/tool-pattern.ts';
import { nearestArgument } from '../../../assertions/value-source.ts';
import { inventedArgument } from './invented-argument.ts';

/** A guard on an argument of the call. Its path has no templates, since there is nothing to fill them from. */
export interface ArgumentCondition {
  readonly path: Path;
  /** As written. */
  readonly text: string;
  readonly guard: Guard;
}

/** What rules and golden steps require of a call in addition to the name of its tool. */
export interface CallConditions {
  readonly server?: string;
  /** The agent that makes the call: a name, or a glob. */
  readonly agent?: ToolPattern;
  readonly args: readonly ArgumentCondition[];
  /** The places of all arguments that the call may have; undefined when it may have any. */
  readonly closed?: readonly Path[];
}

/** The verdict of a condition of a forbidden rule. */
export interface JudgedCondition {
  readonly verdict: GuardVerdict;
  /** Describes what was found, and what was expected unless it holds. A function, since most calls need no words. */
  readonly describe: () => string;
}

/** Whether a call goes to the server, and comes from the agent, that the conditions name, if they name one. */
export function originFits(conditions: CallConditions, call: RecordedCall): boolean {
  return serverFits(conditions, call) && agentFits(conditions, call);
}

/** Whether a call goes to the server that the conditions name, if they name one. */
export function serverFits({ server }: CallConditions, call: RecordedCall): boolean {
  return server === undefined || server === call.server;
}

/** Whether a call comes from an agent that the conditions name, if they name one. */
export function agentFits({ agent }: CallConditions, call: RecordedCall): boolean {
  return agent === undefined || (call.agent !== undefined && agent.matches(call.agent));
}

/**
 * Judges the server and the agent of a call. Each is unclear when the recording does not say where the call went, or who
 * made it.
 * @param namesAgents whether the recording names the agent of any call: a call without one is then that of the main agent
 */
export function judgeOrigin(
  conditions: CallConditions,
  call: RecordedCall,
  namesAgents: boolean,
): JudgedCondition[] {
  const { server, agent } = conditions;
  const judged: JudgedCondition[] = [];
  if (server !== undefined) {
    const verdict = serverFits(conditions, call) ? 'holds' : namesServer(call) ? 'fails' : 'unclear';
    judged.push({ verdict, describe: () => 'the recording does not name the server of the call' });
  }
  if (agent !== undefined) {
    const verdict = agentFits(conditions, call)
      ? 'holds'
      : namesAgents || call.agent !== undefined
        ? 'fails'
        : 'unclear';
    judged.push({ verdict, describe: () => 'the recording does not name the agent of the call' });
  }
  return judged;
}

/** Whether the arguments of a call meet all conditions. Arguments that do not parse meet none. */
export function argumentsFit({ args: conditions, closed }: CallConditions, call: RecordedCall): boolean {
  const { args } = call;
  if (call.raw_args !== undefined) return conditions.length === 0 && !closed;
  for (const { path, guard } of conditions) if (!holds(guard, getAt(args, path), args)) return false;
  return !closed || inventedArgument(args, closed) === undefined;
}

/** Explains that a call went to another server, or came from another agent; undefined when both fit. */
export function explainOrigin(
  conditions: CallConditions,
  call: RecordedCall,
  is: 'declared' | 'expected',
): string | undefined {
  const { server, agent } = conditions;
  const named = (name: string | undefined) => (name === undefined ? 'none' : `\`${name}\``);
  if (!serverFits(conditions, call)) {
    return `${is === 'declared' ? 'declared for' : 'expected on'} the server \`${server}\`, called on ${named(call.server)}`;
  }
  if (agentFits(conditions, call)) return undefined;
  const by = call.agent === undefined ? 'an agent without a name' : named(call.agent);
  return `${is === 'declared' ? 'declared for' : 'expected of'} the agent \`${agent?.text}\`, called by ${by}`;
}

/** Explains each condition that the arguments of a call do not meet: what was found, and what was expected. */
export function explainArguments(conditions: CallConditions, call: RecordedCall): string[] {
  if (argumentsFit(conditions, call)) return [];
  const { args, raw_args: raw } = call;
  if (raw !== undefined) return [`the arguments do not parse: ${show(raw)}`];
  const failed = conditions.args.flatMap(({ path, text, guard }) => {
    const found = getAt(args, path);
    if (holds(guard, found, args)) return [];
    const near = found === undefined ? nearestArgument(path, args) : undefined;
    const hint = near === undefined ? '' : ` (the nearest argument is ${near})`;
    return [`the argument \`${text}\`: ${explain(guard, found, args)}${hint}`];
  });
  const invented = conditions.closed && inventedArgument(args, conditions.closed);
  return invented === undefined ? failed : [...failed, `the argument \`${invented}\` is not declared`];
}

/** Judges each condition on the arguments of a call, in order. Nothing is known of arguments that do not parse. */
export function judgeArguments(
  { args: conditions }: CallConditions,
  { args, raw_args: raw }: RecordedCall,
): JudgedCondition[] {
  if (raw !== undefined) {
    const unclear: JudgedCondition = {
      verdict: 'unclear',
      describe: () => `the arguments do not parse: ${show(raw)}`,
    };
    return conditions.length > 0 ? [unclear] : [];
  }
  return conditions.map(({ path, text, guard }) =>
    judgeValue(`the argument \`${text}\``, guard, getAt(args, path), args, () => obstacleAt(args, path)),
  );
}

/**
 * Judges the value at a place: `the argument \`amount\``.
 * @param obstacle returns why its path cannot lead to a value. A missing value is then not known to be harmless.
 */
export function judgeValue(
  place: string,
  guard: Guard,
  found: unknown,
  args: RecordedCall['args'],
  obstacle: () => AccessFault | undefined,
): JudgedCondition {
  const verdict = judgeGuard(guard, found, args);
  const blocked = verdict === 'fails' && found === undefined ? obstacle() : undefined;
  if (blocked) return { verdict: 'unclear', describe: () => `${place}: ${blocked.message}` };
  return {
    verdict,
    describe: () =>
      verdict === 'holds' ? `${place} is ${show(found)}` : `${place}: ${explain(guard, found, args)}`,
  };
}
