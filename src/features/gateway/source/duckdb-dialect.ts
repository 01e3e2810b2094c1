import type { Dialect } from './dialect.ts';

const TIMES = /^TIMESTAMP(_S|_MS|_NS)?$/;
const ZONED = /^TIMESTAMP WITH TIME ZONE$/;

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** How DuckDB writes queries. */
export const DUCKDB: Dialect = {
  identifier: (name) => `"${name.replaceAll('"', '""')}"`,
  literal,
  placeholder: (place, value) => (typeof value === 'number' ? `$${place}::BIGINT` : `$${place}::VARCHAR`),
  isText: (type) => type === 'VARCHAR',
  isWhole: (type) => /^U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$/.test(type),
  isNested: (type) => /\[\d*\]$|^(STRUCT|MAP|UNION)\(|^(JSON|VARIANT|BLOB|GEOMETRY)$/.test(type),
  text: (column, type) => {
    if (type === 'VARCHAR') return column;
    return /\[\d*\]$|^(STRUCT|MAP|UNION)\(/.test(type) ? `to_json(${column})::VARCHAR` : `${column}::VARCHAR`;
  },
  asText: (expression) => `(${expression})::VARCHAR`,
  milliseconds: (column, type) => {
    if (ZONED.test(type)) return `epoch_ms(${column})`;
    return TIMES.test(type) ? `epoch_ms(${column}::TIMESTAMP)` : undefined;
  },
  parseTime: (text) => `epoch_ms(TRY_CAST(upper(${text}) AS TIMESTAMPTZ))`,
  moment: (milliseconds, type) =>
    ZONED.test(type)
      ? `make_timestamptz(${milliseconds} * 1000)`
      : `make_timestamp(${milliseconds} * 1000)::${type}`,
  matches: (text, expression) => `regexp_matches(${text}, ${literal(`^(?:${expression})$`)})`,
  replaceAll: (text, expression, replacement) =>
    `regexp_replace(${text}, ${literal(expression)}, ${literal(replacement)}, 'g')`,
  addressNumber: (text) =>
    `(${[24, 16, 8, 0].map((bits, index) => `TRY_CAST(split_part(${text}, '.', ${index + 1}) AS BIGINT) * ${2 ** bits}`).join(' + ')})`,
  endsWith: (text, end) => `ends_with(${text}, ${end})`,
  contains: (text, part) => `contains(${text}, ${literal(part)})`,
  quotient: (dividend, divisor) => `(${dividend} // ${divisor})`,
  list: (texts) => `to_json([${texts.join(', ')}])::VARCHAR`,
  // a number, since DuckDB cannot move the states of groups with a row in them to a file
  idOfFirst: (id, time) => `arg_min(${id}, ${time}::HUGEINT * 18446744073709551616::HUGEINT + hash(${id}))`,
};
