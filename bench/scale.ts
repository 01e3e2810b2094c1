/**
 * Measures `gateway backtest --source` on tables of DuckDB against a plain `GROUP BY` of the same columns, and checks its figures:
 * `npx tsx bench/scale.ts FOLDER 1 10 100`, with sizes in millions of records, after `npm run build`. The folder gets the tables
 * (100 million records take about 2 GB), which are made if they are not there. A table is the log of the bench with a million
 * records, once for each million: each time a week later, so that the weekdays and hours stay. So its figures are those of the log
 * times the number of millions.
 */
import { existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { elapsedOf, formatRow, median, pairwise } from './measure.ts';
import { writeLog } from './write-log.ts';

const MILLION = 1_000_000;
const root = join(import.meta.dirname, '..');
const program = join(root, 'bin', 'mcptest.js');
const USED = join(import.meta.dirname, 'used.cjs');
const RULES = ['policies', 'draft'].flatMap((name) => [
  `--${name}`,
  join(root, 'examples', 'gateway', `${name}.yml`),
]);

const [folder = '', ...sizes] = process.argv.slice(2);
if (sizes.length === 0) throw new Error('usage: npx tsx bench/scale.ts FOLDER MILLIONS…');
const log = join(folder, 'audit.ndjson');
const tableOf = (millions: number) => join(folder, `audit-${millions}.db`);

const COLUMNS = [
  ['tool', 'tool'],
  ['agent_id', 'agent.id'],
  ['agent_labels', 'agent.labels::JSON::VARCHAR'],
  ['server', '"server"'],
  ['ip', 'ip'],
  ['resource_environment', 'resource.environment'],
  ['resource_type', 'resource.type'],
  ['risk', 'risk'],
  ['signals', 'signals::JSON::VARCHAR'],
  ['decision', 'decision'],
  ['approval_state', 'approval.state'],
] as const;

/** The query to compare with: it only counts the groups, and hands out one row. */
const PLAIN = `SELECT count(*) FROM (SELECT ${COLUMNS.map(([name]) => `"${name}"`).join(', ')}, "at"::DATE, count(*) FROM audit GROUP BY ALL)`;

const RUN_PLAIN = `
const { DuckDBInstance } = require(${JSON.stringify(join(root, 'node_modules/@duckdb/node-api'))});
(async () => {
  const instance = await DuckDBInstance.create(process.argv[1], { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  await connection.runAndReadAll(process.argv[2]);
})();
`;

if (!existsSync(log)) {
  writeLog(`${log}.part`, MILLION);
  renameSync(`${log}.part`, log);
}
const expected = figuresOf(['--audit-log', log]);
for (const size of sizes) {
  const millions = Number(size);
  await writeTable(millions);
  const table = tableOf(millions);
  const source = ['--source', `duckdb:${table}?table=audit`];
  const { source: read, ...found } = figuresOf(source);
  const wanted = JSON.stringify(times(expected, millions));
  if (JSON.stringify(found) !== wanted) throw new Error(`expected ${wanted}, found ${JSON.stringify(found)}`);
  const used: { ours: Used[]; plain: Used[] } = { ours: [], plain: [] };
  const timed = (args: readonly string[], into: Used[]) => {
    const { elapsed, stderr } = elapsedOf(['--require', USED, ...args]);
    const [kilobytes = 0, processor = 0] = (stderr.split('\n').at(-1) ?? '').split(' ').map(Number);
    into.push({ megabytes: kilobytes / 1000, processor });
    return elapsed;
  };
  const rows = pairwise(
    millions < 10 ? 3 : 1,
    () => timed([program, 'gateway', 'backtest', ...RULES, ...source], used.ours),
    () => timed(['-e', RUN_PLAIN, table, PLAIN], used.plain),
  );
  const processor = { a: used.ours.map(processorOf), b: used.plain.map(processorOf) };
  const peaks = [used.ours, used.plain].map((all) =>
    median(all.map(({ megabytes }) => megabytes)).toFixed(0),
  );
  console.log(
    `${(millions * MILLION).toLocaleString('en')} records (${(statSync(table).size / 1e6).toFixed(0)} MB)`,
  );
  console.log(formatRow('gateway backtest, against a plain GROUP BY', rows, 'target at most 1.3'));
  console.log(formatRow('processor time of both', processor, 'no target'));
  console.log(`  peak memory ${peaks[0]} MB, against ${peaks[1]} MB`);
  console.log(`  ${read.cases} cases; all figures are those of the log times ${millions}\n`);
}

interface Used {
  readonly megabytes: number;
  /** Milliseconds. */
  readonly processor: number;
}

function processorOf({ processor }: Used): number {
  return processor;
}

async function writeTable(millions: number): Promise<void> {
  const table = tableOf(millions);
  if (existsSync(table)) return;
  rmSync(`${table}.part`, { force: true });
  const instance = await DuckDBInstance.create(`${table}.part`);
  const connection = await instance.connect();
  await connection.run(
    `CREATE TEMP TABLE once AS SELECT id, "at"::TIMESTAMP AS "at", ${COLUMNS.map(([name, path]) => `${path} AS "${name}"`).join(', ')}
     FROM read_json($1, format = 'newline_delimited', columns = {id: 'VARCHAR', "at": 'TIMESTAMP', tool: 'VARCHAR',
       agent: 'STRUCT(id VARCHAR, labels JSON)', "server": 'VARCHAR', ip: 'VARCHAR',
       resource: 'STRUCT(environment VARCHAR, "type" VARCHAR)', risk: 'INTEGER', signals: 'JSON', decision: 'VARCHAR',
       approval: 'STRUCT(state VARCHAR)'})`,
    [log],
  );
  await connection.run('CREATE TABLE audit AS SELECT * FROM once LIMIT 0');
  for (let week = 0; week < millions; week++) {
    await connection.run(
      `INSERT INTO audit SELECT * REPLACE (id || '-${week}' AS id, "at" + to_days(${week * 7}) AS "at") FROM once`,
    );
  }
  connection.closeSync();
  instance.closeSync();
  renameSync(`${table}.part`, table);
}

/** Runs a backtest, and returns the figures that grow with the number of records. */
function figuresOf(from: readonly string[]) {
  const out = join(folder, 'report.json');
  elapsedOf([program, 'gateway', 'backtest', ...RULES, ...from, '--format', 'json', '--out', out]);
  const { total, unchanged, unknown, flips, lacking, drift, byTool, byAgent, source } = JSON.parse(
    readFileSync(out, 'utf8'),
  );
  return { total, unchanged, unknown, flips, lacking, drift, byTool, byAgent, source };
}

/** Returns the same figures for so many times the records. */
function times<T>(value: T, factor: number): T {
  if (typeof value === 'number') return (value * factor) as T;
  if (Array.isArray(value)) return value.map((each) => times(each, factor)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (key === 'source' ? [] : [[key, times(each, factor)]])),
  ) as T;
}
