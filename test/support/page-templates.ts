import type { BacktestReport } from '../../src/features/gateway/backtest/backtest-schema.ts';
import { OUTCOME_KINDS } from '../../src/features/probe/outcomes.ts';
import type { ProbeReport } from '../../src/features/probe/report-schema.ts';
import type { ScenarioReport } from '../../src/features/scenario/judge/report-schema.ts';
import { runCli } from './run-cli.ts';

/** Stands in the inputs of the commands below wherever somebody else's text may stand. */
const STRANGER = 'stranger';

const AGENT = {
  model: STRANGER,
  turns: [
    {
      tool_calls: [
        { name: STRANGER, server: STRANGER, args: { [STRANGER]: STRANGER }, result: STRANGER },
        { name: `${STRANGER} 2`, args: {}, error: STRANGER },
      ],
      final_response: STRANGER,
    },
  ],
};

const SUITE = {
  scenarios: [
    {
      ...{ name: `${STRANGER} bad`, cassette: 'agent.json', seed: { [STRANGER]: STRANGER } },
      transitions: [{ tool: STRANGER, effect: { [STRANGER]: 'changed' } }],
      ...{ expect_state: { [STRANGER]: STRANGER }, golden: { calls: [STRANGER, `${STRANGER} 3`] } },
    },
    { name: `${STRANGER} good`, cassette: 'agent.json', transitions: [{ tool: `${STRANGER}*` }] },
  ],
};

const RULES = {
  version: '1',
  policies: [{ name: STRANGER, toolPattern: STRANGER, action: 'deny' }],
};

const RECORD = { at: '2026-05-30T12:00:00Z', tool: STRANGER, agent: { id: STRANGER }, server: STRANGER };
const LOG = ['allow', 'deny', 'require_approval'].map((decision) => JSON.stringify({ ...RECORD, decision }));

const scenarioRun = await reportOf<ScenarioReport>(['scenario', 'run', 'suite.yml'], {
  'suite.yml': JSON.stringify(SUITE),
  'agent.json': JSON.stringify(AGENT),
});
const backtest = await reportOf<BacktestReport>(
  ['gateway', 'backtest', '--policies', 'none.yml', '--draft', 'rules.yml', '--audit-log', 'log.ndjson'],
  {
    'none.yml': 'version: "1"\npolicies: []\n',
    'rules.yml': JSON.stringify(RULES),
    'log.ndjson': `${LOG.join('\n')}\n`,
  },
);

/** Returns the report of a scenario run about a stranger; one scenario failed, the others have these names and passed. */
export function scenarioReportOf(text: string, names: readonly string[]): ScenarioReport {
  const { scenarios, ...report } = written(scenarioRun, text);
  const [failed, passed] = scenarios as [(typeof scenarios)[number], (typeof scenarios)[number]];
  return { ...report, scenarios: [failed, ...names.map((name) => ({ ...passed, name }))] };
}

/** Returns the report of a probe about a stranger: the first tool is faulty, the second was not called, the others answered. */
export function probeReportOf(text: string, names: readonly string[]): ProbeReport {
  const tools = names.map((name, index): ProbeReport['tools'][number] => ({
    ...{ name, class: 'ReadOnly', decided_by: { kind: 'word', word: 'get' }, warnings: [] },
    decision: { kind: 'Execute', reason: 'read-only', can_repeat: true },
    ...{
      arguments: { [text]: text },
      outcome: index > 1 ? 'ok' : index === 1 ? 'skipped' : 'schema-mismatch',
    },
    ...{ reason: index === 1 ? 'refused' : null, message: index > 1 ? null : text },
    ...{ stability: 'same', calls: 2, latency_ms: [1.2, 3] },
  }));
  const count = (kind: string) => tools.filter(({ outcome }) => outcome === kind).length;
  return {
    schema_version: 'mcptest.dev/probe-report/v1',
    ...{ target: text, transport: 'stdio', server: { name: text, version: text, protocol: '2025-11-25' } },
    ...{ dry_run: false, strict: false, execute_destructive: false, max_calls: null, calls: 4 },
    ...{ accepted: false, conclusion: 'faults' },
    counts: Object.fromEntries(OUTCOME_KINDS.map((kind) => [kind, count(kind)])) as ProbeReport['counts'],
    ...{ volatile: [], expect_unstable: [], notes: [text], tools },
  };
}

/** Returns the report of a backtest about a stranger; the first of these tools has a call that loosens. */
export function backtestOf(text: string, names: readonly string[]): BacktestReport {
  const { byTool, ...report } = written(backtest, text);
  const entries = names.map((name, index) => ({
    ...{ name, total: 3, loosening: index === 0 ? 1 : 0, tightening: 1, unknown: 1 },
  }));
  return { ...report, byTool: { ...byTool, entries } };
}

async function reportOf<T>(argv: readonly string[], files: Record<string, string>): Promise<T> {
  const { stdout, stderr } = await runCli([...argv, '--json'], { files });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as T;
}

/** Puts a text in place of the stranger, in values and in keys. */
function written<T>(value: T, text: string): T {
  return JSON.parse(JSON.stringify(value).replaceAll(STRANGER, JSON.stringify(text).slice(1, -1))) as T;
}
