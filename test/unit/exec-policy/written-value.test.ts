import { describe, expect, it } from 'vitest';
import { findWritingValue, isChoosing } from '../../../src/exec-policy/written-value.ts';
import { mustEnd } from '../../support/must-end.ts';

describe('findWritingValue', () => {
  it.each<[string, unknown, string | undefined]>([
    ['action', 'issue_types', undefined],
    ['action', 'get_workflow_run', undefined],
    ['action', 'merge_pull_request', 'mutating'],
    ['action', 'update_list', 'mutating'],
    ['action', 'update_or_delete', 'destructive'],
    ['action', 'frobnicate', undefined],
    ['status', 'delete', undefined],
    ['script', 'rm -rf /', 'destructive'],
    ['script', 'ls', undefined],
    ['purge', true, 'destructive'],
    ['update', true, 'mutating'],
    ['purge', false, undefined],
    ['purge', null, undefined],
    ['q', 'DELETE FROM t', 'destructive'],
    ['q', 'drop table t', 'destructive'],
    ['q', 'TRUNCATE t', 'destructive'],
    ['q', 'ALTER TABLE t DROP COLUMN a', 'destructive'],
    ['q', 'with a as (select 1) insert into t select * from a', 'mutating'],
    ['q', 'UPDATE t AS u SET a = 1', 'mutating'],
    ['q', 'create unique index i on t (a)', 'mutating'],
    ['q', 'GRANT select ON t TO public', 'mutating'],
    ['q', 'GRANT select,\n  insert ON t TO public', 'mutating'],
    ['q', 'revoke all  privileges from public', 'mutating'],
    ['q', "select 'grant'; select 1 from t", undefined],
    ['q', 'SELECT updated, deleted FROM sets', undefined],
  ])('finds in %s: %j %s', (parameter, value, writing) => {
    expect(findWritingValue(parameter, value)?.writing).toBe(writing);
  });

  it.each([
    ['spaces after grant', `grant${' '.repeat(1_000_000)}`],
    ['grant without an end', 'grant '.repeat(200_000)],
    ['grant and words', `grant ${'a, '.repeat(300_000)}`],
    ['update without set', 'update a '.repeat(100_000)],
    ['alter without drop', `alter ${'a'.repeat(1_000_000)}`],
    ['create without an object', `create or replace${' '.repeat(1_000_000)}`],
    ['spaces after delete', `delete${' '.repeat(1_000_000)}`.repeat(2)],
  ])('judges long text in linear time: %s', (_, text) => {
    expect(mustEnd(() => findWritingValue('q', text))).toBeUndefined();
  });

  it('searches lists and objects, and reports the parameter', () => {
    const value = { a: null, b: [{ action: 'get' }, { actions: ['get', 'drop'] }] };
    expect(findWritingValue('', value)).toEqual({
      parameter: 'actions',
      value: 'drop',
      writing: 'destructive',
    });
  });

  it('ignores tolerated changes', () => {
    const value = [{ action: 'add' }, { action: 'drop' }];
    expect(findWritingValue('', value, ['mutating'])?.value).toBe('drop');
    expect(findWritingValue('', value, ['mutating', 'destructive'])).toBeUndefined();
  });
});

it.each([
  ['action', true],
  ['http_method', true],
  ['actionType', true],
  ['type', false],
  ['action_id', false],
  ['...', false],
])('knows whether %s chooses: %s', (parameter, expected) => {
  expect(isChoosing(parameter)).toBe(expected);
});
