import type { ToolPattern } from '../../../assertions/tool-pattern.ts';
import type { CallRule, ForbiddenRule, Scenario, Transition } from '../suite/scenario.ts';
import type { SuiteRemark } from './findings.ts';
import { hasConditionsOf, whyImpossible } from './lint-conditions.ts';

/** Finds transitions that no call can reach. Reports only those where this is certain. */
export function unreachableTransitions(scenario: Scenario): SuiteRemark[] {
  const { transitions } = scenario;
  return transitions.flatMap((transition, index): SuiteRemark[] => {
    const why = whyUnreachable(transition, transitions.slice(0, index), scenario);
    if (why === undefined) return [];
    const message = `the transition for \`${transition.tool.text}\` is never tried: ${why}`;
    return [{ code: 'unreachable-transition', line: transition.line, message }];
  });
}

function whyUnreachable(
  transition: Transition,
  earlier: readonly Transition[],
  scenario: Scenario,
): string | undefined {
  const { tool, server } = transition;
  const impossible = whyImpossible(transition);
  if (impossible !== undefined) return impossible;
  if (tool.literal !== undefined && isAlwaysForbidden(tool.literal, server, scenario)) {
    return 'the tool is forbidden';
  }
  const ban = scenario.forbidden.find((rule) => !rule.onlySucceeded && takesAll(rule, transition));
  if (ban) {
    const what = isUnconditional(ban, server) ? 'every tool that it matches' : 'each of its calls';
    return `the rule on line ${ban.line} forbids ${what}`;
  }
  const before = earlier.find(
    (each) =>
      // literals and globs do not compete: a glob is for tools that no transition names
      isGlob(each) === isGlob(transition) && takesAll(each, transition),
  );
  if (before) {
    return `the transition on line ${before.line} takes ${isUnconditional(before, server) ? 'every call' : 'each of its calls'}`;
  }
  const names = tool.literal === undefined ? namesOf(tool.text) : undefined;
  const isNamed = (name: string) => scenario.transitions.some((each) => each.tool.literal === name);
  if (names?.every(isNamed)) {
    return 'each of these tools has a transition of its own, and a glob applies only to tools without one';
  }
  if (names?.every((name) => isNamed(name) || isAlwaysForbidden(name, server, scenario))) {
    return 'each of these tools is forbidden, or has a transition of its own';
  }
  return undefined;
}

/** Whether a forbidden rule stops every call of a tool, whatever its arguments and the world. */
export function isAlwaysForbidden(
  name: string,
  server: string | undefined,
  { forbidden }: Scenario,
): boolean {
  return forbidden.some((rule) => isBan(rule, server) && rule.tool.matches(name));
}

function isBan(rule: ForbiddenRule, server: string | undefined): boolean {
  return isUnconditional(rule, server) && !rule.onlySucceeded;
}

function isGlob({ tool }: CallRule): boolean {
  return tool.literal === undefined;
}

function isUnconditional(rule: CallRule, server: string | undefined): boolean {
  const { agent, args, closed, when } = rule;
  return (
    isForServer(rule, server) &&
    agent === undefined &&
    closed === undefined &&
    args.length === 0 &&
    when.length === 0
  );
}

function isForServer(rule: CallRule, server: string | undefined): boolean {
  return rule.server === undefined || rule.server === server;
}

/** Whether one rule covers every call that another covers. */
function takesAll(wide: CallRule, narrow: CallRule): boolean {
  return (
    isForServer(wide, narrow.server) &&
    (wide.agent === undefined || (narrow.agent !== undefined && coversPattern(wide.agent, narrow.agent))) &&
    hasConditionsOf(narrow, wide) &&
    coversPattern(wide.tool, narrow.tool)
  );
}

/** Whether one pattern of tools or agents matches every name that another matches. False when this is not certain. */
function coversPattern(wide: ToolPattern, narrow: ToolPattern): boolean {
  if (narrow.literal !== undefined) return wide.matches(narrow.literal);
  if (wide.literal !== undefined) return false;
  if (wide.text === '*' || wide.text === narrow.text) return true;
  // `delete_*` covers `delete_a*` and `delete_{a,b}`
  const [, start] = /^([\w./-]*)\*$/.exec(wide.text) ?? [];
  return start !== undefined && startOf(narrow.text).startsWith(start);
}

/** The literal text with which every name that a glob matches begins. */
function startOf(glob: string): string {
  const [start = ''] = /^[\w./-]*/.exec(glob) ?? [];
  return start;
}

/** The names that a glob of plain alternatives matches, as in `{add,remove}_item`; undefined for any other glob. */
function namesOf(glob: string): string[] | undefined {
  const [, before = '', list, after = ''] = /^([\w.-]*)\{([\w.,-]+)\}([\w.-]*)$/.exec(glob) ?? [];
  if (list === undefined || list.includes('..') || !list.includes(',')) return undefined;
  return list.split(',').map((each) => before + each + after);
}
