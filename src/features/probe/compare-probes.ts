import { append } from '../../values/append.ts';
import type { ProbeComparison } from './comparison-schema.ts';
import type { Exemptions } from './exemptions.ts';
import type { ToolPlan } from './plan.ts';
import type { ProbeReport } from './report-schema.ts';
import type { ToolCalls } from './run-probe.ts';
import { isResult } from './tool-probe.ts';

/** A probe in one protocol: its report, and the calls that it is about. */
export interface OneProbe {
  readonly report: ProbeReport;
  readonly calls: readonly ToolCalls[];
}

/** Leaves out of a plan what may be called once, and was called in the other protocol: a second call was not asked for. */
export function withoutSecondCalls(
  plans: readonly ToolPlan[],
  before: readonly ToolCalls[],
): readonly ToolPlan[] {
  const called = new Set(before.flatMap(({ plan, made }) => (made.length > 0 ? [plan.tool.name] : [])));
  return plans.map((plan) =>
    plan.action.kind === 'call' && !plan.decision.canRepeat && called.has(plan.tool.name)
      ? {
          ...plan,
          action: { kind: 'skip', reason: 'called-before', message: 'no second call was asked for' } as const,
        }
      : plan,
  );
}

/**
 * Compares what a server does in two protocols: the tools that it lists, their outcomes, and the answers of tools that read.
 * Spec (suites and recording): "MCP as it is (late 2026)"
 */
export function compareProbes(one: OneProbe, other: OneProbe, exemptions: Exemptions): ProbeComparison {
  const listed = new Map(listDifferences(one.report, other.report).map((each) => [each.tool, each]));
  const differences: ProbeComparison['differences'] = [];
  for (const name of new Set(one.report.tools.map((tool) => tool.name))) {
    const known = listed.get(name);
    listed.delete(name);
    const message = known?.message ?? answersInWords(name, one, other, exemptions);
    if (message !== undefined) differences.push({ tool: name, message });
  }
  append(differences, [...listed.values()]);
  const reports = [one.report, other.report] as const;
  const accepted = differences.length === 0 && reports.every((report) => report.accepted);
  return {
    schema_version: 'mcptest.dev/probe-comparison/v1',
    accepted,
    differences,
    reports: [...reports],
  };
}

/** Returns the tools that are listed in one protocol only, or have another outcome in the other, with how they differ. */
export function listDifferences(one: ProbeReport, other: ProbeReport): ProbeComparison['differences'] {
  const names = [one, other].map(({ server }) => server.protocol ?? 'the other protocol');
  const [first = '', second = ''] = names;
  const differences: ProbeComparison['differences'] = [];
  const [ours, others] = [one, other].map(({ tools }) => new Map(tools.map((tool) => [tool.name, tool]))) as [
    Map<string, Tool>,
    Map<string, Tool>,
  ];
  for (const [name, tool] of ours) {
    const there = others.get(name);
    others.delete(name);
    const message = there
      ? outcomesInWords(tool, there, names)
      : `is listed in ${first}, and not in ${second}`;
    if (message !== undefined) differences.push({ tool: name, message });
  }
  for (const name of others.keys()) {
    differences.push({ tool: name, message: `is listed in ${second}, and not in ${first}` });
  }
  return differences;
}

type Tool = ProbeReport['tools'][number];

function outcomesInWords(one: Tool, other: Tool, [first, second]: readonly string[]): string | undefined {
  // what was not called shows nothing
  if (one.outcome === other.outcome || one.outcome === 'skipped' || other.outcome === 'skipped') {
    return undefined;
  }
  return `${one.outcome} in ${first}, and ${other.outcome} in ${second}`;
}

function answersInWords(
  tool: string,
  one: OneProbe,
  other: OneProbe,
  exemptions: Exemptions,
): string | undefined {
  const [a, b] = [one, other].map(({ report, calls }) => {
    const isStable = report.tools.find(({ name }) => name === tool)?.stability === 'same';
    const answer = calls.find(({ plan }) => plan.tool.name === tool)?.made[0]?.answer;
    return isStable && isResult(answer) ? answer.result : undefined;
  });
  if (!a || !b) return undefined;
  const difference = exemptions.differenceOf(a, b);
  return difference === undefined || exemptions.permits(tool, a, b)
    ? undefined
    : `answers differ: ${difference}`;
}
