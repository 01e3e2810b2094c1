import type { RecordedCall } from '../../../artifacts/cassette/model.ts';
import { holds } from '../../../assertions/guards.ts';
import { isUnfilled, resolveTemplate } from '../../../assertions/template.ts';
import { agentFits, serverFits } from '../suite/call-conditions.ts';
import {
  type Effect,
  type ForbiddenRule,
  type Scenario,
  type Transition,
  transitionsOf,
  type WorldCondition,
} from '../suite/scenario.ts';
import type { World } from './world.ts';

/** The most tools that a line names. */
const MOST_TOOLS = 10;

/**
 * Lists the tools that could have been called in the current world. A tool that is legal only with certain arguments is
 * listed too. The tool of the call itself is listed only with a note of what would have made the call legal.
 * @param call a call that was not legal
 * @returns undefined when the scenario declares no tools at all
 */
export function legalNow(
  { transitions, forbidden }: Scenario,
  world: World,
  call: RecordedCall,
): string | undefined {
  if (transitions.length === 0) return undefined;
  const rules = forbidden.filter((rule) => forbidsAnyCall(rule, world));
  const ofCall = new Set(transitionsOf(call.name, transitions));
  const legal = transitions.filter(
    ({ tool, when }) =>
      when.every((condition) => judge(condition, world) !== 'fails') && !isForbidden(tool, rules),
  );
  const isOutOfReach = rules.some(({ tool }) => tool.matches(call.name));
  const words = legal.map((transition) => {
    if (!ofCall.has(transition)) return transition.tool.text;
    const how = isOutOfReach ? undefined : howElse(transition, call, forbidden);
    if (how !== undefined) return `${call.name} ${how}`;
    return transition.tool.literal === undefined ? `${transition.tool.text} but ${call.name}` : undefined;
  });
  const tools = [...new Set(words.filter((each) => each !== undefined))];
  if (tools.length === 0) return 'no call';
  const more = tools.length - MOST_TOOLS;
  return tools.slice(0, MOST_TOOLS).join(', ') + (more > 0 ? `, and ${more} more` : '');
}

/** Explains what would have made the call legal by this transition; undefined when nothing would. */
function howElse(
  transition: Transition,
  call: RecordedCall,
  forbidden: readonly ForbiddenRule[],
): string | undefined {
  if (!serverFits(transition, call)) return `on the server ${transition.server}`;
  if (!agentFits(transition, call)) return `by the agent ${transition.agent?.text}`;
  const rules = forbidden.filter(({ tool }) => tool.matches(call.name));
  const depends = [transition, ...rules].some(
    ({ args, closed, when }) => args.length > 0 || closed !== undefined || when.some(readsArguments),
  );
  if (depends || transition.effects.some(takesArguments)) return 'with other arguments';
  if (rules.some(({ server }) => server !== undefined)) return 'on another server';
  return rules.some(({ agent }) => agent !== undefined) ? 'by another agent' : undefined;
}

function readsArguments({ path, guard }: WorldCondition): boolean {
  return (
    path.some(({ kind }) => kind === 'template') ||
    guard.tests.some(({ expected }) => expected.kind === 'argument')
  );
}

/** Whether an effect reads an argument of the call. */
export function takesArguments({ path, operation }: Effect): boolean {
  if (path.some(({ kind }) => kind === 'template')) return true;
  if (operation.kind === 'remove') return false;
  const source = 'amount' in operation ? operation.amount : operation.value;
  return source.kind === 'argument';
}

function judge(condition: WorldCondition, world: World): 'holds' | 'fails' | 'depends' {
  if (readsArguments(condition)) return 'depends';
  const resolved = resolveTemplate(condition.path, {});
  if (isUnfilled(resolved)) return 'depends';
  return holds(condition.guard, world.at(resolved)) ? 'holds' : 'fails';
}

/** Whether a rule currently forbids every call to its tools, whatever the arguments, the server and the agent. */
function forbidsAnyCall({ server, agent, args, when }: ForbiddenRule, world: World): boolean {
  return (
    server === undefined &&
    agent === undefined &&
    args.length === 0 &&
    when.every((condition) => judge(condition, world) === 'holds')
  );
}

function isForbidden({ text, literal }: Transition['tool'], rules: readonly ForbiddenRule[]): boolean {
  return rules.some(({ tool }) => tool.text === text || (literal !== undefined && tool.matches(literal)));
}
