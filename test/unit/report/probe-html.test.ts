import { expect, it } from 'vitest';
import type { ProbeComparison } from '../../../src/features/probe/comparison-schema.ts';
import { OUTCOME_KINDS, type OutcomeKind } from '../../../src/features/probe/outcomes.ts';
import type { ProbeReport } from '../../../src/features/probe/report-schema.ts';
import { formatComparisonHtml, formatHtml } from '../../../src/report/probe/html.ts';

const textOf = (html: string) =>
  html
    .replace(/<(style|script|title)[^>]*>[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ');

type Tool = ProbeReport['tools'][number];

const tool = (name: string, outcome: OutcomeKind, more: Partial<Tool> = {}): Tool => ({
  name,
  class: 'ReadOnly',
  decided_by: { kind: 'word', word: 'get' },
  decision: { kind: 'Execute', reason: 'read-only', can_repeat: true },
  warnings: [],
  arguments: { city: 'Oslo' },
  outcome,
  reason: null,
  message: null,
  stability: 'same',
  calls: 2,
  latency_ms: [1.2, 3],
  ...more,
});

const report = (tools: readonly Tool[], more: Partial<ProbeReport> = {}): ProbeReport => ({
  schema_version: 'mcptest.dev/probe-report/v1',
  target: 'node server.js',
  transport: 'stdio',
  server: { name: 'weather', version: '1.0', protocol: '2025-11-25' },
  dry_run: false,
  strict: false,
  execute_destructive: false,
  max_calls: null,
  calls: 4,
  accepted: false,
  conclusion: 'faults',
  counts: Object.fromEntries(
    OUTCOME_KINDS.map((kind) => [kind, tools.filter(({ outcome }) => outcome === kind).length]),
  ) as ProbeReport['counts'],
  volatile: [],
  expect_unstable: [],
  notes: [],
  tools: [...tools],
  ...more,
});

const skipped: Partial<Tool> = {
  reason: 'refused',
  message: 'may change things',
  arguments: null,
  calls: 0,
  latency_ms: [],
};

it('shows faults first, with the call, what was expected and what was received', () => {
  const tools = [
    tool('get_ok', 'ok'),
    tool('delete_it', 'skipped', skipped),
    tool('get_broken', 'schema-mismatch', {
      message: '/city: must be text',
      stability: 'not-compared',
      calls: 1,
      latency_ms: [4],
    }),
    tool('get_odd', 'unstable', { message: 'first 1, then 2', stability: 'different' }),
    tool('get_error', 'tool-error', {
      message: 'no such city',
      warnings: [{ code: 'contradiction', message: 'odd hints' } as never],
    }),
    tool('get_lost', 'skipped', { ...skipped, reason: 'connection-lost' }),
  ];
  const html = formatHtml(report(tools, { notes: ['it was slow'], volatile: ['/time'] }));
  const text = textOf(html);
  expect(text).toContain('FAIL the server has faults');
  expect(text).toContain(
    'Server weather 1.0 over stdio, MCP 2025-11-25 Reached through node server.js Calls 4 calls made Not compared /time',
  );
  expect(text).toMatch(/exempt what rightly changes.* it was slow/);
  expect(text).toMatch(
    /Faults schema-mismatch get_broken .* Called with \{ "city": "Oslo" \} Expected an answer that matches the output schema Received \/city: must be text Calls 1: 4 ms/,
  );
  expect(text).toMatch(
    /unstable get_odd .* Expected the same answer to the same call Received first 1, then 2/,
  );
  expect(text).toMatch(
    /skipped get_lost .*Tool errors tool-error get_error .* Received no such city .* warning: odd hints/,
  );
  expect(text).toMatch(
    /Not called 1 tool not called .* delete_it .* Why may change things: the name contains `get`/,
  );
  expect(html).toMatch(/<summary[^>]*>1 tool answered<\/summary>/);
});

it('says what a dry run would call, and that a good server has no faults', () => {
  const dry = report([tool('get_it', 'planned', { calls: 2, latency_ms: [] })], {
    dry_run: true,
    accepted: true,
    conclusion: 'dry-run',
  });
  expect(textOf(formatHtml(dry))).toMatch(
    /DRY RUN a dry run makes no calls .* Would be called planned get_it .* Would be called with/,
  );
  const good = report([tool('get_it', 'ok')], { accepted: true, conclusion: 'no-faults' });
  expect(textOf(formatHtml(good))).toContain(
    'PASS no faults of the server found; 1 of 1 tool called twice and compared, all with the same answer',
  );
});

it('shows what differs between two protocols first', () => {
  const reports = [
    report([tool('get_it', 'ok')], { accepted: true, conclusion: 'no-faults' }),
    report([tool('get_it', 'protocol-error', { message: 'no answer' })], {
      server: { name: null, version: null, protocol: null },
      transport: 'http',
      notes: ['it was slow'],
    }),
  ];
  const comparison: ProbeComparison = {
    schema_version: 'mcptest.dev/probe-comparison/v1',
    accepted: false,
    differences: [{ tool: 'get_it', message: 'ok, then protocol-error' }],
    reports,
  };
  const text = textOf(formatComparisonHtml(comparison));
  expect(text).toContain('FAIL 1 tool differs between the two protocols 1 differ');
  expect(text).toContain('MCP of an unknown revision: it was slow');
  expect(text).toMatch(
    /Different in the two protocols differs get_it ok, then protocol-error MCP 2025-11-25 .* MCP of an unknown revision: Faults protocol-error get_it/,
  );
  const same = textOf(
    formatComparisonHtml({ ...comparison, accepted: true, differences: [], reports: reports.slice(0, 1) }),
  );
  expect(same).toContain('PASS no tool differs between the two protocols');
  const two = {
    ...comparison,
    differences: [...comparison.differences, { tool: 'b', message: 'listed once' }],
  };
  expect(textOf(formatComparisonHtml(two))).toContain('2 tools differ between');
});
