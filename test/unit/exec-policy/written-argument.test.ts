import { describe, expect, it } from 'vitest';
import { findWritingArgument } from '../../../src/exec-policy/written-argument.ts';

const text = { type: 'string' };
const schemaOf = (name: string, schema: object) => ({ properties: { [name]: schema } });
const writingOf = (args: Record<string, unknown>, schema: unknown = {}) =>
  findWritingArgument(args, schema)?.writing;

describe('findWritingArgument', () => {
  it.each(['task', 'do', 'intent', 'subcommand', 'type', 'x', 'action'])('judges the value of %s', (name) => {
    expect(writingOf({ [name]: 'delete' })).toBe('destructive');
    expect(writingOf({ [name]: 'list' })).toBeUndefined();
    for (const schema of [
      { enum: ['list', 'delete'] },
      { oneOf: [{ const: 'list' }, { const: 'delete' }] },
      { $ref: '#/$defs/a' },
      { type: 'array', items: { enum: ['list', 'delete'] } },
    ]) {
      const root = { ...schemaOf(name, schema), $defs: { a: { enum: ['list', 'delete'] } } };
      expect(writingOf({ [name]: 'delete' }, root)).toBe('destructive');
      expect(writingOf({ [name]: ['list', 'delete'] }, root)).toBe('destructive');
      expect(writingOf({ [name]: 'list' }, root)).toBeUndefined();
    }
  });

  it('judges what is left out by its default', () => {
    for (const schema of [
      { enum: ['list', 'delete'], default: 'delete' },
      { ...text, default: 'delete' },
      { anyOf: [{ ...text, default: 'delete' }, { type: 'null' }] },
      { type: 'boolean', default: false },
    ]) {
      const name = schema.default === false ? 'dry_run' : 'task';
      expect(writingOf({}, schemaOf(name, schema))).toBe(
        schema.default === false ? 'mutating' : 'destructive',
      );
      expect(writingOf({ [name]: name === 'task' ? 'list' : true }, schemaOf(name, schema))).toBeUndefined();
    }
    expect(writingOf({}, schemaOf('options', { properties: { task: { ...text, default: 'delete' } } }))).toBe(
      undefined,
    );
  });

  it('judges next to a reading value what only the dictionary knows', () => {
    const schema = schemaOf('do', { enum: ['list', 'reboot'] });
    expect(writingOf({ do: 'reboot' }, schema)).toBe('mutating');
    expect(writingOf({ action: 'reboot_vm' })).toBe('mutating');
    expect(writingOf({ format: 'zip' }, schemaOf('format', { enum: ['tar', 'zip'] }))).toBeUndefined();
  });

  it('reports the most harmful value', () => {
    expect(findWritingArgument({ a: 'update', b: { c: ['purge'] } }, {})).toEqual({
      parameter: 'c',
      value: 'purge',
      writing: 'destructive',
    });
  });

  it('judges switches', () => {
    expect(writingOf({ force: true })).toBe('mutating');
    expect(writingOf({ dryRun: false, read_only: true })).toBe('mutating');
    expect(writingOf({ dryRun: true, force: false, verbose: true })).toBeUndefined();
  });

  it.each([
    ['a word that is looked for', { query: 'delete' }],
    ['a word in a text', { body: 'purge', commit_message: 'update' }],
    ['a sentence', { x: 'how to delete a branch' }],
    ['a task that asks', { task: 'explain what delete does' }],
    ['a state', { status: 'open' }],
    ['a name', { repo: 'update-notifier' }],
  ])('does not judge %s', (_, args) => {
    expect(writingOf(args)).toBeUndefined();
  });

  it('judges without a schema that can be read', () => {
    expect(writingOf({ do: 'purge' }, { $ref: '#/missing' })).toBe('destructive');
    expect(writingOf({ task: 'delete all files' }, null)).toBe('destructive');
  });
});
