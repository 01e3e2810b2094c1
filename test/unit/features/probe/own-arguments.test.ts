import { describe, expect, it } from 'vitest';
import { readOwnArguments, withOwnArguments } from '../../../../src/features/probe/own-arguments.ts';
import { planProbe } from '../../../../src/features/probe/plan.ts';

describe('given arguments', () => {
  it('are read by the name of their tool', () => {
    expect([...readOwnArguments(['get_a={"id":"a=b"}', 'get_b={}'])]).toEqual([
      ['get_a', { id: 'a=b' }],
      ['get_b', {}],
    ]);
  });

  it.each([
    [['get_a'], '--args must be a tool and its arguments, found `get_a`'],
    [['={}'], '--args must be a tool'],
    [['get_a=[]'], '--args get_a must be a JSON object'],
    [['get_a={}', 'get_a={}'], '--args get_a is given twice'],
    [['get_a={"a":1,"a":2}'], '`a` occurs twice'],
    [['get_a={a:1}'], 'expected a key in double quotes, found `a`'],
  ])('are refused: %j', (given, message) => {
    expect(() => readOwnArguments(given)).toThrow(message);
  });
});

const POLICY = { strict: false, executeDestructive: false };
const SCHEMA = {
  type: 'object',
  properties: { id: { type: 'integer' }, action: { type: 'string' } },
  required: ['id'],
};

/** What is planned for a tool whose arguments are given. */
async function plan(
  name: string,
  args: object,
  options: Partial<typeof POLICY> = {},
  inputSchema: object = SCHEMA,
) {
  const policy = { ...POLICY, ...options };
  const made = await planProbe([{ name, inputSchema }, { name: 'list_others' }], [], policy);
  const own = readOwnArguments([`${name}=${JSON.stringify(args)}`]);
  const [planned, other] = await withOwnArguments(made, own, policy);
  expect(other).toEqual(made[1]);
  return planned;
}

describe('a plan with given arguments', () => {
  it('calls with them', async () => {
    expect(await plan('get_a', { id: 7 })).toMatchObject({
      decision: { kind: 'Execute', canRepeat: true },
      action: { kind: 'call', args: { id: 7 } },
    });
  });

  it('calls a tool for which no arguments could be generated', async () => {
    const pattern = { type: 'object', properties: { a: { not: { const: '' } } }, required: ['a'] };
    expect(await plan('get_a', { a: 'x' }, {}, pattern)).toMatchObject({ action: { kind: 'call' } });
  });

  it('keeps refused what the policy refuses', async () => {
    expect(await plan('delete_a', { id: 7 })).toMatchObject({ action: { kind: 'skip', reason: 'refused' } });
  });

  it.each([
    ['update', {}, { kind: 'ExecuteOnce', canRepeat: false }, 'call'],
    ['delete', {}, { kind: 'Refuse' }, 'skip'],
    ['delete', { executeDestructive: true }, { kind: 'ExecuteOnce', canRepeat: false }, 'call'],
  ])('lets the policy decide on what they change: %s, %o', async (action, options, decision, kind) => {
    expect(await plan('manage_a', { id: 7, action }, options)).toMatchObject({ decision, action: { kind } });
  });

  it.each([
    [{ task: { type: 'string' } }, { task: 'delete' }],
    [{ x: { enum: ['list', 'delete'] } }, { x: 'delete' }],
    [{ x: { enum: ['list', 'delete'], default: 'delete' } }, {}],
  ])('judges values, not only names: %j %j', async (properties, args) => {
    expect(await plan('get_a', args, {}, { type: 'object', properties })).toMatchObject({
      action: { kind: 'skip', reason: 'arguments-write' },
    });
  });

  it('finds the most harmful change among several values', async () => {
    const args = { id: 7, action: 'update', inner: { action: 'delete' } };
    expect(await plan('create_a', args)).toMatchObject({
      action: { kind: 'skip', reason: 'arguments-write', message: '`action` is `delete`' },
    });
  });

  it('never runs arguments that change something in strict mode', async () => {
    expect(await plan('get_a', { id: 7, action: 'update' }, { strict: true })).toMatchObject({
      action: { kind: 'skip' },
    });
  });

  it.each([
    ['get_a', { id: 'seven' }, '--args get_a: the input schema rejects the arguments: `id` must be integer'],
    ['get_a', {}, 'required'],
  ])('is none when the schema refuses them: %s %j', async (name, args, message) => {
    await expect(plan(name, args)).rejects.toThrow(message);
  });

  it('is none for a tool that is not probed', async () => {
    const made = await planProbe([{ name: 'get_record' }], [], POLICY);
    const own = readOwnArguments(['get_records={}']);
    await expect(withOwnArguments(made, own, POLICY)).rejects.toMatchObject({
      diagnostics: [
        { message: '--args: no tool named `get_records` is probed', help: 'did you mean `get_record`?' },
      ],
    });
  });
});
