import type { TableColumn } from '../../../table-port.ts';

/** How a database writes what queries are made of. Expressions are SQL. */
export interface Dialect {
  /** Quotes a name, whatever is in it. */
  identifier(name: string): string;
  /** Quotes a text of ours. What comes from a user is a value, never a part of the text of a query. */
  literal(text: string): string;
  /** Returns the placeholder of a value, by its place from 1. */
  placeholder(place: number, value: string | number): string;
  /** Whether a type is one of text. */
  isText(type: string): boolean;
  /** Whether a type is one of whole numbers. */
  isWhole(type: string): boolean;
  /** Whether a type is one of lists, objects, bytes or values of any type. */
  isNested(type: string): boolean;
  /** The value of a column as text; null if it has none. */
  text(column: string, type: string): string;
  /** Turns an expression into text. */
  asText(expression: string): string;
  /** The value of a column of times in milliseconds since 1970; undefined for a type that has no moments. */
  milliseconds(column: string, type: string): string | undefined;
  /** A time of RFC 3339, with at most three digits after the point, in milliseconds since 1970; null if there is no such day. */
  parseTime(text: string): string;
  /** A moment in milliseconds as a value of the type of a column, so that an index can be used. */
  moment(milliseconds: string, type: string): string;
  /** Whether a text matches an expression of RE2 as a whole. */
  matches(text: string, expression: string): string;
  /** Replaces all that an expression of RE2 finds in a text. */
  replaceAll(text: string, expression: string, replacement: string): string;
  /** The number of an IPv4 address that is written in the usual way. */
  addressNumber(text: string): string;
  /** Whether a text ends with another. */
  endsWith(text: string, end: string): string;
  /** Whether a text contains a text of ours. */
  contains(text: string, part: string): string;
  /** The quotient of whole numbers that are not negative. */
  quotient(dividend: string, divisor: number): string;
  /** A JSON list of texts. */
  list(texts: readonly string[]): string;
  /**
   * The identifier of the row of a group with the least time. Which one it is of rows at the same time depends on nothing
   * but their identifiers.
   */
  idOfFirst(id: string, time: string): string;
}

/** The value of a field as SQL, and what is known of its column. */
export function columnOf(dialect: Dialect, { name, type }: TableColumn) {
  const column = `${LOG}.${dialect.identifier(name)}`;
  return { column, type, text: dialect.text(column, type) };
}

/** The name of the table in queries: names of its columns cannot be confused with those that a query makes. */
export const LOG = 'mcptest_log';
