import type { Diagnostic } from '../diagnostic.ts';
import { attempt } from '../errors.ts';
import { nearest } from '../nearest.ts';
import type { SuiteCheck, SuiteFinding } from './check-schema.ts';
import { SUITE_FINDINGS, type SuiteFindingCode } from './findings.ts';
import { unreachableStates } from './lint-state.ts';
import { isAlwaysForbidden, unreachableTransitions } from './lint-transitions.ts';
import { type RecordingFolder, requireFiles } from './recording-files.ts';
import type { GoldenStep, Scenario, Suite } from './scenario.ts';

/** Something that a lint has to say, before it is known of which scenario. */
export interface Remark {
  readonly code: SuiteFindingCode;
  readonly line: number;
  readonly message: string;
  readonly help?: string | undefined;
}

/** Finds what a suite does not mean, without replaying anything. In the order of the file. */
export async function lintSuite({ path, scenarios }: Suite, folder: RecordingFolder): Promise<SuiteCheck> {
  const findings: SuiteFinding[] = [];
  for (const scenario of scenarios) {
    const remarks = [
      ...(await missingCassettes(scenario, folder)),
      ...unreachableStates(scenario),
      ...goldenTools(scenario),
      ...unreachableTransitions(scenario),
      ...escalationTools(scenario),
      ...withoutOracle(scenario),
    ];
    findings.push(...remarks.sort((a, b) => a.line - b.line).map((remark) => toFinding(remark, scenario)));
  }
  const count = (severity: SuiteFinding['severity']) =>
    findings.filter((finding) => finding.severity === severity).length;
  return {
    schema_version: 'mcptest.dev/scenario-check/v1',
    suite: path,
    findings,
    counts: { error: count('error'), warning: count('warning') },
  };
}

function toFinding({ code, line, message, help }: Remark, { name }: Scenario): SuiteFinding {
  const { severity } = SUITE_FINDINGS[code];
  return { code, severity, scenario: name, line, message, ...(help !== undefined && { help }) };
}

/** What a run is warned of too: an agent that does the right thing would be told off for it. */
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

async function missingCassettes({ cassettes, line }: Scenario, folder: RecordingFolder): Promise<Remark[]> {
  const remarks: Remark[] = [];
  for (const reference of cassettes) {
    const found = await attempt(() => requireFiles(reference, folder));
    if (!('problems' in found)) continue;
    for (const { message, help } of found.problems) {
      remarks.push({ code: 'missing-cassette', line, message: `\`${reference}\` ${message}`, help });
    }
  }
  return remarks;
}

function goldenTools(scenario: Scenario): Remark[] {
  const { golden = [], line, transitions } = scenario;
  const declared = [...new Set(transitions.map(({ tool }) => tool.text))];
  const remarks = golden.flatMap(({ name: where, steps }) => {
    return uniqueTools(steps).flatMap((step): Remark[] => {
      const { tool } = step;
      if (isAlwaysForbidden(tool, step.server, scenario)) {
        const message = `\`golden.${where}\` calls \`${tool}\`, which is forbidden`;
        return [{ code: 'golden-forbidden-tool', line, message }];
      }
      if (transitions.some((transition) => transition.tool.matches(tool))) return [];
      const near = nearest(tool, declared);
      const message = `\`golden.${where}\` calls \`${tool}\`, which no transition declares`;
      const help = near === undefined ? 'declare it under `transitions`' : `did you mean \`${near}\`?`;
      return [{ code: 'golden-undeclared-tool', line, message, help }];
    });
  });
  return remarks;
}

function uniqueTools(steps: readonly GoldenStep[]): GoldenStep[] {
  return [...new Map(steps.map((step) => [`${step.server ?? ''}\n${step.tool}`, step])).values()];
}

function escalationTools({ escalation, transitions, line }: Scenario): Remark[] {
  return [...escalation.tools]
    .filter((name) => !transitions.some(({ tool }) => tool.matches(name)))
    .map((name) => ({
      code: 'escalation-undeclared-tool',
      line,
      message: `the escalation tool \`${name}\` has no transition, so that calling it is an invalid action`,
      help: `add \`- tool: ${name}\` to the transitions`,
    }));
}

function withoutOracle({ expectState, expectUnchanged, expect, line }: Scenario): Remark[] {
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
