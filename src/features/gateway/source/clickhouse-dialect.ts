import type { Dialect } from './dialect.ts';

/** Returns the type inside of `Nullable(…)` and `LowCardinality(…)`. */
function bare(type: string): string {
  const inner = /^(?:Nullable|LowCardinality)\((.*)\)$/s.exec(type)?.[1];
  return inner === undefined ? type : bare(inner);
}

const NULLABLE = /^(LowCardinality\()?Nullable\(/;

const NESTED = /^(Array|Map|Tuple|Nested|JSON|Object|Variant|Dynamic)\b/;

const literal = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** How ClickHouse writes queries. */
export const CLICKHOUSE: Dialect = {
  identifier: (name) => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``,
  literal,
  placeholder: (place, value) => `{p${place}:${typeof value === 'number' ? 'Int64' : 'String'}}`,
  isText: (type) => /^(String|FixedString\(\d+\))$/.test(bare(type)),
  isWhole: (type) => /^U?Int\d+$/.test(bare(type)),
  isNested: (type) => NESTED.test(bare(type)),
  text: (column, type) => {
    // a column that cannot be null has an empty text where there is no value
    if (/^(String|FixedString)/.test(bare(type))) {
      return NULLABLE.test(type) ? `toString(${column})` : `nullIf(toString(${column}), '')`;
    }
    return NESTED.test(bare(type)) ? `toJSONString(${column})` : `toString(${column})`;
  },
  asText: (expression) => `toString(${expression})`,
  milliseconds: (column, type) => {
    if (/^DateTime64\b/.test(bare(type))) return `toUnixTimestamp64Milli(${column})`;
    return /^DateTime\b/.test(bare(type)) ? `toInt64(toUnixTimestamp(${column})) * 1000` : undefined;
  },
  parseTime: (text) => `toUnixTimestamp64Milli(parseDateTime64BestEffortOrNull(upper(${text}), 3, 'UTC'))`,
  moment: (milliseconds) => `fromUnixTimestamp64Milli(${milliseconds}, 'UTC')`,
  matches: (text, expression) => `match(${text}, ${literal(`^(?:${expression})$`)})`,
  replaceAll: (text, expression, replacement) =>
    `replaceRegexpAll(${text}, ${literal(expression)}, ${literal(replacement)})`,
  addressNumber: (text) => `toInt64(IPv4StringToNumOrDefault(assumeNotNull(${text})))`,
  endsWith: (text, end) => `endsWith(${text}, ${end})`,
  contains: (text, part) => `(position(${text}, ${literal(part)}) > 0)`,
  quotient: (dividend, divisor) => `intDiv(${dividend}, ${divisor})`,
  list: (texts) => `toJSONString([${texts.join(', ')}])`,
  idOfFirst: (id, time) => `argMin(${id}, tuple(${time}, ${id}))`,
};
