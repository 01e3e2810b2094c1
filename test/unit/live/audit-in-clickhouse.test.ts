import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseYaml } from '../../../src/documents/yaml.ts';
import { NO_CHDB } from '../../support/chdb.ts';
import { type ClickHouseBridge, startClickHouse } from '../../support/clickhouse-bridge.ts';
import { blocksOf } from '../../support/doc-blocks.ts';
import { EXAMPLE_LOG, exampleBacktest } from '../../support/example-backtest.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const page = readFileSync(join(root, 'docs/audit-in-clickhouse.md'), 'utf8');

let server: ClickHouseBridge;
beforeAll(async () => {
  if (!NO_CHDB) server = await startClickHouse();
});
const folder = mkdtempSync(join(tmpdir(), 'mcptest-test-'));
afterAll(() => {
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const [table = '', users = ''] = blocksOf(page, 'sql');

/** Sends the logs in a folder as the page does; its exit code and what it prints. */
async function send(logs: string): Promise<{ code: number; stdout: string }> {
  const script = blocksOf(page, 'sh').find((block) => block.includes('curl')) ?? '';
  const here = script
    .replace('/var/log/mcptest', logs)
    .replace('http://clickhouse:8123', `http://127.0.0.1:${server.port}`);
  return promisify(execFile)('sh', ['-c', here]).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }) => ({ code, stdout }),
  );
}

it.skipIf(NO_CHDB)('leads from three proxies to one backtest, as the page says', async () => {
  server.run(table);
  const logs = join(folder, 'logs');
  mkdirSync(logs);
  for (const proxy of [0, 1, 2]) {
    const log = EXAMPLE_LOG.filter((_, index) => index % 3 === proxy).join('\n');
    // one was renamed by --audit-max-size
    writeFileSync(join(logs, proxy < 2 ? `${proxy}.ndjson` : '2.ndjson.20260505T000000.000Z-1'), log);
  }
  expect(await send(logs)).toEqual({ code: 0, stdout: '' });
  expect(readdirSync(logs)).toEqual(['sent']);
  // nothing is sent twice, and a request that arrives again counts once
  await send(logs);
  for (const name of readdirSync(join(logs, 'sent'))) {
    writeFileSync(join(logs, `${name}.again`), readFileSync(join(logs, 'sent', name)));
  }
  await send(logs);
  const [, source = ''] = /--source '(clickhouse:[^']*)'/.exec(page) ?? [];
  const here = source.replace('clickhouse:8123', `127.0.0.1:${server.port}`);
  const figures = await exampleBacktest(['--source', here]);
  expect(figures).toMatchObject({ total: 3000 });
  expect(figures).toEqual(await exampleBacktest(['--audit-log', 'log']));
});

it.skipIf(NO_CHDB)(
  'counts as unreadable what a backtest on the log does, and keeps no line out because of another',
  async () => {
    server.run(table.replace('TABLE audit', 'TABLE hostile'));
    const record = { at: '2026-05-05T00:00:00Z', tool: 'db.query', decision: 'allow', agent: { id: 'a' } };
    const hostile = [
      ...[0.9, '90', true, 90.5, 65_626, -1, 101].map((risk) => ({ ...record, risk })),
      { ...record, at: undefined },
      { ...record, at: 'noon' },
      { ...record, tool: undefined },
      { ...record, decision: 'perhaps' },
      { ...record, signals: 'pii' },
    ].map((each) => JSON.stringify(each));
    const harmless = [
      { ...record, risk: null, signals: null, enforced: null, fault: null, approval: null },
      { ...record, agent: { id: 'a', labels: null } },
      { ...record, at: '2290-01-01T00:00:00Z' },
      { ...record, at: '2026-05-05t01:00:00.1234567+02:00' },
      { ...record, tool: undefined, decision: 'deny', fault: 'no JSON' },
    ].map((each) => JSON.stringify(each));
    const cut = JSON.stringify(record).slice(0, -20);
    const lines = [...EXAMPLE_LOG, ...harmless, ...hostile, cut];
    const url = /'http:\/\/clickhouse:8123(\/\?query=INSERT[^']*)'/.exec(page)?.[1] ?? '';
    const sent = await fetch(`http://127.0.0.1:${server.port}${url.replace('audit', 'hostile')}`, {
      method: 'POST',
      // the last record is whole for us, and not for ClickHouse
      body: `${[...lines, JSON.stringify({ ...record, tool: '\ud800' })].join('\n')}\n`,
    });
    expect(sent.status).toBe(200);
    expect(server.run('SELECT count() FROM hostile').trim()).toBe(String(lines.length + 1));
    const source = `clickhouse://127.0.0.1:${server.port}/default?table=hostile`;
    const { unreadable, ...figures } = await exampleBacktest(['--source', source], { lines });
    const { unreadable: expected, ...same } = await exampleBacktest(['--audit-log', 'log'], { lines });
    expect(figures).toEqual(same);
    expect(expected).toBe(hostile.length + 1);
    expect(unreadable).toBe(Number(expected) + 1);
  },
);

it.skipIf(NO_CHDB)('keeps a log that ClickHouse refuses, and shows why', async () => {
  const logs = join(folder, 'refused');
  mkdirSync(logs);
  writeFileSync(join(logs, 'a.ndjson'), '{"tool":"db.query","decision":"allow"}\n');
  server.run('RENAME TABLE audit TO away');
  const { code, stdout } = await send(logs);
  server.run('RENAME TABLE away TO audit');
  expect(code).toBe(1);
  expect(stdout).toContain('UNKNOWN_TABLE');
  expect(readdirSync(logs)).toEqual([expect.stringMatching(/^a\.ndjson\.\d{8}T\d{6}$/), 'sent']);
  expect(readdirSync(join(logs, 'sent'))).toEqual([]);
});

it.skipIf(NO_CHDB)('shows how to find a record that the report names', () => {
  const [, query = ''] = /`(SELECT record FROM [^`]*)`/.exec(page) ?? [];
  const at = '2026-05-05T00:00:00Z';
  expect(server.run(query.replace(/'[^']*'/, "'2026-05-05 00:00:00.000'"))).toContain(at);
});

it.skipIf(NO_CHDB)('makes users with settings that there are', () => {
  const statements = users.split(';').filter((text) => text.trim() !== '');
  expect(statements).toHaveLength(4);
  // a ClickHouse in a process has no users
  for (const statement of statements) expect(server.run(`EXPLAIN AST ${statement}`)).not.toBe('');
  const settings = [...users.matchAll(/(\w+) = 1/g)].map(([, name]) => name);
  expect(settings).toHaveLength(2);
  for (const name of settings) {
    expect(server.run(`SELECT count() FROM system.settings WHERE name = '${name}'`).trim()).toBe('1');
  }
});

it('lets a shipper read every line that a backtest on a log reads', () => {
  const [settings = ''] = blocksOf(page, 'yaml');
  const { sources } = parseYaml(settings, 'vector.yml').value as {
    sources: { audit: { include: string[]; max_line_bytes: number } };
  };
  expect(sources.audit.include).toEqual(['/var/log/mcptest/*.ndjson', '/var/log/mcptest/*.ndjson.*']);
  expect(sources.audit.max_line_bytes).toBe(64 * 2 ** 20);
});
