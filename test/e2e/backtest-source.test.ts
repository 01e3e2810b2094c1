import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { builtProgram } from '../support/packed.ts';

const PROGRAM = await builtProgram();
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcptest-source-'));
  mkdirSync(join(folder, 'temporary'));
  writeFileSync(
    join(folder, 'draft.yml'),
    'version: "1"\npolicies:\n  - { name: No shell, toolPattern: shell.*, action: deny }\n',
  );
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Starts a backtest on a table, with a folder of its own for temporary files. */
function start(source: string): { program: ChildProcess; ended: Promise<unknown[]> } {
  const args = ['gateway', 'backtest', '--draft', 'draft.yml', '--source', source, '--out', 'report.txt'];
  const env = { ...process.env, TMPDIR: join(folder, 'temporary') };
  const program = spawn(process.execPath, [...PROGRAM, ...args], { cwd: folder, env, stdio: 'ignore' });
  return { program, ended: once(program, 'exit') };
}

const temporary = () => readdirSync(join(folder, 'temporary'));

it('leaves no files when a query of DuckDB is interrupted', async () => {
  const instance = await DuckDBInstance.create(join(folder, 'audit.db'));
  const connection = await instance.connect();
  // more records than can be counted while this test runs
  await connection.run(
    `CREATE VIEW audit AS SELECT 'agent-' || i AS agent_id, 'shell.run' AS tool, 'allow' AS decision,
      TIMESTAMP '2026-06-01' AS "at" FROM range(1000000000000) t(i)`,
  );
  connection.closeSync();
  instance.closeSync();
  const { program, ended } = start('duckdb:audit.db?table=audit');
  await expect.poll(temporary, { timeout: 60_000 }).toHaveLength(1);
  program.kill('SIGINT');
  expect(await ended).toEqual([null, 'SIGINT']);
  expect(temporary()).toEqual([]);
  expect(readdirSync(folder).sort()).toEqual(['audit.db', 'draft.yml', 'temporary']);
});

it('ends its connection when a query of ClickHouse is interrupted, which ends the query', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const asked = once(server, 'request');
    const { port } = server.address() as AddressInfo;
    const { program, ended } = start(`clickhouse://127.0.0.1:${port}/default?table=audit`);
    const [request] = await asked;
    expect(new URL(request.url, 'http://server').searchParams.get('readonly')).toBe('1');
    const closed = once(request.socket, 'close');
    program.kill('SIGTERM');
    expect(await ended).toEqual([null, 'SIGTERM']);
    await closed;
    expect(readdirSync(folder).sort()).toEqual(['draft.yml', 'temporary']);
  } finally {
    server.close();
  }
});
