import { getAt } from '../assertions/access.ts';
import { holds } from '../assertions/guards.ts';
import { isUnfilled, resolveTemplate } from '../assertions/template.ts';
import type { Condition, ForbiddenRule, Scenario, Transition } from './scenario.ts';
import type { World } from './world.ts';

/** How many tools a line names. */
const MOST_TOOLS = 10;

/**
 * The tools that could have been called in the world as it stands, in words. What depends on the arguments of a
 * call cannot be told without one: such a tool is named all the same.
 * @returns undefined when the scenario declares no tools at all
 */
export function legalNow({ transitions, forbidden }: Scenario, world: World): string | undefined {
  if (transitions.length === 0) return undefined;
  const rules = forbidden.filter((rule) => forbidsAnyCall(rule, world));
  const legal = transitions.filter(
    ({ tool, when }) =>
      when.every((condition) => judge(condition, world) !== 'fails') && !isForbidden(tool, rules),
  );
  const tools = [...new Set(legal.map(({ tool }) => tool.text))];
  if (tools.length === 0) return 'no call at all';
  const more = tools.length - MOST_TOOLS;
  return tools.slice(0, MOST_TOOLS).join(', ') + (more > 0 ? `, and ${more} more` : '');
}

function judge({ path, guard }: Condition, world: World): 'holds' | 'fails' | 'depends' {
  const resolved = resolveTemplate(path, {});
  if (isUnfilled(resolved) || guard.tests.some(({ expected }) => expected.kind === 'argument')) {
    return 'depends';
  }
  return holds(guard, getAt(world.state, resolved)) ? 'holds' : 'fails';
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
