import { describe, expect, it } from 'vitest';
import { parseSource } from '../../../../../src/features/gateway/source/source-name.ts';

describe('parseSource', () => {
  it('reads each kind of source', () => {
    expect(parseSource('parquet:logs/*.parquet')).toEqual({ kind: 'parquet', pattern: 'logs/*.parquet' });
    expect(parseSource('duckdb:what?.db?table=a%20b')).toEqual({
      kind: 'duckdb',
      file: 'what?.db',
      table: 'a b',
    });
    expect(parseSource('clickhouse://host/logs?table=audit')).toEqual({
      kind: 'clickhouse',
      url: 'http://host:8123',
      database: 'logs',
      table: 'audit',
    });
    expect(parseSource('clickhouse://[::1]:8443?table=audit&secure=true')).toMatchObject({
      url: 'https://[::1]:8443',
      database: 'default',
    });
    expect(parseSource('clickhouse://host?table=t&secure=true')).toMatchObject({ url: 'https://host:8443' });
  });

  it.each([
    ['parquet:', 'names no file'],
    ['duckdb:?table=a', 'names no file'],
    ['duckdb:a.db', 'names no table'],
    ['duckdb:a.db?table=', 'names no table'],
    ['duckdb:a.db?table=a&table=b', 'has `table` twice'],
    ['duckdb:a.db?tabel=a', 'did you mean `table`?'],
    ['duckdb:a.db?zzzzzzzz=a', 'unknown parameter `zzzzzzzz`'],
    ['clickhouse:host', 'is not the URL of a database server'],
    ['clickhouse://', 'is not the URL of a database server'],
    ['clickhouse://host:99999/?table=a', 'is not the URL of a database server'],
    ['clickhouse://host/db/more?table=a', 'more in its path than the name of a database'],
    ['clickhouse://host/%ff?table=a', 'is not the URL of a database server'],
    ['clickhouse://host/db?table=a&secure=yes', 'use true or false'],
    ['clickhouse://host/db?table=a#b', 'has a `#`'],
    ['clickhouse://host/db', 'names no table'],
    ['mysql://host', 'is not a source'],
    ['logs.parquet', 'is not a source'],
  ])('refuses %s', (written, message) => {
    expect(() => parseSource(written)).toThrow(message);
  });

  it('shows no credentials', () => {
    expect(() => parseSource('clickhouse://user:secret@host/db?table=a')).toThrow(
      '--source must not contain a user or a password',
    );
    for (const written of ['clickhouse://user:secret@host:99999/', 'mysql://user:secret@host']) {
      expect(() => parseSource(written)).toThrow(/^--source is not/);
    }
    for (const written of [
      'clickhouse://u%3Asecret%40host/db?table=a',
      'clickhouse://host/u:secret@db?table=a',
    ]) {
      expect(() => parseSource(written)).toThrow(/^--source (must not contain a user|is not)/);
    }
    expect(() => parseSource('clickhouse://host/db?table=a#secret')).toThrow(/^--source has a `#`/);
  });

  it('takes an @ in the name of a table for a part of it', () => {
    expect(parseSource('clickhouse://host/db?table=a%40b')).toMatchObject({ table: 'a@b' });
  });
});
