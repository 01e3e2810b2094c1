import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { classify } from '../../../src/exec-policy/classify.ts';
import { DESTRUCTIVE_WORDS, MUTATING_WORDS } from '../../../src/exec-policy/words.ts';

const classOf = (name: string, annotations?: unknown) => classify({ name, annotations }).class;
const strictly = (name: string, rest: object = {}) => classify({ name, ...rest }, { strict: true });

describe('classify', () => {
  // the table of "Tool classification", row by row; the name says the opposite of each annotation
  it.each([
    ['readOnlyHint: true', 'delete_all', { readOnlyHint: true }, 'ReadOnly'],
    ['destructiveHint: true', 'get_all', { destructiveHint: true }, 'Destructive'],
    ['idempotentHint: false', 'get_all', { idempotentHint: false }, 'Mutating'],
    ['a destructive word', 'create_or_delete', undefined, 'Destructive'],
    ['a mutating word', 'create_item', undefined, 'Mutating'],
    ['anything else', 'execute_sql', undefined, 'ReadOnlyPresumed'],
    ['read-only before destructive', 'x', { readOnlyHint: true, destructiveHint: true }, 'ReadOnly'],
    ['destructive before idempotent', 'x', { destructiveHint: true, idempotentHint: false }, 'Destructive'],
    ['hints that say nothing', 'delete_x', { readOnlyHint: false, destructiveHint: false }, 'Destructive'],
    ['an idempotent tool', 'create_x', { idempotentHint: true }, 'Mutating'],
    ['an open world', 'get_x', { openWorldHint: true }, 'ReadOnlyPresumed'],
    ['annotations without hints', 'delete_x', { title: 'Delete' }, 'Destructive'],
    ['annotations that are null', 'delete_x', null, 'Destructive'],
  ])('goes by %s', (_, name, annotations, expected) => {
    expect(classOf(name, annotations)).toBe(expected);
  });

  it.each([...MUTATING_WORDS])('takes %s for mutating', (word) => {
    for (const name of [word, `${word}_x`, `x-${word}`, `x${word[0]?.toUpperCase()}${word.slice(1)}`]) {
      expect(classOf(name)).toBe('Mutating');
    }
    expect(classOf(`${word}tings`)).toBe('ReadOnlyPresumed');
  });

  it.each([...DESTRUCTIVE_WORDS])('takes %s for destructive, whatever stands beside it', (word) => {
    for (const name of [word, `create_${word}`, `${word.toUpperCase()}_X`, `x.${word}/y`, `${word}2`]) {
      expect(classOf(name)).toBe('Destructive');
    }
  });

  it('says what decided', () => {
    expect(classify({ name: 'x', annotations: { idempotentHint: false } }).decidedBy).toEqual({
      kind: 'annotation',
      hint: 'idempotentHint',
      value: false,
    });
    expect(classify({ name: 'addAndPurge' }).decidedBy).toEqual({ kind: 'word', word: 'purge' });
    expect(classify({ name: 'x' }).decidedBy).toEqual({ kind: 'nothing' });
  });

  it.each([
    [{ readOnlyHint: 'yes' }, 'readOnlyHint must be true or false, found `"yes"`'],
    [{ readOnlyHint: true, destructiveHint: 'yes' }, 'destructiveHint must be true or false, found `"yes"`'],
    [{ readOnlyHint: true, openWorldHint: null }, 'openWorldHint must be true or false, found `null`'],
    [{ idempotentHint: 0 }, 'idempotentHint must be true or false, found `0`'],
    [[], 'annotations must be an object, found `[]`'],
    ['readOnlyHint', 'annotations must be an object, found `"readOnlyHint"`'],
  ])('ignores %j as a whole', (annotations, message) => {
    const found = classify({ name: 'delete_x', annotations });
    expect(found).toMatchObject({ class: 'Destructive', decidedBy: { kind: 'word' } });
    expect(found.warnings).toEqual([{ code: 'malformed-annotations', message }]);
  });

  it('takes no hint from a prototype', () => {
    const annotations = JSON.parse('{"__proto__": {"readOnlyHint": true}}');
    expect(classOf('delete_x', annotations)).toBe('Destructive');
    expect(classOf('delete_x', Object.create({ readOnlyHint: true }))).toBe('Destructive');
  });

  it('warns of a declaration that the name or another hint contradicts', () => {
    expect(classify({ name: 'delete_everything', annotations: { readOnlyHint: true } })).toEqual({
      tool: 'delete_everything',
      class: 'ReadOnly',
      decidedBy: { kind: 'annotation', hint: 'readOnlyHint', value: true },
      warnings: [
        {
          code: 'read-only-but-destructive-name',
          message: 'readOnlyHint is true, but the name holds `delete`',
        },
      ],
    });
    const both = classify({ name: 'x', annotations: { readOnlyHint: true, destructiveHint: true } });
    expect(both.warnings.map(({ code }) => code)).toEqual(['contradictory-hints']);
    const presumed = classify({ name: 'move_file', annotations: { readOnlyHint: false } });
    expect(presumed.class).toBe('ReadOnlyPresumed');
    expect(presumed.warnings.map(({ code }) => code)).toEqual(['not-read-only-but-presumed']);
    expect(classify({ name: 'set_x', annotations: { readOnlyHint: false } }).warnings).toEqual([]);
  });
});

describe('classify, strictly', () => {
  it.each([
    ['get_user', 'ReadOnlyPresumed'],
    ['githubListIssues', 'ReadOnlyPresumed'],
    ['pull_request_read', 'ReadOnlyPresumed'],
    ['get_release', 'ReadOnlyPresumed'],
    ['nodes_stats', 'ReadOnlyPresumed'],
    ['VPS_getVirtualMachineV1', 'ReadOnlyPresumed'],
    ['execute_sql', 'Unknown'],
    ['merge_pull_request', 'Unknown'],
    ['cancel_subscription', 'Unknown'],
    ['move_file', 'Unknown'],
    ['browser_click', 'Unknown'],
    ['frobnicate', 'Unknown'],
    ['get_or_create_user', 'Mutating'],
    ['find_and_replace', 'Unknown'],
    ['list_and_run', 'Unknown'],
    ['mark_as_read', 'Unknown'],
    ['stop_search', 'Unknown'],
    ['create_list', 'Mutating'],
    ['clear_history', 'Unknown'],
    ['log_event', 'Unknown'],
    ['schema_push', 'Unknown'],
    ['', 'Unknown'],
  ])('takes %s for %s', (name, expected) => {
    expect(strictly(name).class).toBe(expected);
  });

  it.each([
    [
      'a listed action that writes',
      { action: { enum: ['list', 'delete'] } },
      { parameter: 'action', value: 'delete' },
    ],
    ['a single word that writes', { mode: { enum: ['run'] } }, { parameter: 'mode', value: 'run' }],
    [
      'actions one by one',
      { method: { anyOf: [{ const: 'get' }, { const: 'updateAll' }] } },
      { parameter: 'method', value: 'updateAll' },
    ],
    ['free SQL', { sql: { type: 'string' } }, { parameter: 'sql' }],
    ['a list of commands', { commands: { type: ['array', 'null'] } }, { parameter: 'commands' }],
    ['a script without a type', { userScript: {} }, { parameter: 'userScript' }],
    ['SQL inside', { query: { properties: { sql: { type: 'string' } } } }, { parameter: 'sql' }],
  ])('does not believe the name where the caller decides: %s', (_, properties, found) => {
    expect(strictly('get_data', { inputSchema: { properties } })).toMatchObject({
      class: 'Unknown',
      decidedBy: { kind: 'parameter', ...found },
    });
  });

  it.each([
    ['actions that read', { action: { enum: ['list', 'get_workflow_run', 'issue_types'] } }],
    ['a choice that is no action', { status: { enum: ['open', 'delete'] } }],
    ['codes to choose from', { code: { enum: ['US', 'DE'] } }],
    ['a number', { code: { type: 'integer' } }],
    ['no schema at all', undefined],
  ])('believes the name beside %s', (_, properties) => {
    expect(strictly('get_data', { inputSchema: { properties } }).class).toBe('ReadOnlyPresumed');
  });

  it('survives a schema that was made to hurt', () => {
    let schema: object = { properties: { sql: { type: 'string' } } };
    for (let depth = 0; depth < 5000; depth++) schema = { items: schema };
    expect(strictly('get_data', { inputSchema: schema }).class).toBe('ReadOnlyPresumed');
    for (const inputSchema of [
      null,
      1,
      'x',
      [],
      { properties: null },
      { properties: { action: null } },
      { anyOf: {} },
    ]) {
      expect(strictly('get_data', { inputSchema }).class).toBe('ReadOnlyPresumed');
    }
  });

  it('lets hints escalate only', () => {
    const by = (name: string, annotations: object) => strictly(name, { annotations }).class;
    expect(by('frobnicate', { readOnlyHint: true })).toBe('ReadOnly');
    expect(by('delete_everything', { readOnlyHint: true })).toBe('Conflict');
    expect(by('truncate_log', { readOnlyHint: true })).toBe('Conflict');
    expect(by('get_x', { readOnlyHint: true, destructiveHint: true })).toBe('Conflict');
    expect(by('get_x', { readOnlyHint: false })).toBe('Mutating');
    expect(by('get_x', { destructiveHint: true })).toBe('Destructive');
    expect(by('delete_x', { destructiveHint: false, idempotentHint: true })).toBe('Destructive');
    expect(by('frobnicate', { destructiveHint: false, idempotentHint: true })).toBe('Unknown');
  });
});

const data = join(process.env.MCPTEST_SHARED_DATA ?? '../shared/data', 'tool-hints.tsv');
describe.skipIf(!existsSync(data))('on real tools, by name alone', () => {
  const rows = () =>
    readFileSync(data, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t') as [server: string, tool: string, declared: string, heuristic: string]);

  it('agrees with an independent reading of the name heuristic', () => {
    for (const [, tool, , heuristic] of rows()) expect([tool, classOf(tool)]).toEqual([tool, heuristic]);
  });

  it('strictly runs under 3 % of what its authors say writes, and loses under 15 % of what reads', () => {
    const shareRunning = (declared: readonly string[]) => {
      const tools = rows().filter(([, , by]) => declared.includes(by));
      return tools.filter(([, tool]) => strictly(tool).class === 'ReadOnlyPresumed').length / tools.length;
    };
    expect(shareRunning(['D', 'W', 'W?'])).toBeLessThan(0.03);
    expect(1 - shareRunning(['RO'])).toBeLessThan(0.15);
  });
});
