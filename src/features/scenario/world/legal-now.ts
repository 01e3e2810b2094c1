import type { ToolCall } from '../../../artifacts/cassette/model.ts';
import { holds } from '../../../assertions/guards.ts';
import { isUnfilled, resolveTemplate } from '../../../assertions/template.ts';
import { serverFits } from '../suite/call-conditions.ts';
import {
  type Effect,
  type ForbiddenRule,
  type Scenario,
  type Transition,
  transitionsOf,
  type WorldCondition,
} from '../suite/scenario.ts';
import type { World } from './world.ts';

/** How many tools a line names. */
const MOST_TOOLS = 10;

/**
 * The tools that could have been called in the world as it stands, in words. What depends on the arguments of a
 * call cannot be told without one: such a tool is named all the same. That of the call itself is named only with
 * what would have made it legal.
 * @param call one that was not legal
 * @returns undefined when the scenario declares no tools at all
 */
export function legalNow(
  { transitions, forbidden }: Scenario,
  world: World,
  call: ToolCall,
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
  if (tools.length === 0) return 'no call at all';
  const more = tools.length - MOST_TOOLS;
  return tools.slice(0, MOST_TOOLS).join(', ') + (more > 0 ? `, and ${more} more` : '');
}

/** What would have made a call of the same tool legal by this transition; undefined when nothing would. */
function howElse(
  transition: Transition,
  call: ToolCall,
  forbidden: readonly ForbiddenRule[],
): string | undefined {
  if (!serverFits(transition, call)) return `on the server ${transition.server}`;
  const rules = forbidden.filter(({ tool }) => tool.matches(call.name));
  const depends = [transition, ...rules].some(
    ({ args, when }) => args.length > 0 || when.some(readsArguments),
  );
  if (depends || transition.effects.some(takesArguments)) return 'with other arguments';
  return rules.some(({ server }) => server !== undefined) ? 'on another server' : undefined;
}

function readsArguments({ path, guard }: WorldCondition): boolean {
  return (
    path.some(({ kind }) => kind === 'template') ||
    guard.tests.some(({ expected }) => expected.kind === 'argument')
  );
}

function takesArguments({ path, operation }: Effect): boolean {
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

/** Whether a rule forbids every call of its tools right now, whatever the arguments and the server. */
function forbidsAnyCall({ server, args, when }: ForbiddenRule, world: World): boolean {
  return (
    server === undefined &&
    args.length === 0 &&
    when.every((condition) => judge(condition, world) === 'holds')
  );
}

function isForbidden({ text, literal }: Transition['tool'], rules: readonly ForbiddenRule[]): boolean {
  return rules.some(({ tool }) => tool.text === text || (literal !== undefined && tool.matches(literal)));
}
