import { describe, expect, it } from 'vitest';
import { classify } from '../../../src/exec-policy/classify.ts';
import { describesProgram, isProgram } from '../../../src/exec-policy/program.ts';
import { mustEnd } from '../../support/must-end.ts';

it.each([
  ['sql', true],
  ['userScript', true],
  ['iso_country_code', false],
  ['code_id', false],
  ['...', false],
])('knows whether %s is a program: %s', (parameter, expected) => {
  expect(isProgram(parameter)).toBe(expected);
});

it.each([
  ...[
    'sql_query',
    'querySQL',
    'raw_sql',
    'rawsql',
    'sqlquery',
    'SQLText',
    'code_snippet',
    'codesnippet',
    'source_code',
  ],
  ...['command_line', 'commandline', 'shellCommand', 'js', 'jsCode', 'python', 'expression', 'cypher_query'],
  ...['graphqlQuery', 'bash_script_body', 'the.code.to.run', 'statements', 'cmds', 'evalExpression'],
  ...['rawQuery', 'raw_query', 'rawquery', 'raw_queries'],
])('takes %s for a program', (parameter) => {
  expect(isProgram(parameter)).toBe(true);
});

it.each([
  ...[
    'query',
    'description',
    'transcript',
    'subscription',
    'zipcode',
    'barcode',
    'encode',
    'zip_code',
    'status_code',
  ],
  ...[
    'script_id',
    'scriptName',
    'sql_dialect',
    'code_language',
    'command_ids',
    'postcode',
    'errorCode',
    'raw_query_id',
    'raw',
    'q',
    'ts',
  ],
])('does not take %s for a program', (parameter) => {
  expect(isProgram(parameter)).toBe(false);
});

describe('describesProgram', () => {
  it.each([
    ...[
      'Raw SQL query. Supports macros.',
      'The SQL to run',
      'A query, written in SQL',
      'sql statement',
      'Valid Cypher',
    ],
    ...[
      'JavaScript code',
      'Python to evaluate',
      'Code that you want to have executed',
      'Executes this command',
    ],
    ...[
      'e.g. SELECT * FROM users',
      'For example: delete from t',
      'GraphQL query or mutation',
      'The shell command',
    ],
  ])('says yes to: %s', (text) => {
    expect(describesProgram(text)).toBe(true);
  });

  it.each([
    ...[
      'Search query to run',
      'The Cloud SQL instance',
      'PromQL expression',
      'a JQL query',
      'ISO country code',
    ],
    ...['Select the fields to show from the list', 'Python versions', 'A text', ''],
  ])('says no to: %s', (text) => {
    expect(describesProgram(text)).toBe(false);
  });

  it('says no to what is about a program, and to what is no text', () => {
    expect(describesProgram('Path of the SQL script', 'script_path')).toBe(false);
    expect(describesProgram(['SQL query'])).toBe(false);
  });

  it('reads long texts in linear time', () => {
    for (const text of ['SELECT '.repeat(1_000_000), 'sql '.repeat(1_000_000), 'code '.repeat(1_000_000)])
      expect(mustEnd(() => typeof describesProgram(text))).toBe('boolean');
  });
});

describe('a tool with a program as parameter', () => {
  const strictly = (inputSchema: object, description?: string) =>
    classify({ name: 'query_data', description, inputSchema }, { strict: true });
  const raw = { type: 'string', description: 'Raw SQL query' };
  const code = { type: 'string' };

  it.each<[string, object]>([
    ['by its description', { properties: { query: raw } }],
    ['whatever its name', { properties: { x: raw } }],
    ['that may be null', { properties: { query: { ...raw, type: ['string', 'null'] } } }],
    ['in one branch', { properties: { query: { anyOf: [{ type: 'null' }, raw] } } }],
    ['in one branch of the whole', { oneOf: [{}, { properties: { query: raw } }] }],
    ['in allOf', { allOf: [{ properties: { query: raw } }] }],
    [
      'described next to a reference',
      { properties: { q: { ...raw, type: undefined, $ref: '#/$defs/a' } }, $defs: { a: code } },
    ],
    ['described in a reference', { properties: { q: { $ref: '#/$defs/a' } }, $defs: { a: raw } }],
    ['in a list', { properties: { queries: { type: 'array', items: raw } } }],
    ['in a list of objects', { properties: { steps: { items: { properties: { code_snippet: code } } } } }],
    ['in an object', { properties: { options: { properties: { sqlQuery: code } } } }],
    ['as an object', { properties: { script: { type: 'object', properties: { source: code } } } }],
    ['in a map', { properties: { queries: { additionalProperties: raw } } }],
    ['by its format', { properties: { x: { type: 'string', contentMediaType: 'text/javascript' } } }],
  ])('is unknown: %s', (_, inputSchema) => {
    expect(strictly(inputSchema).class).toBe('Unknown');
  });

  it('is unknown if the description of the tool says what its query is', () => {
    const query = { properties: { query: { type: 'string' } } };
    expect(strictly(query, 'Run a SQL query on the warehouse.').class).toBe('Unknown');
    expect(strictly(query, 'Query the search index.').class).toBe('ReadOnlyPresumed');
  });

  it.each<[string, object]>([
    ['listed programs', { properties: { query: { ...raw, enum: ['SELECT 1'] } } }],
    ['a number', { properties: { query: { ...raw, type: 'integer' } } }],
    ['the id of one', { properties: { script: { type: 'object', properties: { id: code } } } }],
    ['a search', { properties: { query: { type: 'string', description: 'Search query' } } }],
  ])('is not unknown because of %s', (_, inputSchema) => {
    expect(strictly(inputSchema).class).toBe('ReadOnlyPresumed');
  });
});
