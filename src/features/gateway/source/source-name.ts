import { InputError } from '../../../errors.ts';
import type { TableSource } from '../../../table-port.ts';
import { clip, quote } from '../../../text/clip.ts';
import { nearest } from '../../../text/nearest.ts';
import { someOf } from '../../../text/some-of.ts';

/** The kinds of sources, as `--source` begins with them. */
const FORMS = {
  'parquet:': 'parquet:logs/*.parquet',
  'duckdb:': 'duckdb:file.db?table=audit',
  'clickhouse:': 'clickhouse://host:8123/database?table=audit',
} as const;

/**
 * Reads the value of `--source`. Spec (scale): "Where logs outgrow one machine".
 * @throws InputError
 */
export function parseSource(written: string): TableSource {
  const scheme = (/^[a-z]+:/.exec(written)?.[0] ?? '') as keyof typeof FORMS;
  const rest = written.slice(scheme.length);
  switch (scheme) {
    case 'parquet:':
      if (rest === '') throw unreadable(written, 'names no file');
      return { kind: 'parquet', pattern: rest };
    case 'duckdb:':
      return duckdbFile(written, rest);
    case 'clickhouse:':
      return clickhouseServer(written);
    default:
      throw unreadable(written, 'is not a source');
  }
}

function duckdbFile(written: string, rest: string): TableSource {
  const mark = rest.lastIndexOf('?');
  const file = mark === -1 ? rest : rest.slice(0, mark);
  if (file === '') throw unreadable(written, 'names no file');
  const { table } = parameters(written, mark === -1 ? '' : rest.slice(mark + 1), ['table']);
  return { kind: 'duckdb', file, table: named(written, table) };
}

function clickhouseServer(written: string): TableSource {
  // the URL standard reads the port and the name of a host only in schemes that it knows
  const standard = written.replace(/^clickhouse:/, 'http:');
  if (!/^http:\/\/[^/]/.test(standard) || !URL.canParse(standard)) {
    throw unreadable(written, 'is not the URL of a database server');
  }
  const { username, password, hostname, port, pathname, search, hash } = new URL(standard);
  // an `@` of its own, also written as `%40`, is a mistyped password rather than a database
  if (username !== '' || password !== '' || /@|%40/i.test(written.replace(/\?.*/s, ''))) {
    throw new InputError({
      message: '--source must not contain a user or a password, because reports show the source',
      help: 'set CLICKHOUSE_USER and CLICKHOUSE_PASSWORD, or pass --credentials with a file',
    });
  }
  const { table, secure = 'false' } = parameters(written, search.slice(1), ['table', 'secure']);
  if (hash !== '') throw unreadable(written, 'has a `#`');
  if (secure !== 'true' && secure !== 'false') {
    throw unreadable(written, `has secure=${clip(secure)}; use true or false`);
  }
  const isSecure = secure === 'true';
  const url = `${isSecure ? 'https' : 'http'}://${hostname}:${port === '' ? (isSecure ? 8443 : 8123) : port}`;
  const database = decoded(pathname.slice(1));
  if (database === undefined) throw unreadable(written, 'is not the URL of a database server');
  if (pathname.lastIndexOf('/') > 0)
    throw unreadable(written, 'has more in its path than the name of a database');
  return {
    kind: 'clickhouse',
    url,
    database: database === '' ? 'default' : database,
    table: named(written, table),
  };
}

function named(written: string, table: string | undefined): string {
  if (table === undefined || table === '') throw unreadable(written, 'names no table');
  return table;
}

function parameters<const K extends string>(
  written: string,
  query: string,
  allowed: readonly K[],
): { readonly [key in K]?: string } {
  const found: { [key in K]?: string } = {};
  for (const [key, value] of new URLSearchParams(query)) {
    const known = allowed.find((each) => each === key);
    if (known === undefined) {
      const near = nearest(key, allowed);
      const meant = near === undefined ? '' : `; did you mean ${quote(near)}?`;
      throw unreadable(written, `has the unknown parameter ${quote(clip(key))}${meant}`);
    }
    if (found[known] !== undefined) throw unreadable(written, `has ${quote(known)} twice`);
    found[known] = value;
  }
  return found;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function unreadable(written: string, what: string): InputError {
  // what comes before an `@`, or after a `#`, may be a password
  const shown = /[@#]|%40/.test(written) ? '--source' : `--source ${quote(clip(written))}`;
  return new InputError({
    message: `${shown} ${what}`,
    help: `write it like ${someOf(Object.values(FORMS), 3, quote)}`,
  });
}
