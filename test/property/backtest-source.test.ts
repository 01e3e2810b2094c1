import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { logReader } from '../../src/artifacts/audit-log/read.ts';
import { type BacktestTask, backtest, backtestTable } from '../../src/features/gateway/backtest/backtest.ts';
import { compareRules } from '../../src/features/gateway/backtest/backtest-changes.ts';
import type { BacktestReport } from '../../src/features/gateway/backtest/backtest-schema.ts';
import { readTable } from '../../src/features/gateway/source/read-table.ts';
import { openClickHouse } from '../../src/live/clickhouse-table.ts';
import { tables } from '../../src/node/tables.ts';
import type { OpenTable, SqlTable, TableSource } from '../../src/table-port.ts';
import { toLog } from '../support/audit-logs.ts';
import { paddingOf, writeClickHouse, writeDuckDb } from '../support/audit-tables.ts';
import { NO_CHDB } from '../support/chdb.ts';
import { startClickHouse } from '../support/clickhouse-bridge.ts';
import { memoryFiles } from '../support/memory-files.ts';
import { hostileRecords, ruleSets } from '../support/source-arbitraries.ts';

const folder = mkdtempSync(join(tmpdir(), 'mcptest-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const task = fc.record({
  records: hostileRecords,
  current: ruleSets,
  next: ruleSets,
  since: fc.constantFrom(undefined, Date.UTC(2026, 0, 1)),
  until: fc.constantFrom(undefined, Date.UTC(2026, 9, 1)),
});

/** All figures, without what depends on the order of records or says where they are. */
function figures({
  samples,
  unknownSamples,
  auditLogs,
  logs,
  source,
  unreadable,
  outside,
  ...rest
}: BacktestReport) {
  const leftOut = logs.map((each) => each.leftOut);
  // rows outside of the range are not read, so it is not known which of them are records
  const isWhole = rest.since === null && rest.until === null;
  return {
    ...rest,
    leftOut: isWhole ? leftOut : [],
    unreadable: isWhole ? unreadable : 0,
    outside: isWhole ? outside : 0,
  };
}

let number = 0;

async function scanned(given: BacktestTask, records: readonly object[]) {
  const log = toLog(records);
  const { report } = await backtest(given, logReader(['log'], memoryFiles({ log })));
  return report;
}

async function projected(given: BacktestTask, source: TableSource, open = tables(import.meta.filename)) {
  const table = (await open(source, { name: 'log' })) as SqlTable;
  const { current, next, range } = given;
  const reading = {
    name: 'log',
    map: undefined,
    rules: [current, next.file] as const,
    range,
    assume: undefined,
  };
  try {
    return (await backtestTable(given, (counter) => readTable(table, reading, counter))).report;
  } finally {
    await table.close();
  }
}

/** Runs a backtest of a log by a scan, and on a table that `write` makes of it. */
async function compared(
  { records, current, next, since, until }: typeof task extends fc.Arbitrary<infer T> ? T : never,
  write: (padding: number) => Promise<TableSource>,
  open?: OpenTable,
): Promise<void> {
  const given: BacktestTask = {
    current,
    next: compareRules(current, next),
    paths: {},
    logs: ['log'],
    range: { since, until },
    samples: 3,
    limits: {},
  };
  // a log with more than one unreadable line in a hundred is refused as a whole
  const padding = records.length * 100;
  const source = await write(padding);
  const expected = figures(await scanned(given, [...paddingOf(padding), ...records]));
  expect(figures(await projected(given, source, open))).toEqual(expected);
}

describe('a backtest on a table', () => {
  it('of DuckDB gives the figures of a scan of the log', async () => {
    await fc.assert(
      fc.asyncProperty(task, async (given) => {
        const path = join(folder, `${number++}.db`);
        await compared(given, async (padding) => {
          await writeDuckDb(path, given.records, padding);
          return { kind: 'duckdb', file: path, table: 'audit' };
        });
        rmSync(path);
      }),
      { numRuns: 25 },
    );
  });

  it.skipIf(NO_CHDB)('of ClickHouse gives the figures of a scan of the log', async () => {
    const server = await startClickHouse();
    const url = `http://127.0.0.1:${server.port}`;
    try {
      await fc.assert(
        fc.asyncProperty(task, async (given) => {
          const table = `audit${number++}`;
          const write = async (padding: number) => {
            writeClickHouse(server.run, table, given.records, padding);
            return { kind: 'clickhouse', url, database: 'default', table } as const;
          };
          await compared(given, write, async (source, options) => openClickHouse(source as never, options));
          server.run(`DROP TABLE ${table}`);
        }),
        { numRuns: 25 },
      );
    } finally {
      server.close();
    }
  });
});
