import { getAt } from '../assertions/access.ts';
import { holds } from '../assertions/guards.ts';
import { isUnfilled, resolveTemplate } from '../assertions/template.ts';
import type { ForbiddenRule, Scenario, Transition } from './scenario.ts';
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
  const tools = [
    ...new Set(
      transitions
        .filter((transition) => couldHold(transition, world) && !isAlwaysForbidden(transition, forbidden))
        .map(({ tool }) => tool.text),
    ),
  ];
  if (tools.length === 0) return 'no call at all';
  const more = tools.length - MOST_TOOLS;
  return tools.slice(0, MOST_TOOLS).join(', ') + (more > 0 ? `, and ${more} more` : '');
}

function couldHold({ when }: Transition, world: World): boolean {
  return when.every(({ path, guard }) => {
    const resolved = resolveTemplate(path, {});
    if (isUnfilled(resolved)) return true;
    const comparesWithArgument = guard.tests.some(({ expected }) => expected.kind === 'argument');
    return comparesWithArgument || holds(guard, getAt(world.state, resolved));
  });
}

function isAlwaysForbidden({ tool }: Transition, forbidden: readonly ForbiddenRule[]): boolean {
  return forbidden.some(
    (rule) =>
      rule.when.length === 0 &&
      rule.args.length === 0 &&
      rule.server === undefined &&
      (rule.tool.text === tool.text || (tool.literal !== undefined && rule.tool.matches(tool.literal))),
  );
}
