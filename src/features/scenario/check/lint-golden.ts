import { nearest } from '../../../text/nearest.ts';
import { type GoldenStep, type Scenario, transitionsOf } from '../suite/scenario.ts';
import type { SuiteRemark } from './findings.ts';
import { isAlwaysForbidden } from './lint-transitions.ts';

/**
 * Finds steps of golden paths that cannot be followed without an invalid action or a violation. Each tool is reported
 * once per path.
 */
export function unfollowableSteps(scenario: Scenario): SuiteRemark[] {
  const { golden = [] } = scenario;
  return golden.flatMap(({ name, steps }) => {
    const seen = new Set<string>();
    return steps.flatMap((step): SuiteRemark[] => {
      const key = `${step.server ?? ''}\n${step.agent?.text ?? ''}\n${step.tool}`;
      if (seen.has(key)) return [];
      seen.add(key);
      const remark = remarkOn(step, name, scenario);
      return remark ? [{ ...remark, line: scenario.lineOf(['golden', ...step.place]) }] : [];
    });
  });
}

function remarkOn(
  { tool, server, agent }: GoldenStep,
  path: string,
  scenario: Scenario,
): Omit<SuiteRemark, 'line'> | undefined {
  const calls = `\`golden.${path}\` calls \`${tool}\``;
  if (isAlwaysForbidden(tool, server, scenario)) {
    return { code: 'golden-forbidden-tool', message: `${calls}, which is forbidden` };
  }
  const declared = transitionsOf(tool, scenario.transitions);
  if (declared.length === 0) {
    const near = nearest(tool, new Set(scenario.transitions.map((each) => each.tool.text)));
    const help = near === undefined ? 'declare it under `transitions`' : `did you mean \`${near}\`?`;
    return { code: 'golden-undeclared-tool', message: `${calls}, which no transition declares`, help };
  }
  const name = agent?.literal;
  if (name !== undefined && declared.every((each) => each.agent && !each.agent.matches(name))) {
    return {
      code: 'golden-undeclared-tool',
      message: `${calls} by the agent \`${name}\`, but no transition declares it for that agent`,
      help: `it is declared for ${[...new Set(declared.map((each) => `\`${each.agent?.text}\``))].join(', ')}`,
    };
  }
  const servers = new Set(declared.map((each) => each.server));
  if (server === undefined || servers.has(undefined) || servers.has(server)) return undefined;
  const others = [...servers].map((each) => `\`${each}\``).join(', ');
  return {
    code: 'golden-undeclared-tool',
    message: `${calls} on the server \`${server}\`, but no transition declares it for that server`,
    help: `it is declared for ${others}`,
  };
}
