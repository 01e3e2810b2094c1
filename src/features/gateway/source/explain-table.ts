import { InputError } from '../../../errors.ts';
import type { PlainTable, SqlTable, TableQuery } from '../../../table-port.ts';
import { Answers } from './answers.ts';
import { columnsOf } from './column-map-file.ts';
import { boundsOf, queriesFor, type TableTask } from './read-table.ts';

/**
 * Returns the queries that {@link readTable} would run, each with what it is for and its values, as text. It asks for the
 * columns and the range of the times. Spec (scale): "Where logs outgrow one machine".
 * @throws InputError
 */
export async function explainTable(table: SqlTable | PlainTable, task: TableTask): Promise<string> {
  const columns = columnsOf(await table.columns(), task.map, task.name);
  if (table.kind === 'plain') {
    throw new InputError({
      message: `${task.name} is read row by row, without a database, so there is no query to show`,
      help: 'run `npm install @duckdb/node-api`, so that DuckDB counts the records with queries',
    });
  }
  const queries = queriesFor(table, columns, task);
  const bounds = queries.bounds();
  const stream = queries.stream();
  return [
    section('the first and last time, and the number of records in the range and outside of it', bounds),
    ...(stream === undefined
      ? []
      : [section('records that are read one by one, in the order of time', stream)]),
    section(
      'groups of records that look the same to the rules',
      queries.groups(await boundsOf(table, queries, new Answers(task.name))),
    ),
  ].join('\n');
}

function section(title: string, { text, values }: TableQuery): string {
  const listed = values.map((value, index) => `-- value ${index + 1}: ${JSON.stringify(value)}\n`);
  return `-- ${title}\n${listed.join('')}${text};\n`;
}
