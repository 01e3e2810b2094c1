import { toClassifiedTool } from '../../exec-policy/classification-report.ts';
import type { ExecutionKnobs } from '../../exec-policy/knobs.ts';
import { shownCommand } from '../../inspection/shown-command.ts';
import { nameOf, type Target } from '../../mcp/target.ts';
import type { Compared, Exemptions } from './exemptions.ts';
import {
  type Conclusion,
  FAILING_SKIPS,
  OUTCOME_KINDS,
  type OutcomeKind,
  PROBE_OUTCOMES,
} from './outcomes.ts';
import type { ProbeReport } from './report-schema.ts';
import type { ToolProbe } from './tool-probe.ts';

/** The circumstances of a probe: the server, the policy and the notes. */
export interface ProbeFrame {
  readonly target: Target;
  readonly server: { readonly name?: string; readonly version?: string; readonly protocol?: string };
  readonly dryRun: boolean;
  readonly policy: ExecutionKnobs & { readonly strict: boolean };
  readonly notes: readonly string[];
  /** How many messages of the server the protocol does not allow. The notes say which. */
  readonly violations: number;
  readonly exemptions: Exemptions;
  /** Accepts a server whose every call came back as a tool error. */
  readonly allowToolErrors: boolean;
}

/** Builds the report of a probe, in the order in which the server lists its tools. */
export function toProbeReport(probes: readonly ToolProbe[], frame: ProbeFrame): ProbeReport {
  const { target, server, dryRun, policy, notes, exemptions, allowToolErrors } = frame;
  const tools = probes.map((probe) => toTool(probe, dryRun));
  const conclusion = conclude(tools, frame);
  return {
    schema_version: 'mcptest.dev/probe-report/v1',
    target: nameOf(target, shownCommand),
    transport: target.kind,
    server: {
      name: server.name ?? null,
      version: server.version ?? null,
      protocol: server.protocol ?? null,
    },
    dry_run: dryRun,
    strict: policy.strict,
    execute_destructive: policy.executeDestructive,
    max_calls: policy.maxCalls ?? null,
    calls: tools.reduce((sum, { calls }) => sum + calls, 0),
    accepted:
      conclusion === 'no-faults' ||
      conclusion === 'dry-run' ||
      (conclusion === 'only-tool-errors' && allowToolErrors),
    conclusion,
    counts: countOutcomes(tools),
    volatile: [...exemptions.volatile],
    expect_unstable: [...exemptions.unstable],
    notes: [...notes, ...(dryRun ? [] : exemptions.notes(probes.map(toCompared)))],
    tools,
  };
}

type Tool = ProbeReport['tools'][number];

/** Counts the tools by what came of them. */
export function countOutcomes(tools: readonly Pick<Tool, 'outcome'>[]): ProbeReport['counts'] {
  const count = (kind: OutcomeKind) => tools.filter(({ outcome }) => outcome === kind).length;
  return Object.fromEntries(OUTCOME_KINDS.map((kind) => [kind, count(kind)])) as Record<OutcomeKind, number>;
}

/** Returns what a probe comes to. */
export function conclude(
  tools: readonly Pick<Tool, 'outcome' | 'reason' | 'calls'>[],
  { dryRun, violations }: Pick<ProbeFrame, 'dryRun' | 'violations'>,
): Conclusion {
  if (dryRun) return 'dry-run';
  if (violations > 0 || tools.some(isFault)) return 'faults';
  const called = tools.filter(({ calls }) => calls > 0);
  if (called.length === 0) return 'nothing-called';
  return called.every(({ outcome }) => outcome === 'tool-error') ? 'only-tool-errors' : 'no-faults';
}

function toCompared({ plan, stability }: ToolProbe): Compared {
  return { tool: plan.tool.name, stability };
}

function isFault({ outcome, reason }: Pick<Tool, 'outcome' | 'reason'>): boolean {
  return PROBE_OUTCOMES[outcome].fails || (reason !== null && FAILING_SKIPS.includes(reason));
}

function toTool(probe: ToolProbe, dryRun: boolean): Tool {
  const { plan, outcome, reason, message, stability, latencies } = probe;
  return {
    ...toClassifiedTool(plan.classification, plan.decision),
    arguments: plan.action.kind === 'call' ? { ...plan.action.args } : null,
    outcome,
    reason: reason ?? null,
    message: message ?? null,
    stability,
    calls: latencies.length,
    latency_ms: dryRun ? [] : latencies.map((latency) => Math.round(latency * 10) / 10),
  };
}
