import { describe, expect, it } from 'vitest';
import { argumentsFor } from '../../../src/arguments/arguments.ts';
import { classify } from '../../../src/exec-policy/classify.ts';
import { decide } from '../../../src/exec-policy/decide.ts';

const required = (name: string, schema: object) => ({
  type: 'object',
  properties: { [name]: schema },
  required: [name],
});
const argsOf = (inputSchema: object, name = 'get_x') => {
  const tool = { name, inputSchema };
  return argumentsFor(tool, decide(classify(tool).class));
};

describe('a listed action', () => {
  it.each(['task', 'type', 'do', 'intent', 'subcommand', 'action', 'x'])(
    'reads under the name %s',
    async (name) => {
      for (const schema of [
        { enum: ['delete', 'list'] },
        { enum: ['frobnicate', 'update', 'list'] },
        { oneOf: [{ const: 'delete' }, { const: 'list' }] },
        { anyOf: [{ $ref: '#/$defs/a' }] },
        { enum: ['delete', 'list'], default: 'delete' },
      ]) {
        const root = { ...required(name, schema), $defs: { a: { enum: ['purge', 'list'] } } };
        expect(await argsOf(root)).toEqual({ value: { [name]: 'list' } });
      }
      const list = { type: 'array', minItems: 1, items: { enum: ['delete', 'list'] } };
      expect(await argsOf(required(name, list))).toEqual({ value: { [name]: ['list'] } });
    },
  );

  it.each([
    '^(delete|list)$',
    '^(?:delete|list)$',
    '(?i)^(delete|list)$',
    'delete|list',
    '^(delete(_all)?|list)$',
  ])('reads if the pattern %s lists it', async (pattern) => {
    expect(await argsOf(required('a', { type: 'string', pattern }))).toEqual({ value: { a: 'list' } });
  });

  it.each(['^delete$', '^[dD]elete$', '^(delete|purge)$'])(
    'is avoided if the pattern %s lists no other',
    async (pattern) => {
      expect(await argsOf(required('a', { type: 'string', pattern }))).toHaveProperty('avoided');
    },
  );

  it.each(['^(run|job)-[0-9]+$', '^(open|closed)$', '^[a-z]+$', '^https?://x$'])(
    'is not what the pattern %s accepts',
    async (pattern) => {
      expect(await argsOf(required('a', { type: 'string', pattern }))).toHaveProperty('value.a');
    },
  );

  it('is not left to its default', async () => {
    const schema = { type: 'object', properties: { task: { enum: ['delete', 'list'], default: 'delete' } } };
    expect(await argsOf(schema)).toEqual({ value: { task: 'list' } });
  });

  it.each([[['delete', 'frobnicate']], [['create', 'update']], [['execute']]])(
    'is avoided where none reads: %j',
    async (choices) => {
      expect(await argsOf(required('task', { enum: choices }))).toHaveProperty('avoided');
    },
  );

  it('is not taken from a default or an example, not even of a free text', async () => {
    const text = { type: 'string' };
    for (const schema of [
      { ...text, default: 'delete' },
      { ...text, examples: ['delete'] },
      { anyOf: [{ ...text, default: 'delete' }] },
    ]) {
      for (const name of ['task', 'x']) {
        expect(await argsOf(required(name, schema))).toEqual({ value: { [name]: 'text' } });
        const optional = { type: 'object', properties: { [name]: schema } };
        expect(JSON.stringify(await argsOf(optional))).not.toContain('delete');
      }
    }
    expect(await argsOf(required('x', { ...text, examples: ['delete', 'list'] }))).toEqual({
      value: { x: 'list' },
    });
    expect(await argsOf(required('query', { ...text, examples: ['delete'] }))).toEqual({
      value: { query: 'delete' },
    });
  });

  it('does not let a switch change something', async () => {
    expect(await argsOf(required('force', { type: 'boolean' }))).toEqual({ value: { force: false } });
    expect(await argsOf(required('dry_run', { type: 'boolean', default: false }))).toEqual({
      value: { dry_run: true },
    });
    const optional = { type: 'object', properties: { dryRun: { type: 'boolean', default: false } } };
    expect(await argsOf(optional)).toEqual({ value: { dryRun: true } });
    expect(await argsOf(required('force', { const: true }))).toHaveProperty('avoided');
  });

  it('may write where the tool may', async () => {
    const schema = required('task', { enum: ['delete', 'create'] });
    expect(await argsOf(schema, 'create_x')).toEqual({ value: { task: 'create' } });
  });

  it.each([[['open', 'closed']], [['asc', 'desc']], [['comment', 'label']], [['draft', 'final']]])(
    'is not seen in states and things: %j',
    async (choices) => {
      expect(await argsOf(required('kind', { enum: choices }))).toEqual({ value: { kind: choices[0] } });
    },
  );

  it.each(['task', 'type', 'do'])(
    'makes a tool unknown in strict mode if it destroys, under the name %s',
    (name) => {
      const strictly = (choices: string[]) =>
        classify({ name: 'get_x', inputSchema: required(name, { enum: choices }) }, { strict: true }).class;
      expect(strictly(['list', 'delete'])).toBe('Unknown');
      expect(strictly(['open', 'closed'])).toBe('ReadOnlyPresumed');
    },
  );
});
