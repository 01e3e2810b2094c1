import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { classify } from '../../../src/exec-policy/classify.ts';
import { DESTRUCTIVE_WORDS, MUTATING_WORDS } from '../../../src/exec-policy/words.ts';
import { mustEnd } from '../../support/must-end.ts';

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
    ['readOnlyHint: false', 'get_all', { readOnlyHint: false }, 'Mutating'],
    ['destructiveHint: false alone', 'move_file', { destructiveHint: false }, 'Mutating'],
    ['read-only, and so not destructive', 'x', { readOnlyHint: true, destructiveHint: false }, 'ReadOnly'],
    ['a destructive word, though idempotent is false', 'delete_x', { idempotentHint: false }, 'Destructive'],
    ['a destructive word, though not destructive', 'delete_x', { destructiveHint: false }, 'Destructive'],
    ['a malformed readOnlyHint', 'get_x', { readOnlyHint: 'false' }, 'ReadOnlyPresumed'],
    ['hints that say nothing', 'delete_x', { readOnlyHint: false, destructiveHint: false }, 'Destructive'],
    ['an idempotent tool', 'create_x', { idempotentHint: true }, 'Mutating'],
    ['an open world', 'get_x', { openWorldHint: true }, 'ReadOnlyPresumed'],
    ['annotations without hints', 'delete_x', { title: 'Delete' }, 'Destructive'],
    ['annotations that are null', 'delete_x', null, 'Destructive'],
    ['destructiveHint: false on a name that mutates', 'create_x', { destructiveHint: false }, 'Mutating'],
    [
      'destructiveHint: false and idempotent',
      'get_x',
      { destructiveHint: false, idempotentHint: true },
      'Mutating',
    ],
    [
      'readOnlyHint: false and idempotent',
      'get_x',
      { readOnlyHint: false, idempotentHint: true },
      'Mutating',
    ],
    [
      'destructive before not read-only',
      'get_x',
      { readOnlyHint: false, destructiveHint: true },
      'Destructive',
    ],
    [
      'destructive, though idempotent',
      'get_x',
      { destructiveHint: true, idempotentHint: true },
      'Destructive',
    ],
    ['idempotentHint: true alone', 'get_x', { idempotentHint: true }, 'ReadOnlyPresumed'],
    [
      'one malformed hint among good ones',
      'get_x',
      { destructiveHint: true, readOnlyHint: 1 },
      'ReadOnlyPresumed',
    ],
    ['one hint that is null', 'delete_x', { readOnlyHint: true, idempotentHint: null }, 'Destructive'],
    ['annotations that are a list', 'create_x', [{ readOnlyHint: true }], 'Mutating'],
    ['hints in another spelling', 'create_x', { readonlyHint: true, read_only_hint: true }, 'Mutating'],
  ])('goes by %s', (_, name, annotations, expected) => {
    expect(classOf(name, annotations)).toBe(expected);
  });

  it.each([...MUTATING_WORDS])('classifies %s as mutating', (word) => {
    for (const name of [word, `${word}_x`, `x-${word}`, `x${word[0]?.toUpperCase()}${word.slice(1)}`]) {
      expect(classOf(name)).toBe('Mutating');
    }
    expect(classOf(`${word}tings`)).toBe('ReadOnlyPresumed');
  });

  it.each([...DESTRUCTIVE_WORDS])('classifies %s as destructive, whatever else the name contains', (word) => {
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

  it('ignores hints of a prototype', () => {
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
          message: 'readOnlyHint is true, but the name contains `delete`',
        },
      ],
    });
    const both = classify({ name: 'x', annotations: { readOnlyHint: true, destructiveHint: true } });
    expect(both.warnings.map(({ code }) => code)).toEqual(['contradictory-hints']);
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
    ['scan_and_fix', 'Unknown'],
    ['peek_and_pop', 'Unknown'],
    ['scan_and_frobnicate', 'Unknown'],
    ['fetch_url_to_disk', 'Unknown'],
    ['list_to_trello', 'Unknown'],
    ['list_to', 'Unknown'],
    ['list_files_and_folders', 'ReadOnlyPresumed'],
    ['list_files_to_folders', 'Unknown'],
    ['list_files_and_compress', 'Unknown'],
    ['get_tests_linked_to_issue', 'ReadOnlyPresumed'],
    ['get_tests_linked_to_issue_and_run', 'Unknown'],
    ['search_and_read', 'ReadOnlyPresumed'],
    ['get_schema_and_version', 'ReadOnlyPresumed'],
    ['translate_in_place', 'Unknown'],
    ['find_in_page', 'ReadOnlyPresumed'],
    ['check_in', 'Unknown'],
    ['check_out_book', 'Unknown'],
    ['check_off_item', 'Unknown'],
    ['sign_in', 'Unknown'],
    ['check_health', 'ReadOnlyPresumed'],
    ['list_reorder', 'Unknown'],
    ['query_run', 'Unknown'],
    ['browse_click', 'Unknown'],
    ['predict_train', 'Unknown'],
    ['fetch_pull', 'Unknown'],
    ['show_order', 'ReadOnlyPresumed'],
    ['get_run', 'ReadOnlyPresumed'],
    ['list_workflow_run', 'ReadOnlyPresumed'],
    ['get_refund_status', 'ReadOnlyPresumed'],
    ['get_and_clear_history', 'Unknown'],
    ['refund_status', 'Unknown'],
    ['get_update_status', 'Mutating'],
    ['get_create_fields', 'ReadOnlyPresumed'],
    ['get_create_and_fields', 'Mutating'],
    ['get_creates_to_write', 'Mutating'],
    ['get_delete_fields', 'Destructive'],
    ['create_get_fields', 'Mutating'],
    ['get_delete_status', 'Destructive'],
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
    [
      'a pattern that lists a word that destroys',
      { a: { type: 'string', pattern: '^(delete|list)$' } },
      { parameter: 'a', value: 'delete' },
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
    ['a choice that is no action', { status: { enum: ['open', 'closed'] } }],
    ['codes to choose from', { code: { enum: ['US', 'DE'] } }],
    ['a number', { code: { type: 'integer' } }],
    ['no schema at all', undefined],
  ])('believes the name beside %s', (_, properties) => {
    expect(strictly('get_data', { inputSchema: { properties } }).class).toBe('ReadOnlyPresumed');
  });

  // the caller decides, wherever the schema says so
  const action = { enum: ['list', 'purge'] };
  const root = (schema: object) => ({ inputSchema: schema });
  const inside = (schema: object, more: object = {}) => root({ properties: { a: schema }, ...more });
  const sql = { properties: { sql: { type: 'string' } } };
  const purge = { parameter: 'action', value: 'purge' };
  it.each<[string, object, object]>([
    [
      'a list behind a reference',
      root({ properties: { action: { $ref: '#/$defs/a' } }, $defs: { a: action } }),
      purge,
    ],
    [
      'a model behind a reference',
      inside({ $ref: '#/$defs/a' }, { $defs: { a: sql } }),
      { parameter: 'sql' },
    ],
    [
      'the whole behind a reference',
      root({ $ref: '#/definitions/a', definitions: { a: sql } }),
      { parameter: 'sql' },
    ],
    [
      'a text behind a reference',
      root({ properties: { sql: { $ref: '#/$defs/a' } }, $defs: { a: { type: 'string' } } }),
      { parameter: 'sql' },
    ],
    ['one branch of anyOf', inside({ anyOf: [{}, sql] }), { parameter: 'sql' }],
    ['one branch of oneOf', inside({ oneOf: [{}, sql] }), { parameter: 'sql' }],
    ['allOf', root({ allOf: [{}, sql] }), { parameter: 'sql' }],
    ['a condition', root({ if: { properties: { action } } }), purge],
    ['then', root(Object.fromEntries([['then', sql]])), { parameter: 'sql' }],
    ['else', root({ if: {}, else: sql }), { parameter: 'sql' }],
    ['a map', inside({ additionalProperties: sql }), { parameter: 'sql' }],
    [
      'names by a pattern',
      root({ patternProperties: { '^action$': action } }),
      { ...purge, parameter: '^action$' },
    ],
    ['a model by a pattern', inside({ patternProperties: { x: sql } }), { parameter: 'sql' }],
    ['items', inside({ items: sql }), { parameter: 'sql' }],
    ['the first items', inside({ prefixItems: [{}, sql] }), { parameter: 'sql' }],
    ['what a list contains', inside({ contains: sql }), { parameter: 'sql' }],
    ['what depends', root({ dependentSchemas: { a: sql } }), { parameter: 'sql' }],
    [
      'a list of listed actions',
      root({ properties: { actions: { items: action } } }),
      { parameter: 'actions', value: 'purge' },
    ],
    ['a list of actions in order', root({ properties: { action: { prefixItems: [action] } } }), purge],
    [
      'what is within an action',
      root({ properties: { operation: { properties: { name: { const: 'drop' } } } } }),
      { parameter: 'operation', value: 'drop' },
    ],
    [
      'the type of an action',
      root({ properties: { actionType: action } }),
      { ...purge, parameter: 'actionType' },
    ],
    [
      'an action with a name before it',
      root({ properties: { http_method: { enum: ['GET', 'DELETE'] } } }),
      { parameter: 'http_method', value: 'DELETE' },
    ],
    ['an op', root({ properties: { op: { enum: ['get', 'put'] } } }), { parameter: 'op', value: 'put' }],
    ['a verb', root({ properties: { verb: { enum: ['get', 'put'] } } }), { parameter: 'verb', value: 'put' }],
    [
      'the default of an action',
      root({ properties: { action: { type: 'string', default: 'purge' } } }),
      purge,
    ],
    [
      'an example of an action',
      root({ properties: { action: { type: 'string', examples: ['get', 'purge'] } } }),
      purge,
    ],
    [
      'an action of any text that must be given',
      root({ properties: { action: { type: 'string' } }, required: ['action'] }),
      { parameter: 'action' },
    ],
    [
      'an action with one free branch',
      root({
        properties: { action: { anyOf: [{ const: 'get' }, { type: 'string' }] } },
        required: ['action'],
      }),
      { parameter: 'action' },
    ],
    [
      'a command with one free branch',
      root({ properties: { command: { oneOf: [{ const: 'get' }, { type: 'string' }] } } }),
      { parameter: 'command' },
    ],
    [
      'a list of free commands',
      root({ properties: { commands: { type: 'array', items: { type: 'string' } } } }),
      { parameter: 'commands' },
    ],
    [
      'an example of SQL that writes',
      root({ properties: { query: { type: 'string', examples: ['DELETE FROM t'] } } }),
      { parameter: 'query', value: 'DELETE FROM t' },
    ],
    [
      'SQL that writes where nothing is given',
      root({ properties: { query: { type: 'string', default: 'update t set a = 1' } } }),
      { parameter: 'query', value: 'update t set a = 1' },
    ],
    [
      'a listed action that begins like a noun',
      root({ properties: { method: { enum: ['merge_pull_request'] } } }),
      { parameter: 'method', value: 'merge_pull_request' },
    ],
  ])('looks for the caller’s choice in %s', (_, tool, found) => {
    expect(strictly('get_data', tool).class).toBe('Unknown');
    expect(strictly('get_data', tool).decidedBy).toEqual({ kind: 'parameter', ...found });
  });

  it.each<[string, object]>([
    ['a definition that nothing refers to', root({ $defs: { a: sql } })],
    [
      'a program among listed ones',
      root({ properties: { command: { allOf: [{ $ref: '#/$defs/a' }] } }, $defs: { a: { enum: ['ls'] } } }),
    ],
    [
      'a list of listed programs',
      root({ properties: { commands: { type: 'array', items: { enum: ['ls'] } } } }),
    ],
    ['an action of any text that may be left out', root({ properties: { action: { type: 'string' } } })],
    [
      'a program that is a number',
      root({ properties: { code: { anyOf: [{ type: 'integer' }, { type: 'null' }] } } }),
    ],
    ['a program that can be nothing', root({ properties: { code: false } })],
    ['three words', root({ properties: { iso_country_code: { type: 'string' } } })],
    [
      'a query that reads',
      root({ properties: { query: { type: 'string', examples: ['SELECT deleted FROM updates'] } } }),
    ],
    ['a schema that refers to itself', root({ properties: { a: { $ref: '#' } } })],
  ])('believes the name beside %s', (_, tool) => {
    expect(strictly('get_data', tool).class).toBe('ReadOnlyPresumed');
  });

  it.each<[string, object, string]>([
    ['that refers to nothing', { $ref: '#/$defs/a' }, 'it refers to `#/$defs/a`, which is not in it'],
    [
      'that refers to another file',
      { $ref: 'https://example.com/a' },
      'it refers to `https://example.com/a`, which is not in it',
    ],
    [
      'that refers to an anchor',
      { $ref: '#a', $defs: { a: { $anchor: 'a' } } },
      'it refers to `#a`, which is not in it',
    ],
    ['with a reference that is none', { $ref: 1 }, 'it refers to `1`, which is not in it'],
    ['without end', nested(6000), 'it is too large'],
  ])('does not believe the name beside a schema %s', (_, inputSchema, message) => {
    expect(strictly('get_data', { inputSchema })).toMatchObject({
      class: 'Unknown',
      decidedBy: { kind: 'schema', message },
    });
  });

  it.each<[string, unknown, boolean]>([
    ['anything', true, true],
    ['nothing', false, false],
    ['a constant', { const: 'ls' }, false],
    ['only listed branches', { anyOf: [{ enum: ['ls'] }, { const: 'cat' }] }, false],
    ['only listed branches, of which one holds', { oneOf: [{ enum: ['ls'] }, { const: 'cat' }] }, false],
    ['branches that are none', { anyOf: 'ls', oneOf: [] }, true],
    ['one free part of allOf', { allOf: [{ type: 'string' }, { enum: ['ls'] }] }, false],
    ['all parts of allOf', { allOf: [{ type: 'string' }, {}] }, true],
    ['a list of anything', { type: 'array' }, true],
    ['a free first item', { type: 'array', prefixItems: [{ enum: ['ls'] }, {}] }, true],
    ['a free first item, others listed', { type: 'array', prefixItems: [{}], items: { enum: ['ls'] } }, true],
    ['listed first items', { type: 'array', prefixItems: [{ enum: ['ls'] }] }, false],
    ['an object', { type: 'object' }, false],
    ['text or nothing', { type: ['null', 'string'] }, true],
  ])('takes a command of %s for what it is', (_, command, isFree) => {
    const { class: toolClass } = strictly('get_data', root({ properties: { command } }));
    expect(toolClass).toBe(isFree ? 'Unknown' : 'ReadOnlyPresumed');
  });

  it('does not trust a name that is too long, and handles it quickly', () => {
    expect(strictly(`get_${'x'.repeat(996)}`).class).toBe('ReadOnlyPresumed');
    expect(strictly(`get_${'x'.repeat(997)}`).class).toBe('Unknown');
    const endless = `get${'_run'.repeat(300_000)}`;
    expect(mustEnd(() => strictly(endless).class)).toBe('Unknown');
    const long = `get${'_run'.repeat(1000)}_purge`;
    expect(strictly(long, { annotations: { readOnlyHint: true } }).class).toBe('Conflict');
  });

  it('says strictly what decided', () => {
    const by = (name: string, annotations?: object) => strictly(name, { annotations }).decidedBy;
    const hint = (name: string, value: boolean) => ({ kind: 'annotation', hint: name, value });
    expect(by('x', { readOnlyHint: true })).toEqual(hint('readOnlyHint', true));
    expect(by('get_x', { readOnlyHint: false })).toEqual(hint('readOnlyHint', false));
    expect(by('x', { destructiveHint: true })).toEqual(hint('destructiveHint', true));
    expect(by('x', { readOnlyHint: true, destructiveHint: true })).toEqual(hint('destructiveHint', true));
    expect(by('get_x')).toEqual({ kind: 'word', word: 'get' });
    expect(by('set_x')).toEqual({ kind: 'word', word: 'set' });
    expect(by('frobnicate')).toEqual({ kind: 'nothing' });
  });

  it('does not trust the name next to a program parameter whose schema only refers to itself', () => {
    const itself = root({ properties: { code: { $ref: '#/properties/code' } } });
    expect(strictly('get_data', itself).decidedBy).toEqual({ kind: 'parameter', parameter: 'code' });
  });

  it.each<[string, object]>([
    [
      'branches that share their parts',
      {
        properties: { sql: { $ref: '#/$defs/0' } },
        $defs: {
          ...Array.from({ length: 60 }, (_, index) => {
            const next = { $ref: `#/$defs/${index + 1}` };
            return { anyOf: [next, next, { allOf: [next, next] }] };
          }),
          60: { type: 'integer' },
        },
      },
    ],
    ['a default without end', { default: JSON.parse('['.repeat(4000) + ']'.repeat(4000)) }],
    [
      'many parameters',
      { properties: Object.fromEntries(Array.from({ length: 200_000 }, (_, n) => [n, {}])) },
    ],
  ])('is done in time with %s', (_, inputSchema) => {
    expect(['Unknown', 'ReadOnlyPresumed']).toContain(strictly('get_data', { inputSchema }).class);
  });

  it('treats branches that nest too deep as an unreadable schema', () => {
    let sqlOf: object = { type: 'integer' };
    for (let level = 0; level < 4000; level++) sqlOf = { anyOf: [sqlOf] };
    expect(strictly('get_data', root({ properties: { sql: sqlOf } })).decidedBy).toEqual({
      kind: 'schema',
      message: 'it nests too deep',
    });
  });

  it('handles a hostile schema', () => {
    expect(strictly('get_data', { inputSchema: nested(4000) })).toMatchObject({
      class: 'Unknown',
      decidedBy: { kind: 'parameter', parameter: 'sql' },
    });
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

  it.each([...DESTRUCTIVE_WORDS])(
    'believes no declaration that a tool called after %s only reads',
    (word) => {
      for (const name of [word, `get_${word}`, `update_or_${word}_log`, `${word}_read`]) {
        expect(strictly(name, { annotations: { readOnlyHint: true } })).toMatchObject({
          class: 'Conflict',
          decidedBy: { kind: 'word', word },
        });
      }
    },
  );

  it('reports the worst word of a name', () => {
    const readOnly = { annotations: { readOnlyHint: true } };
    expect(strictly('update_or_truncate_log', readOnly)).toMatchObject({
      class: 'Conflict',
      decidedBy: { kind: 'word', word: 'truncate' },
    });
  });

  it('trusts a read-only declaration, whatever the parameters accept', () => {
    const declared = { annotations: { readOnlyHint: true }, ...root(sql) };
    expect(strictly('run_sql', declared).class).toBe('ReadOnly');
  });

  // what a single word, and a noun before any reading verb, say
  it.each([
    ['read', 'ReadOnlyPresumed'],
    ['release', 'Unknown'],
    ['order_release_read', 'ReadOnlyPresumed'],
    ['release_and_get_run', 'Unknown'],
    ['and_get_release', 'ReadOnlyPresumed'],
    ['get_and_release', 'Unknown'],
    ['release_get_x', 'Unknown'],
    ['nodes_stats_v2', 'ReadOnlyPresumed'],
    ['page_read_v1', 'ReadOnlyPresumed'],
    ['nodes_v', 'Unknown'],
    ['nodes_2_stats', 'ReadOnlyPresumed'],
  ])('takes %s for %s', (name, expected) => {
    expect(strictly(name).class).toBe(expected);
  });

  it('lets hints only make the class stricter', () => {
    const by = (name: string, annotations: object) => strictly(name, { annotations }).class;
    expect(by('frobnicate', { readOnlyHint: true })).toBe('ReadOnly');
    expect(by('delete_everything', { readOnlyHint: true })).toBe('Conflict');
    expect(by('truncate_log', { readOnlyHint: true })).toBe('Conflict');
    expect(by('get_x', { readOnlyHint: true, destructiveHint: true })).toBe('Conflict');
    expect(by('get_x', { readOnlyHint: false })).toBe('Mutating');
    expect(by('get_x', { destructiveHint: true })).toBe('Destructive');
    expect(by('delete_x', { destructiveHint: false, idempotentHint: true })).toBe('Destructive');
    expect(by('frobnicate', { destructiveHint: false, idempotentHint: true })).toBe('Mutating');
    expect(by('frobnicate', { idempotentHint: true })).toBe('Unknown');
    expect(by('get_create_fields', { idempotentHint: false })).toBe('Mutating');
    expect(by('get_create_fields', { readOnlyHint: false })).toBe('Mutating');
  });
});

/** Free SQL, so many lists deep. */
function nested(depth: number): object {
  let schema: object = { properties: { sql: { type: 'string' } } };
  for (let level = 0; level < depth; level++) schema = { items: schema };
  return schema;
}

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
