import { describe, expect, it } from 'vitest';
import { argumentsFor } from '../../../src/arguments/arguments.ts';
import { classify } from '../../../src/exec-policy/classify.ts';
import { decide } from '../../../src/exec-policy/decide.ts';
import { planProbe } from '../../../src/features/probe/plan.ts';
import { scaffoldTools } from '../../../src/features/probe/scaffold/scaffold.ts';

const wants = (properties: object, more: object = {}) => ({
  inputSchema: { type: 'object', properties, required: Object.keys(properties), ...more },
});
const text = { type: 'string' };

async function planned(name: string, rest: object, options: { executeDestructive?: boolean } = {}) {
  const [plan] = await planProbe([{ name, ...rest }], [], {
    strict: false,
    executeDestructive: false,
    ...options,
  });
  return plan?.action;
}

describe('generated arguments', () => {
  it.each<[string, object, object]>([
    [
      'of listed actions one that reads',
      wants({ action: { enum: ['purge', 'add', 'list'] } }),
      { action: 'list' },
    ],
    ['of constants too', wants({ mode: { oneOf: [{ const: 'run' }, { const: 'show' }] } }), { mode: 'show' }],
    ['of what a pattern lets', wants({ op: { ...text, pattern: '^(delete|get)$' } }), { op: 'get' }],
    [
      'behind a reference',
      wants({ method: { $ref: '#/$defs/a' } }, { $defs: { a: { enum: ['PUT', 'GET'] } } }),
      { method: 'GET' },
    ],
    [
      'in several parameters at once',
      wants({ action: { enum: ['drop', 'get'] }, verb: { enum: ['set', 'view'] } }),
      { action: 'get', verb: 'view' },
    ],
    [
      'in a list',
      wants({ actions: { type: 'array', minItems: 2, items: { enum: ['delete', 'get'] } } }),
      { actions: ['get', 'get'] },
    ],
    [
      'in what is within',
      wants({ a: wants({ action: { enum: ['delete', 'get'] } }).inputSchema }),
      { a: { action: 'get' } },
    ],
    [
      'past many that do not',
      wants({ action: { enum: [...Array.from({ length: 30 }, (_, n) => `delete_${n}`), 'get'] } }),
      { action: 'get' },
    ],
    ['no default that writes', wants({ action: { ...text, default: 'purge' } }), { action: 'text' }],
    ['no example that writes', wants({ query: { ...text, examples: ['DROP TABLE t'] } }), { query: 'text' }],
    [
      'a later example',
      wants({ query: { ...text, examples: ['DROP TABLE t', 'SELECT 1'] } }),
      { query: 'SELECT 1' },
    ],
    [
      'no program that writes',
      wants({ command: { ...text, examples: ['rm -rf /', 'ls'] } }),
      { command: 'ls' },
    ],
    [
      'no whole example that writes',
      wants({ action: { enum: ['drop', 'get'] } }, { examples: [{ action: 'drop' }] }),
      { action: 'get' },
    ],
    ['a no', wants({ purge: { type: 'boolean' } }), { purge: false }],
    ['a yes where it changes nothing', wants({ recursive: { type: 'boolean' } }), { recursive: true }],
    [
      'one that is given rather than left to a default that writes',
      { inputSchema: { properties: { action: { enum: ['purge', 'get'], default: 'purge' } } } },
      { action: 'get' },
    ],
    [
      'also where the default stands behind a reference',
      {
        inputSchema: {
          properties: { action: { allOf: [{ $ref: '#/$defs/a' }] } },
          $defs: { a: { enum: ['purge', 'get'], default: 'purge' } },
        },
      },
      { action: 'get' },
    ],
    [
      'nothing where it is left to a default that reads',
      { inputSchema: { properties: { action: { enum: ['purge', 'get'], default: 'get' } } } },
      {},
    ],
    [
      'what its author says where nothing decides',
      wants({ name: { ...text, default: 'purge' } }),
      { name: 'purge' },
    ],
  ])('are harmless: %s', async (_, rest, args) => {
    expect(await planned('look', rest)).toEqual({ kind: 'call', args });
  });

  it('are not generated when every value changes something', async () => {
    const onlyWrites = wants({ action: { enum: ['purge', 'wipe'] } });
    const skip = { kind: 'skip', reason: 'arguments-write', message: '`action` would be `purge`' };
    expect(await planned('look', onlyWrites)).toEqual(skip);
    expect(await planned('look', { ...onlyWrites, annotations: { readOnlyHint: true } })).toEqual(skip);
    expect(await planned('look', wants({ delete: { const: true } }))).toMatchObject({
      reason: 'arguments-write',
    });
  });

  it('are reported as missing when something else prevents them', async () => {
    expect(await planned('look', wants({ a: { type: 'integer', minimum: 2, maximum: 1 } }))).toMatchObject({
      reason: 'no-arguments',
    });
  });

  it('change no more than the tool may, and only if they must', async () => {
    expect(await planned('update_x', wants({ action: { enum: ['delete', 'add', 'list'] } }))).toEqual({
      kind: 'call',
      args: { action: 'list' },
    });
    expect(await planned('update_x', wants({ action: { enum: ['delete', 'add'] } }))).toEqual({
      kind: 'call',
      args: { action: 'add' },
    });
    const onlyDeletes = wants({ action: { enum: ['delete'] } });
    expect(await planned('update_x', onlyDeletes)).toMatchObject({ reason: 'arguments-write' });
    expect(await planned('delete_x', onlyDeletes, { executeDestructive: true })).toEqual({
      kind: 'call',
      args: { action: 'delete' },
    });
  });

  it('of a tool that is only written down may be anything', async () => {
    const tool = { name: 'delete_x', ...wants({ action: { enum: ['delete'] } }) };
    const decision = decide(classify(tool).class, { context: 'generate' });
    expect(await argumentsFor(tool, decision)).toEqual({ value: { action: 'delete' } });
  });

  it('are not written into a test that runs freely', async () => {
    const tool = { name: 'look', ...wants({ action: { enum: ['purge'] } }) };
    const [scaffold] = await scaffoldTools([tool], { strict: false, executeDestructive: false }, new Map());
    expect(scaffold).toMatchObject({
      tests: [],
      notes: ['no arguments can be generated: `action` would be `purge`, which changes something'],
    });
  });
});
