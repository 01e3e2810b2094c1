import type { Assume } from '../../artifacts/audit-log/log-reading.ts';
import { InputError } from '../../errors.ts';
import {
  type BacktestResult,
  type BacktestTask,
  backtestTable,
} from '../../features/gateway/backtest/backtest.ts';
import { parseColumnMap } from '../../features/gateway/source/column-map-file.ts';
import { type Credentials, parseCredentials } from '../../features/gateway/source/credentials-file.ts';
import { explainTable } from '../../features/gateway/source/explain-table.ts';
import { readTable, type TableTask } from '../../features/gateway/source/read-table.ts';
import { parseSource } from '../../features/gateway/source/source-name.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import type { OpenTableOptions, PlainTable, SqlTable, TableSource } from '../../table-port.ts';
import { givenFlag } from '../given-flag.ts';
import type { BACKTEST_FLAGS } from './flags.ts';
import { progressOn } from './progress.ts';

type BacktestOptions = OptionsOf<typeof BACKTEST_FLAGS>;

/** The options that select a table. */
type SourceOptions = Pick<BacktestOptions, 'source' | 'columns' | 'credentials'>;

/** Refuses options that contradict each other, or that only logs or only tables have. @throws InputError */
export function refuseTwoSources(options: BacktestOptions): void {
  const { source, explain, format } = options;
  if (source === undefined) {
    const needing = givenFlag(options, ['columns', 'credentials', 'explain']);
    if (needing === undefined) return;
    throw new InputError({
      message: `${needing} only works on a table`,
      help: 'pass --source, or leave the flag out',
    });
  }
  const other = givenFlag(options, ['auditLog', 'logFormat']);
  if (other !== undefined) {
    throw new InputError({
      message: `--source and ${other} exclude each other`,
      help: 'use --source for a table, or --audit-log for files',
    });
  }
  if (!explain) return;
  const useless = givenFlag(options, OF_A_REPORT);
  if (useless !== undefined || (format !== undefined && format !== 'pretty')) {
    throw new InputError({
      message: `--explain shows the queries and makes no report: ${useless ?? '--format'} has no effect`,
      help: `leave out ${useless ?? '--format'}, or --explain`,
    });
  }
}

/** What decides how a report looks, and what it accepts. */
const OF_A_REPORT = ['report', 'samples', 'maxFlips', 'failOnLoosen', 'allowUnknown'] as const;

/** Runs a backtest on a table. Spec (scale): "Where logs outgrow one machine". @throws InputError */
export function backtestSource(
  task: BacktestTask,
  options: SourceOptions,
  assume: Assume | undefined,
  ports: Ports,
): Promise<BacktestResult> {
  return withTable(task, options, assume, ports, (table, reading) =>
    backtestTable(task, (counter) => readTable(table, reading, counter)),
  );
}

/** Returns the queries of a backtest on a table, without running it. @throws InputError */
export function explainSource(task: BacktestTask, options: SourceOptions, ports: Ports): Promise<string> {
  return withTable(task, options, undefined, ports, explainTable);
}

/** Opens a table for a task, and closes it after use. */
async function withTable<T>(
  { current, next, range }: BacktestTask,
  { source: written = '', columns, credentials }: SourceOptions,
  assume: Assume | undefined,
  ports: Ports,
  use: (table: SqlTable | PlainTable, reading: TableTask) => Promise<T>,
): Promise<T> {
  const source = parseSource(written);
  const map = columns === undefined ? undefined : parseColumnMap(ports.files.readText(columns), columns);
  const progress = progressOn(ports);
  const opening = {
    name: written,
    credentials: credentialsFor(source, credentials, ports),
    onProgress: progress?.show,
  };
  const table = await open(source, opening, ports);
  try {
    return await use(table, { name: written, map, rules: [current, next.file], range, assume });
  } finally {
    progress?.end();
    await table.close();
  }
}

async function open(
  source: TableSource,
  options: OpenTableOptions,
  ports: Ports,
): Promise<SqlTable | PlainTable> {
  if (source.kind === 'clickhouse') {
    const { openClickHouse } = await import('../../live/clickhouse-table.ts');
    return openClickHouse(source, options);
  }
  const table = await ports.openTable?.(source, options);
  if (table) return table;
  throw new InputError({ message: `${options.name} cannot be read here` });
}

/** Returns the credentials of the file, else those of the environment; undefined if there are none. @throws InputError */
function credentialsFor(
  { kind }: TableSource,
  path: string | undefined,
  { env, files }: Ports,
): Credentials | undefined {
  if (kind !== 'clickhouse') {
    if (path === undefined) return undefined;
    throw new InputError({
      message: '--credentials is only for a database server',
      help: 'leave it out when --source names files',
    });
  }
  if (path !== undefined) return parseCredentials(files.readText(path), path);
  const { CLICKHOUSE_USER: user, CLICKHOUSE_PASSWORD: password } = env;
  if (user === undefined && password === undefined) return undefined;
  return { user: user ?? 'default', password: password ?? '' };
}
