import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, expect, it } from 'vitest';
import { tables } from '../../../src/node/tables.ts';
import { blocksOf } from '../../support/doc-blocks.ts';
import { EXAMPLE_LOG, exampleBacktest } from '../../support/example-backtest.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/backtest.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'mcptest-duckdb-'));
const openTable = tables(import.meta.filename);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('reads a table that DuckDB made of a log through the view of the page, with the figures of the log', async () => {
  writeFileSync(join(folder, 'audit.ndjson'), EXAMPLE_LOG.join('\n'));
  const [, raw = ''] = /`(CREATE TABLE raw AS FROM '[^`]*)`/.exec(page) ?? [];
  const view = blocksOf(page, 'sql').find((statement) => statement.startsWith('CREATE VIEW')) ?? '';
  const instance = await DuckDBInstance.create(join(folder, 'audit.db'));
  const connection = await instance.connect();
  await connection.run(raw.replace('audit.ndjson', join(folder, 'audit.ndjson')));
  await connection.run(view);
  connection.closeSync();
  instance.closeSync();
  const figures = await exampleBacktest(['--source', `duckdb:${folder}/audit.db?table=records`], {
    openTable,
  });
  expect(figures).toMatchObject({ total: 3000 });
  expect(figures).toEqual(await exampleBacktest(['--audit-log', 'log']));
});
