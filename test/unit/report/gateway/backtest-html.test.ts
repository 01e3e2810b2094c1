import { expect, it } from 'vitest';
import type { BacktestBreakdown } from '../../../../src/features/gateway/backtest/backtest-schema.ts';
import { daysSvg } from '../../../../src/report/gateway/days-svg.ts';
import { runCli } from '../../../support/run-cli.ts';

const POLICIES =
  'version: "1"\npolicies:\n  - { name: No shell, toolPattern: shell.*, action: deny }\n  - { name: Hold mail, toolPattern: mail.*, action: require_approval }\n';
const record = (tool: string, decision: string, at = '2026-05-01T10:00:00Z', more: object = {}) =>
  JSON.stringify({ at, tool, decision, arguments: {}, ...more });

async function page(draft: string, lines: readonly string[], ...flags: readonly string[]) {
  const files = { 'p.yml': POLICIES, 'd.yml': draft, 'a.ndjson': `${lines.join('\n')}\n` };
  const argv = [
    'gateway',
    'backtest',
    '--policies',
    'p.yml',
    '--audit-log',
    'a.ndjson',
    '--draft',
    'd.yml',
    '--format',
    'html',
  ];
  return runCli([...argv, ...flags], { files });
}

const textOf = (html: string) =>
  html
    .replace(/<(style|script|title)[^>]*>[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&gt;', '>')
    .replace(/\s+/g, ' ');

const LOG = [
  record('shell.run', 'deny'),
  record('mail.send', 'require_approval', '2026-05-03T10:00:00Z', { agent: { id: 'bot' }, id: 'call-1' }),
  record('db.read', 'allow'),
];

it('shows what would be let through first, with records to look at', async () => {
  const draft =
    '- { name: No shell, toolPattern: none, action: deny }\n- { name: No mail, toolPattern: mail.*, action: deny }\n';
  const { stdout } = await page(draft, LOG);
  const text = textOf(stdout);
  expect(text).toContain('LOOSER 3 records: 1 unchanged, 2 flips (1 loosen, 1 tighten), 0 unknown');
  expect(text).toContain('1 newly allowed 0 newly held 1 newly denied 0 unknown 0 not read 1 unchanged');
  expect(text).toMatch(
    /Flips loosens deny -> allow: 1 record all of them .* a\.ndjson:1 shell\.run - 2026-05-01T10:00:00Z `No shell` -> no rule tightens/,
  );
  expect(text).toContain('a.ndjson:2 call-1 mail.send bot');
  expect(text).toMatch(
    /By rule Effect Rule Loosen Tighten Unknown Of loosens No shell 1 0 0 1 tightens No mail 0 1 0 1/,
  );
  expect(text).toMatch(/By tool .* loosens shell\.run 1 0 0 1 tightens mail\.send 0 1 0 1/);
  expect(stdout).toContain('id="tool-shell-run"');
  expect(stdout).toContain(
    '<desc id="_days-text">A bar for each day from 2026-05-01 to 2026-05-03; the tallest bar shows 1 record.',
  );
});

it('says when nothing changes, when only less is let through, and what the limits say', async () => {
  const same = '- { name: No shell, toolPattern: shell.*, action: deny }\n';
  expect(textOf((await page(same, LOG)).stdout)).toContain(
    'UNCHANGED 3 records: 3 unchanged, 0 flips, 0 unknown',
  );
  const stricter = '- { name: No mail, toolPattern: mail.*, action: deny }\n';
  expect(textOf((await page(stricter, LOG)).stdout)).toContain('STRICTER 3 records');
  const passed = await page(stricter, LOG, '--fail-on-loosen');
  expect([passed.exitCode, textOf(passed.stdout)]).toEqual([0, expect.stringContaining('PASS 3 records')]);
  const failed = await page(stricter, LOG, '--max-flips', '0');
  expect(failed.exitCode).toBe(1);
  expect(textOf(failed.stdout)).toMatch(/FAIL 3 records.*<ul class="notes">|FAIL 3 records.*1 flip/);
});

it('shows what cannot be decided, and lines that are no records', async () => {
  const draft =
    '- { name: Production, toolPattern: "*", action: deny, context: { resource: { environment: { anyOf: [prod] } } } }\n';
  const lines = [...LOG, ...Array.from({ length: 200 }, () => record('db.read', 'allow')), 'no record'];
  const { stdout } = await page(draft, lines, '--samples', '0');
  const text = textOf(stdout);
  expect(text).toContain('UNKNOWN');
  expect(text).toMatch(
    /Not decided unknown \d+ records lack a value that the answer depends on Attribute Records resource.environment \d+/,
  );
  expect(text).toContain('1 line could not be read, so nothing is known about it');
  expect(text).toContain('Not decided');
  expect(stdout).not.toContain('aria-label="Records"');
});

const tally = (name: string | null, loosening: number) => ({
  name,
  total: 9,
  loosening,
  tightening: 1,
  unknown: 0,
});

it('draws days to scale, several in a bar where there are many, and nothing where there is nothing', () => {
  const entries = [tally(null, 9), tally('2025-01-01', 3), tally('2026-05-01', 1)];
  const drawing = daysSvg({ entries, other: null });
  expect(drawing.join('\n')).toContain(
    'A bar for each 5 days from 2025-01-01 to 2026-05-01; the tallest bar shows 4 records.',
  );
  expect(drawing.filter((line) => line.startsWith('<rect'))).toHaveLength(4);
  const none: BacktestBreakdown = { entries: [{ ...tally('2026-05-01', 0), tightening: 0 }], other: null };
  expect(daysSvg(none)).toEqual([]);
  expect(daysSvg({ entries: [tally(null, 1)], other: null })).toEqual([]);
  expect(daysSvg({ entries: [tally('2026-05-01', 1)], other: null }).join('')).not.toContain(
    'text-anchor="end" font-size="11" fill="currentColor">2026',
  );
});
