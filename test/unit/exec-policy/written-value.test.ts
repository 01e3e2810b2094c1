import { describe, expect, it } from 'vitest';
import { findWritingValue, isChoosing, isProgram } from '../../../src/exec-policy/written-value.ts';

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
    ['q', 'SELECT updated, deleted FROM sets', undefined],
  ])('finds in %s: %j %s', (parameter, value, writing) => {
    expect(findWritingValue(parameter, value)?.writing).toBe(writing);
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

it.each([
  ['sql', true],
  ['userScript', true],
  ['iso_country_code', false],
  ['code_id', false],
  ['...', false],
])('knows whether %s is a program: %s', (parameter, expected) => {
  expect(isProgram(parameter)).toBe(expected);
});
