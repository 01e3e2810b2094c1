import type { OpenedSource, SqlTable, TableColumn, TableQuery } from '../../../table-port.ts';
import { literalPath, readParquet } from '../../../text/duckdb-files.ts';
import { DAY } from '../../../time/duration.ts';
import type { Instant } from '../../../time/instant.ts';
import type { TimeRange } from '../backtest/backtest.ts';
import type { FieldColumns } from './column-map-file.ts';
import { columnOf, type Dialect, LOG } from './dialect.ts';
import { dialectOf } from './dialects.ts';
import type { Field } from './fields.ts';
import { PROJECTED, type Projection } from './projection.ts';
import { inRangeOf, timeOf } from './record-times.ts';
import {
  type Bind,
  minuteOfWeek,
  seenAddress,
  seenHost,
  seenLabels,
  seenRisk,
  seenSignals,
  weekClass,
} from './seen-expressions.ts';
import { zoneOffsets, zoneRange } from './zone-offsets.ts';

/** Which records of a table a query is about, and what it reads of them. */
export interface QueryTask {
  readonly dialect: SqlTable['dialect'];
  readonly source: OpenedSource;
  readonly columns: FieldColumns;
  readonly projection: Projection;
  readonly range: TimeRange;
}

/** The times of the records in the range: none if there are no records with a time. */
export interface TimeBounds {
  readonly first: Instant | undefined;
  readonly last: Instant | undefined;
}

/** A query and the fields of its rows. After the fields come the values that the query adds, see each query. */
export interface RecordsQuery extends TableQuery {
  readonly fields: readonly Field[];
}

const TIME = 'mcptest_time';
/** The time as it is written, where no query can read it. */
const WRITTEN = 'mcptest_written';
const ID = 'mcptest_id';
const KEY = 'mcptest_key';
const DAY_NUMBER = 'mcptest_day';
/** The time as the table has it, which may be finer than a millisecond. */
const ORDER = 'mcptest_order';
/** The time, where the weeks are not computed. */
const MOMENT = 'mcptest_moment';

/** Writes the queries that read the records of a table. Names are quoted, and what users write is passed as values. */
export class SourceQueries {
  readonly #task: QueryTask;
  readonly #dialect: Dialect;
  /** The fields that the table has. */
  readonly #fields: readonly Field[];
  #values: (string | number)[] = [];
  readonly #bind: Bind = (value) => this.#dialect.placeholder(this.#values.push(value), value);

  constructor(task: QueryTask) {
    this.#task = task;
    this.#dialect = dialectOf(task.dialect);
    this.#fields = PROJECTED.filter((field) => task.columns[field] !== undefined);
  }

  /**
   * A row with the first and last time in the range in milliseconds, the number of records in it, the number outside of it,
   * and how many of those are denials that no rule decided.
   */
  bounds(): TableQuery {
    const { milliseconds } = timeOf(this.#dialect, this.#task.columns);
    const inRange = this.#inRange(this.#task.range);
    const isAll = inRange === 'TRUE';
    const isFault = this.#isFault();
    const counted = (condition: string) => `sum(CASE WHEN ${condition} THEN 1 ELSE 0 END)`;
    const { asText } = this.#dialect;
    const columns = [
      `min(CASE WHEN ${inRange} THEN ${milliseconds} END)`,
      `max(CASE WHEN ${inRange} THEN ${milliseconds} END)`,
      isAll ? 'count(*)' : counted(inRange),
      isAll ? '0' : counted(`NOT ${inRange}`),
      isAll || isFault === undefined ? '0' : counted(`NOT ${inRange} AND ${isFault}`),
    ];
    const named = columns.map((column, index) => `${asText(column)} AS mcptest_${index}`);
    return this.#finish(`SELECT ${named.join(', ')} FROM ${this.#table()}`);
  }

  /**
   * The records of each day grouped by what the rules see of them, in the order of time. A row has what its records have in
   * common as a JSON list, which begins with the fields and the time as it is written if no query can read it; the identifier
   * and the time of the first record; and their number. A database can put such groups into files if they do not fit into memory.
   */
  groups(bounds: TimeBounds): RecordsQuery {
    const { asText, idOfFirst, list } = this.#dialect;
    const fields = this.#fields.map((_, index) => `${KEY}${index}`);
    const weeks = this.#task.projection.weeks.map((_, index) => `mcptest_week${index}`);
    // where the weeks are not computed, records are alike only at the same moment
    const times = weeks.length > 0 ? [...weeks, MOMENT] : [];
    const seen = this.#withWeeks(this.#withTimes(this.#records(true, this.#task.range), bounds));
    const only = this.#task.projection.carriesThreats ? ` WHERE NOT (${this.#isStreamed()})` : '';
    const alike = list([...fields, WRITTEN, ...times.map(asText)]);
    return this.#finish(
      `SELECT ${alike} AS mcptest_alike, ${idOfFirst(ID, TIME)} AS mcptest_first, min(${TIME}) AS mcptest_least, ` +
        `count(*) AS mcptest_count FROM (${seen}) AS mcptest_seen${only} ` +
        `GROUP BY ${[...fields, WRITTEN, ...times, DAY_NUMBER].join(', ')} ORDER BY min(${TIME}), mcptest_alike`,
    );
  }

  /**
   * The records that depend on earlier ones, in the order of time and from the first one, also before the range: the fields,
   * the time as it is written, the identifier and the time of each. Undefined if there are none.
   */
  stream(): RecordsQuery | undefined {
    if (!this.#task.projection.carriesThreats || !this.#fields.includes('agent.id')) return undefined;
    const keys = [...this.#fields.map((_, index) => `${KEY}${index}`), WRITTEN];
    return this.#finish(
      `SELECT ${keys.join(', ')}, ${ID}, ${TIME} AS mcptest_least FROM (${this.#records(false, { until: this.#task.range.until })}) AS mcptest_all ` +
        `WHERE ${this.#isStreamed()} ORDER BY ${TIME}, ${ORDER}, ${ID}, ${keys.join(', ')}`,
    );
  }

  #finish(text: string): RecordsQuery {
    const values = this.#values;
    this.#values = [];
    return { text, values, fields: this.#fields };
  }

  /** The fields of each record in the range, its time in milliseconds, and its identifier. */
  #records(seesAlike: boolean, range: TimeRange): string {
    const { milliseconds, written } = timeOf(this.#dialect, this.#task.columns);
    const { id } = this.#task.columns;
    const fields = this.#fields.map((field, index) => `${this.#field(field, seesAlike)} AS ${KEY}${index}`);
    const text = id === undefined ? "''" : `coalesce(${columnOf(this.#dialect, id).text}, '')`;
    const at = columnOf(this.#dialect, this.#task.columns.at as TableColumn).column;
    const order = seesAlike ? [] : [`${at} AS ${ORDER}`];
    const inRange = this.#inRange(range);
    const where = inRange === 'TRUE' ? '' : ` WHERE ${inRange}`;
    return `SELECT ${[...fields, `${milliseconds} AS ${TIME}`, `${written} AS ${WRITTEN}`, `${text} AS ${ID}`, ...order].join(', ')} FROM ${this.#table()}${where}`;
  }

  #field(field: Field, seesAlike: boolean): string {
    const column = this.#task.columns[field] as TableColumn;
    const { column: value, text } = columnOf(this.#dialect, column);
    if (field === 'fault') return `CASE WHEN ${text} IS NULL THEN NULL ELSE 'fault' END`;
    if (!seesAlike) return text;
    const { projection } = this.#task;
    switch (field) {
      case 'ip':
        return seenAddress(this.#dialect, projection, text);
      case 'resource.host':
        return seenHost(this.#dialect, projection, text, this.#bind);
      case 'risk':
        return this.#dialect.isWhole(column.type) ? seenRisk(this.#dialect, projection, value, text) : text;
      case 'signals':
        return seenSignals(this.#dialect, projection, text);
      case 'agent.labels':
        return seenLabels(this.#dialect, projection, text);
      default:
        return text;
    }
  }

  /** Adds the day, the local minutes of the week, and the moment itself where these are not computed. */
  #withTimes(records: string, { first, last }: TimeBounds): string {
    const range = zoneRange(first ?? 0, last ?? 0);
    const minutes = this.#task.projection.weeks.map(({ zone }, index) => {
      const minute = minuteOfWeek(this.#dialect, zoneOffsets(zone, range), range, TIME);
      return `${minute} AS mcptest_minute${index}`;
    });
    const moment = `CASE WHEN ${TIME} >= ${range.from} AND ${TIME} < ${range.until} THEN NULL ELSE ${TIME} END`;
    const day = `${this.#dialect.quotient(`(${TIME} + ${FIRST_DAY})`, DAY)} AS ${DAY_NUMBER}`;
    const times = minutes.length > 0 ? [day, `${moment} AS ${MOMENT}`, ...minutes] : [day];
    return `SELECT *, ${times.join(', ')} FROM (${records}) AS mcptest_read`;
  }

  #withWeeks(timed: string): string {
    const classes = this.#task.projection.weeks.map(
      (week, index) => `${weekClass(week, `mcptest_minute${index}`)} AS mcptest_week${index}`,
    );
    return classes.length === 0 ? timed : `SELECT *, ${classes.join(', ')} FROM (${timed}) AS mcptest_timed`;
  }

  /**
   * Whether a record takes over the last assessment of its agent, or is one. See `CarriedThreats`: what a hook or a proxy of
   * ours has written says all that was known.
   */
  #isStreamed(): string {
    const key = (field: Field) => {
      const index = this.#fields.indexOf(field);
      return index === -1 ? 'NULL' : `${KEY}${index}`;
    };
    return `${key('agent.id')} IS NOT NULL AND (${key('enforced')} IS NULL OR ${key('agent.mlThreatClass')} IS NOT NULL)`;
  }

  /** Whether a record is a denial that no rule decided; undefined if the table has none. */
  #isFault(): string | undefined {
    const { fault, decision } = this.#task.columns;
    if (fault === undefined || decision === undefined) return undefined;
    const [why, decided] = [columnOf(this.#dialect, fault).text, columnOf(this.#dialect, decision).text];
    return `${why} IS NOT NULL AND ${decided} = 'deny'`;
  }

  #inRange(range: TimeRange): string {
    return inRangeOf(this.#dialect, this.#task.columns, range, this.#bind);
  }

  #table(): string {
    const { source } = this.#task;
    const { identifier } = this.#dialect;
    switch (source.kind) {
      case 'parquet':
        return `${readParquet(source.files.map((file) => this.#bind(literalPath(file))))} AS ${LOG}`;
      case 'duckdb':
        return `${identifier(source.table)} AS ${LOG}`;
      case 'clickhouse':
        return `${identifier(source.database)}.${identifier(source.table)} AS ${LOG}`;
    }
  }
}

/** What is added to times before they are divided into days, so that no time that can be written is negative. */
const FIRST_DAY = 719_528 * DAY;
