import type { Remark } from './lint.ts';
import type { Rule, Scenario, Transition } from './scenario.ts';

/** Transitions that no call can reach: only where that is certain. */
export function unreachableTransitions(scenario: Scenario): Remark[] {
  const { transitions } = scenario;
  return transitions.flatMap((transition, index): Remark[] => {
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
  if (tool.literal !== undefined && isAlwaysForbidden(tool.literal, server, scenario)) {
    return 'the tool is forbidden';
  }
  const before = earlier.find((each) => isUnconditional(each, server) && covers(each, transition));
  if (before) return `the one on line ${before.line} takes every call`;
  const names = namesOf(tool.text);
  const isNamed = (name: string) => scenario.transitions.some((each) => each.tool.literal === name);
  if (tool.literal === undefined && names?.every(isNamed)) {
    return 'each of these tools has a transition of its own, and a glob is for those that have none';
  }
  return undefined;
}

/** Whether a forbidden rule stops every call of a tool, whatever its arguments and the world. */
export function isAlwaysForbidden(
  name: string,
  server: string | undefined,
  { forbidden }: Scenario,
): boolean {
  return forbidden.some(
    (rule) => isUnconditional(rule, server) && !rule.onlySucceeded && rule.tool.matches(name),
  );
}

function isUnconditional(rule: Rule, server: string | undefined): boolean {
  const isForServer = rule.server === undefined || rule.server === server;
  return isForServer && rule.args.length === 0 && rule.when.length === 0;
}

/** Literals and globs do not compete: a glob is for tools that no transition names. */
function covers({ tool: earlier }: Rule, { tool: later }: Rule): boolean {
  if (earlier.literal !== undefined || later.literal !== undefined) return earlier.literal === later.literal;
  return earlier.text === '*' || earlier.text === later.text;
}

/** The names that a glob of plain alternatives stands for, `{add,remove}_item`; undefined for any other glob. */
function namesOf(glob: string): string[] | undefined {
  const [, before = '', list, after = ''] = /^([\w.-]*)\{([\w.,-]+)\}([\w.-]*)$/.exec(glob) ?? [];
  if (list === undefined || list.includes('..') || !list.includes(',')) return undefined;
  return list.split(',').map((each) => before + each + after);
}
