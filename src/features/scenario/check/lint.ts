import type { ToolPattern } from '../../../assertions/tool-pattern.ts';
import type { Diagnostic } from '../../../diagnostic.ts';
import { countFindings, inFileOrder, toFinding } from '../../../findings/finding.ts';
import type { Scenario, Suite } from '../suite/scenario.ts';
import type { SuiteCheck } from './check-schema.ts';
import { SUITE_FINDINGS, type SuiteRemark } from './findings.ts';
import { impossibleConditions } from './lint-conditions.ts';
import { misspeltOperations } from './lint-effects.ts';
import { unfollowableSteps } from './lint-golden.ts';
import { misspeltGuards } from './lint-guards.ts';
import { type CheckRecording, unusableRecordings } from './lint-recordings.ts';
import { unknownStates, unreachableStates } from './lint-state.ts';
import { unknownTargets } from './lint-targets.ts';
import { unreachableTransitions } from './lint-transitions.ts';

/** Finds likely mistakes in a suite, without replaying anything. The findings are in the order of the file. */
export async function lintSuite({ path, scenarios }: Suite, check: CheckRecording): Promise<SuiteCheck> {
  const findings: SuiteCheck['findings'] = [];
  for (const scenario of scenarios) {
    const remarks = [
      ...(await unusableRecordings(scenario, check)),
      ...unreachableStates(scenario),
      ...unknownStates(scenario),
      ...unknownTargets(scenario),
      ...misspeltOperations(scenario),
      ...misspeltGuards(scenario),
      ...impossibleConditions(scenario),
      ...unfollowableSteps(scenario),
      ...unreachableTransitions(scenario),
      ...escalationTools(scenario),
      ...withoutOracle(scenario),
    ];
    const { name } = scenario;
    for (const remark of inFileOrder(remarks)) {
      findings.push(toFinding(SUITE_FINDINGS, remark, { scenario: name, line: remark.line }));
    }
  }
  return {
    schema_version: 'mcptest.dev/scenario-check/v1',
    suite: path,
    findings,
    counts: countFindings(SUITE_FINDINGS, findings),
  };
}

/** The findings that `scenario run` also prints as warnings: an agent that does the right thing would fail for them. */
export function escalationWarnings(file: string, scenarios: readonly Scenario[]): Diagnostic[] {
  return scenarios.flatMap((scenario) =>
    escalationTools(scenario).map(({ line, message, help }) => ({
      file,
      position: { line, column: 1 },
      message: `scenario \`${scenario.name}\`: ${message}`,
      help,
    })),
  );
}

function escalationTools({ escalation, transitions, lineOf }: Scenario): SuiteRemark[] {
  return escalation.tools
    .filter(({ tool }) => !transitions.some((transition) => mayShare(tool, transition.tool)))
    .map(({ tool: { text }, place }) => ({
      code: 'escalation-undeclared-tool',
      line: lineOf(['escalation', 'tools', place]),
      message: `the escalation tool \`${text}\` has no transition, so calling it is an invalid action`,
      help: `add \`- tool: ${/[^\w.-]/.test(text) ? JSON.stringify(text) : text}\` to the transitions`,
    }));
}

/** Whether a name may match both patterns. Nothing is certain about two globs. */
function mayShare(a: ToolPattern, b: ToolPattern): boolean {
  if (a.literal !== undefined) return b.matches(a.literal);
  return b.literal === undefined || a.matches(b.literal);
}

function withoutOracle({ expectState, expectUnchanged, expect, line }: Scenario): SuiteRemark[] {
  if (expectState.length > 0 || expectUnchanged !== undefined || expect.length > 0) return [];
  return [
    {
      code: 'no-oracle',
      line,
      message: 'nothing states what must hold at the end',
      help: 'add `expect_state`, or `expect` on `golden.matched`',
    },
  ];
}
