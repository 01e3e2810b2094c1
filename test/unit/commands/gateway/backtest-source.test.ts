import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog } from '../../../../examples/gateway/generate-log.ts';
import { parquetFiles } from '../../../../src/node/parquet-files.ts';
import { openParquet } from '../../../../src/node/parquet-table.ts';
import { tables } from '../../../../src/node/tables.ts';
import type { OpenTable } from '../../../../src/table-port.ts';
import { blocksOf } from '../../../support/doc-blocks.ts';
import { runCli } from '../../../support/run-cli.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');

const folder = mkdtempSync(join(tmpdir(), 'mcptest-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = (name: string) => join(folder, name);

/** Reads Parquet files as on a machine without DuckDB. */
const withoutDuckDb: OpenTable = async (source, options) => {
  if (source.kind !== 'parquet') throw new Error('not a file');
  return openParquet(await import('hyparquet'), parquetFiles(source.pattern, options.name), options);
};

const POLICIES = JSON.stringify([
  { name: 'No shell', toolPattern: 'shell.*', action: 'deny' },
  { name: 'Too risky', toolPattern: '*', action: 'deny', riskThreshold: 90 },
]);
const DRAFT = JSON.stringify([
  { name: 'Hold mail', toolPattern: 'gmail.*', action: 'require_approval', signalCategory: 'pii' },
]);

const run = (source: string, more: string[] = [], openTable: OpenTable = tables(import.meta.filename)) =>
  runCli(['gateway', 'backtest', '--policies', 'p.json', '--draft', 'd.json', '--source', source, ...more], {
    files: {
      'p.json': POLICIES,
      'd.json': DRAFT,
      'map.yml': 'at: called_at\ntool: tool_name\nagent.id: who\nrisk: null\n',
      'wrong.yml': 'tool: tool_nam\n',
      'rename.yml': 'at: number\ntool: tool_name\n',
    },
    openTable,
  });

const report = async (...given: Parameters<typeof run>) => {
  const { stdout, stderr, exitCode } = await run(
    given[0],
    [...(given[1] ?? []), '--format', 'json'],
    given[2],
  );
  expect(stderr).toBe('');
  expect(exitCode).toBe(0);
  return JSON.parse(stdout);
};

beforeAll(async () => {
  const instance = await DuckDBInstance.create(path('audit.db'));
  const connection = await instance.connect();
  const records = `SELECT 'call-' || i AS id, TIMESTAMP '2026-06-01 12:00:00.5' + to_hours(i) AS "at",
    CASE WHEN i % 3 = 0 THEN 'gmail.send' ELSE 'db.read' END AS tool, 'ana' AS agent_id,
    CASE WHEN i % 2 = 0 THEN '[{"id":"pii.email","category":"pii","evidence":"an…' || i || '"}]' ELSE '[]' END AS signals,
    ['ci'] AS agent_labels, 40 AS risk, 'allow' AS decision FROM range(200) t(i)`;
  await connection.run(`CREATE TABLE audit AS ${records}`);
  await connection.run(`CREATE TABLE renamed AS SELECT id, "at" AS called_at, tool AS tool_name, agent_id AS who,
    signals, 'high' AS risk, 5 AS number, decision FROM audit`);
  await connection.run(`CREATE TABLE undecided AS SELECT "at", tool, signals, risk FROM audit`);
  await connection.run(`CREATE TABLE zoned AS SELECT * REPLACE ("at"::TIMESTAMPTZ AS "at") FROM audit`);
  await connection.run(
    `CREATE TABLE written AS SELECT * REPLACE (strftime("at", '%Y-%m-%dT%H:%M:%S.%g+00:00') AS "at") FROM audit`,
  );
  await connection.run(`CREATE TABLE nested AS SELECT "at", tool, {'id': agent_id} AS agent FROM audit`);
  await connection.run(`COPY audit TO '${path('seen.parquet')}'`);
  await connection.run(`CREATE VIEW seen AS FROM '${path('seen.parquet')}'`);
  await connection.run(`CREATE TABLE empty AS SELECT * FROM audit LIMIT 0`);
  await connection.run(`COPY audit TO '${path('a-1.parquet')}' (FORMAT parquet, ROW_GROUP_SIZE 2048)`);
  await connection.run(`COPY audit TO '${path('zstd.parquet')}' (FORMAT parquet, COMPRESSION zstd)`);
  await connection.run(`CREATE TABLE jsons AS SELECT * REPLACE (to_json(tool) AS tool) FROM audit`);
  await connection.run(`CREATE TABLE lists AS SELECT *, ['production'] AS resource_environment FROM audit`);
  // the second record is assessed, later by less than a millisecond than the third by its identifier
  await connection.run(`CREATE TABLE threats AS SELECT * FROM (VALUES
    ('c', TIMESTAMP '2026-06-01 12:00:00.000100', NULL), ('b', TIMESTAMP '2026-06-01 12:00:00.000200', 'malware'),
    ('a', TIMESTAMP '2026-06-01 12:00:00.000300', NULL)) t(id, "at", agent_mlThreatClass),
    (SELECT 'db.read' AS tool, 'ana' AS agent_id, 'allow' AS decision)`);
  await connection.run(
    `CREATE TABLE offsets AS SELECT * REPLACE (strftime("at", '%Y-%m-%dT%H:%M:%S.%f+00:00') AS "at") FROM threats`,
  );
  await connection.run(
    `CREATE TABLE centuries AS SELECT * REPLACE (CASE id WHEN 'a' THEN '1850-01-01T00:00:00Z' ELSE "at" END AS "at") FROM offsets`,
  );
  await connection.run(
    `CREATE TABLE faults AS SELECT *, 'why' AS fault FROM audit UNION ALL BY NAME SELECT * FROM audit`,
  );
  await connection.run(`UPDATE faults SET decision = 'deny' WHERE fault IS NOT NULL`);
  await connection.run(`COPY (FROM audit ORDER BY "at" DESC) TO '${path('unsorted.parquet')}'`);
  await connection.run(`COPY (SELECT id, "at", tool, decision FROM audit) TO '${path('part-1.parquet')}'`);
  await connection.run(`COPY (SELECT * FROM audit) TO '${path('part-2.parquet')}'`);
  await connection.run(`COPY (FROM audit LIMIT 7) TO '${path('s[e]t.parquet')}'`);
  await connection.run(`COPY (FROM audit LIMIT 9) TO '${path('set.parquet')}'`);
  await connection.run(
    `COPY (SELECT * REPLACE ('nan'::DOUBLE AS risk) FROM audit LIMIT 5) TO '${path('nan.parquet')}'`,
  );
  connection.closeSync();
  instance.closeSync();
});

describe('gateway backtest --source', () => {
  const source = (table: string) => `duckdb:${path('audit.db')}?table=${table}`;

  it('counts what the rules see alike, with one example of each', async () => {
    const { total, flips, source: read, samples, byDay, auditLogs } = await report(source('audit'));
    expect({ total, flips: flips['allow->require_approval'] }).toEqual({ total: 200, flips: 34 });
    expect(read.streamed).toBe(0);
    // the tools, and whether there is a signal
    expect(read.cases).toBe(4);
    expect(byDay.entries).toHaveLength(9);
    expect(samples).toHaveLength(1);
    expect(auditLogs).toEqual([source('audit')]);
    expect(samples[0]).toMatchObject({ line: null, id: 'call-0', at: '2026-06-01T12:00:00.500Z' });
  });

  it('reads every kind of time, and Parquet with and without DuckDB', async () => {
    const figures = ({ total, flips, byTool, byDay, byAgent, drift }: Record<string, unknown>) =>
      JSON.stringify({ total, flips, byTool, byDay, byAgent, drift });
    const expected = figures(await report(source('audit')));
    for (const table of ['zoned', 'written']) expect(figures(await report(source(table)))).toBe(expected);
    expect(figures(await report(`parquet:${path('a-*.parquet')}`))).toBe(expected);
    const plain = await report(`parquet:${path('a-*.parquet')}`, [], withoutDuckDb);
    expect(figures(plain)).toBe(expected);
    expect(plain.source).toEqual({ cases: 0, streamed: 200 });
    const range = ['--since', '2026-06-02T00:00:00Z', '--until', '2026-06-04T00:00:00Z'];
    const inRange = await report(source('audit'), range);
    expect(inRange).toMatchObject({ total: 48, outside: 152 });
    for (const each of [source('zoned'), source('written')]) {
      expect(figures(await report(each, range))).toBe(figures(inRange));
    }
  });

  it('reads what the documentation makes of log files', async () => {
    const [copy = ''] = blocksOf(readFileSync(join(root, 'docs/backtest.md'), 'utf8'), 'sql');
    const [log, parquet, database] = [path('audit.ndjson'), path('logs.parquet'), path('logs.db')];
    // the first half has a zone of its own
    const lines = [...auditLog(2000)].map((line, index) =>
      index < 1000 ? line.replace(/"at":"([^"]*)Z"/, '"at":"$1+02:00"') : line,
    );
    writeFileSync(log, lines.join('\n'));
    const here = copy.replace('audit*.ndjson', log).replace('logs/audit.parquet', parquet);
    const table = here.replace('COPY (', 'CREATE TABLE audit AS').replace(/\) TO .*\n$/, '');
    const instance = await DuckDBInstance.create(database);
    const connection = await instance.connect();
    for (const statement of [here, table]) await connection.run(statement);
    connection.closeSync();
    instance.closeSync();
    const example = (name: string) => readFileSync(join(root, 'examples/gateway', name), 'utf8');
    const files = {
      'policies.yml': example('policies.yml'),
      'draft.yml': example('draft.yml'),
      'audit.ndjson': lines.join('\n'),
    };
    const figures = async (from: string[], openTable: OpenTable = tables(import.meta.filename)) => {
      const rules = ['--policies', 'policies.yml', '--draft', 'draft.yml', '--format', 'json'];
      const { stdout, stderr } = await runCli(['gateway', 'backtest', ...rules, ...from], {
        files,
        openTable,
      });
      expect(stderr).toBe('');
      const { auditLogs, samples, unknownSamples, source, logs, ...all } = JSON.parse(stdout);
      return all;
    };
    const expected = await figures(['--audit-log', 'audit.ndjson']);
    expect(expected.total).toBe(2000);
    expect(await figures(['--source', `parquet:${parquet}`])).toEqual(expected);
    expect(await figures(['--source', `duckdb:${database}?table=audit`])).toEqual(expected);
    expect(await figures(['--source', `parquet:${parquet}`], withoutDuckDb)).toEqual(expected);
  });

  const THREATS = JSON.stringify([
    {
      name: 'Malware',
      toolPattern: '*',
      action: 'deny',
      context: { mlThreatClass: { anyOf: ['malware'] } },
    },
  ]);
  const threats = (from: string, openTable: OpenTable = tables(import.meta.filename)) =>
    runCli(['gateway', 'backtest', '--draft', 'd.json', '--source', from, '--format', 'json'], {
      files: { 'd.json': THREATS },
      openTable,
    });

  it('reads records one by one in the order of time, also within a millisecond', async () => {
    for (const table of ['threats', 'offsets']) {
      const { stdout } = await threats(source(table));
      expect(JSON.parse(stdout)).toMatchObject({ total: 3, tightening: 2, unknown: 1 });
    }
  });

  it('refuses records that it cannot put in order', async () => {
    const centuries = await threats(source('centuries'));
    expect(centuries.stderr).toContain(
      'has a record of 1850-01-01T00:00:00Z, a time that the database cannot put in order',
    );
    const unsorted = await threats(`parquet:${path('unsorted.parquet')}`, withoutDuckDb);
    expect(unsorted.stderr).toContain('has records that are not in the order of time');
    expect([centuries.exitCode, unsorted.exitCode]).toEqual([2, 2]);
  });

  it('leaves out denials without a decision, also outside of the range', async () => {
    const { total, outside, logs } = await report(source('faults'), ['--since', '2026-06-02T00:00:00Z']);
    expect({ total, outside, leftOut: logs[0].leftOut }).toEqual({
      total: 188,
      outside: 12,
      leftOut: [{ what: 'denials without a decision', lines: 200 }],
    });
  });

  it('reads files with different columns as one table', async () => {
    const expected = { total: 400, tightening: 34, unknown: 67 };
    for (const open of [undefined, withoutDuckDb]) {
      const read = await report(`parquet:${path('part-*.parquet')}`, ['--allow-unknown'], open);
      expect(read).toMatchObject(expected);
    }
  });

  it('reads the file that is named, also if its name is a pattern, and else what the pattern matches', async () => {
    for (const open of [undefined, withoutDuckDb]) {
      expect(await report(`parquet:${path('s[e]t.parquet')}`, [], open)).toMatchObject({ total: 7 });
      expect(await report(`parquet:${path('s[ef]t.parquet')}`, [], open)).toMatchObject({ total: 9 });
      expect(await report(`parquet:${path('{s,x}et.parquet')}`, [], open)).toMatchObject({ total: 9 });
    }
  });

  it('finds a risk that is no number', async () => {
    for (const open of [undefined, withoutDuckDb]) {
      const { exitCode, stderr } = await run(`parquet:${path('nan.parquet')}`, [], open);
      expect(stderr).toContain('5 of 5 rows are not audit records');
      expect(exitCode).toBe(2);
    }
  });

  it('refuses a table whose agent is one column', async () => {
    const { exitCode, stderr } = await run(source('nested'));
    expect(exitCode).toBe(2);
    expect(stderr).toContain('`agent` as one column');
    expect(stderr).toContain('select `agent.id AS agent_id');
  });

  it('reads columns with other names', async () => {
    const { total, byAgent } = await report(source('renamed'), ['--columns', 'map.yml']);
    expect(total).toBe(200);
    expect(byAgent.entries[0].name).toBe('ana');
  });

  it('shows where the records come from, and none has a line', async () => {
    const { stdout } = await run(source('audit'));
    expect(stdout).toContain(`table    ${source('audit')}\n`);
    expect(stdout).toContain('decided  4 groups of records that look the same to the rules\n');
    expect(stdout).toContain('2026-06-01T12:00:00.500Z  call-0 ');
    expect(stdout).not.toContain('null');
  });

  it('says how many records were read one by one', async () => {
    const { stdout } = await run(`parquet:${path('a-*.parquet')}`, [], withoutDuckDb);
    expect(stdout).toContain('decided  200 records one by one\n');
  });

  it.each([
    [
      source('audit'),
      ['--columns', 'wrong.yml'],
      'has no column `tool_nam`; its columns are `id`, `at`, `tool`',
    ],
    [source('renamed'), [], 'has no column for `at` and `tool`'],
    [
      source('renamed'),
      ['--columns', 'rename.yml'],
      'the column `number` must hold times, but its type is INTEGER',
    ],
    [source('undecided'), [], '200 of 200 rows are not audit records'],
    [source('empty'), [], 'contains no audit records'],
    [source('missing'), [], 'Table with name missing does not exist'],
    [
      source('seen'),
      [],
      'help: a view may not read other files: make a table of them, or name Parquet files with parquet:\n',
    ],
    [`duckdb:${path('none.db')}?table=audit`, [], 'there is no such file'],
    ['duckdb:md:audit?table=audit', [], 'there is no such file'],
    ['parquet:https://127.0.0.1:1/a.parquet', [], 'there is no such file'],
    ['parquet:s3://bucket/*.parquet', [], 'no files match the pattern'],
    [`parquet:${path('none-*.parquet')}`, [], 'no files match the pattern'],
    [source('jsons'), [], 'the column `tool` has no texts: its type is JSON'],
    [source('lists'), [], 'the column `resource_environment` has no texts: its type is VARCHAR[]'],
  ])('refuses %s %s', async (from, more, message) => {
    const { exitCode, stderr, stdout } = await run(from, more);
    expect(stderr).toContain(message);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  });

  it('decides records without a decision as told', async () => {
    const { assumed, drift } = await report(source('undecided'), ['--assume', 'current']);
    expect(assumed).toEqual({ decision: 'current', records: 200 });
    expect(drift.total).toBe(0);
  });

  it.each([
    [path('none.parquet'), 'there is no such file'],
    [path('none-*.parquet'), 'no files match the pattern'],
    [path('none/*.parquet'), 'no files match the pattern'],
    [path('audit.db'), 'cannot be read'],
    [path('zstd.parquet'), 'npm install @duckdb/node-api'],
  ])('says what is wrong with %s without DuckDB', async (pattern, message) => {
    const { exitCode, stderr } = await run(`parquet:${pattern}`, [], withoutDuckDb);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
  });

  it('shows the queries, where there are any', async () => {
    const { stdout, exitCode } = await run(source('audit'), ['--explain']);
    expect(stdout).toMatch(/^-- the first and last time.*\nSELECT .* FROM "audit" AS mcptest_log;\n/);
    expect(exitCode).toBe(0);
    const plain = await run(`parquet:${path('a-*.parquet')}`, ['--explain'], withoutDuckDb);
    expect(plain.stderr).toContain('is read row by row, without a database, so there is no query to show');
    expect(plain.exitCode).toBe(2);
    const nowhere = await run(source('audit'), [], async () => undefined as never);
    expect(nowhere.stderr).toContain('cannot be read here');
  });

  it('says what to install', async () => {
    const open = tables(path('elsewhere.js'));
    for (const from of [source('audit'), `parquet:${path('a-*.parquet')}`]) {
      const { exitCode, stderr } = await run(from, [], open);
      expect(stderr).toContain('the package @duckdb/node-api is not installed');
      expect(exitCode).toBe(2);
    }
  });
});
