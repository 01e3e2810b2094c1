import { describe, expect, it } from 'vitest';
import { checkRecording } from '../../../../../src/artifacts/cassette/recordings/check-recording.ts';
import { lintSuite } from '../../../../../src/features/scenario/check/lint.ts';
import { parseSuite } from '../../../../../src/features/scenario/suite/suite-file.ts';
import { memoryFiles } from '../../../../support/memory-files.ts';

/** The codes of what is found in a scenario with these parts; it has a recording and an oracle unless told otherwise. */
async function lint(parts: Record<string, unknown>): Promise<string[]> {
  const findings = await findingsOf(parts);
  return findings.map(({ code, message }) => `${code} ${/`([^`]*)`/.exec(message)?.[1] ?? ''}`.trim());
}

const run = { turns: [{ tool_calls: [], final_response: 'done' }] };
const another = (name: string, server?: string) => ({
  turns: [{ tool_calls: [{ name, ...(server !== undefined && { server }) }], final_response: 'done' }],
});
const FILES = {
  'c.json': JSON.stringify(run),
  'runs/many.json': JSON.stringify([another('x'), another('y', 's')]),
  'said/text.json': JSON.stringify({ ...run, caveats: ['acts-in-text'] }),
  'said/unread.json': JSON.stringify({ ...run, caveats: ['unread-calls'] }),
  'copy.txt': JSON.stringify([run], null, 2),
  'bad.json': '{}',
};

async function findingsOf(parts: Record<string, unknown>) {
  const scenario = { name: 's', cassette: 'c.json', seed: { x: 0 }, expect_unchanged: true, ...parts };
  const suite = await parseSuite(JSON.stringify({ scenarios: [scenario] }, null, 1), 's.yml');
  const { findings } = await lintSuite(suite, (reference) =>
    checkRecording(reference, { path: '.', files: memoryFiles(FILES) }),
  );
  return findings;
}

const transitions = (...tools: unknown[]) => ({
  transitions: tools.map((tool) => (typeof tool === 'string' ? { tool } : tool)),
});

const whenX = (guard: unknown) => ({ tool: 'a', when: { x: guard } });
const argsX = (guard: unknown) => ({ tool: 'a', args: { x: guard } });

describe('unreachable transitions', () => {
  it.each([
    ['the same tool again', ['a', 'a'], ['a']],
    ['the same tool with a condition', ['a', { tool: 'a', when: { x: 1 } }], ['a']],
    ['a glob behind `*`', ['*', 'a_*'], ['a_*']],
    ['the same glob again', ['a_*', 'a_*'], ['a_*']],
    ['a server behind none', ['a', { tool: 'a', server: 's' }], ['a']],
    ['a glob behind a wider one', ['a_*', 'a_b*'], ['a_b*']],
    ['alternatives behind a wider glob', ['a_*', 'a_{b,c}'], ['a_{b,c}']],
    ['a glob of names that are declared', ['{a,b}_x', 'a_x', 'b_x'], ['{a,b}_x']],
    ['the same condition again', [whenX({ min: 1, max: 5 }), whenX({ max: 5, min: 1 })], ['a']],
    [
      'the same condition, written otherwise',
      [
        whenX({ eq: { b: 1, c: 2 } }),
        { tool: 'a', when: { '["x"]': { eq: { c: 2, b: 1 } } }, args: { y: 1 } },
      ],
      ['a'],
    ],
    [
      'all conditions of an earlier one, and more',
      [
        { tool: 'a*', when: { x: 1 } },
        { tool: 'a*', server: 's', when: { x: 1 }, args: { y: { eq: 1 } } },
      ],
      ['a*'],
    ],
    [
      'one agent behind all with a name',
      [
        { tool: 'a', agent: '*' },
        { tool: 'a', agent: 's' },
      ],
      ['a'],
    ],
    ['closed arguments behind any', ['a', { tool: 'a', closed: true }], ['a']],
    [
      'the same closed arguments',
      [
        { tool: 'a', closed: ['x', 'y'] },
        { tool: 'a', closed: ['["y"]', 'x'], when: { x: 1 } },
      ],
      ['a'],
    ],
    ['the same arguments', [argsX({ exists: true }), argsX({ exists: true })], ['a']],
    ...[
      { min: 5, max: 1 },
      { eq: 3, min: 5 },
      { eq: 'text', max: 5 },
      { eq: 3, ne: 3 },
      { eq: 3, one_of: [4, 5] },
      { one_of: [1, 2], min: 3 },
      { min: 2, max: 2, ne: 2 },
      { unordered: [1, 2], min: 1 },
      { unordered: [1, 2], eq: [1, 3] },
      { unordered: [1, 2], one_of: [[1], 1] },
      { exists: false, unordered: [1] },
      { exists: false, eq: 1 },
      { exists: false, min: { from_arg: 'n' } },
    ].flatMap((guard): [string, object[], string[]][] => [
      [`a contradiction in the world: ${JSON.stringify(guard)}`, [whenX(guard)], ['a']],
      [`a contradiction in arguments: ${JSON.stringify(guard)}`, [argsX(guard)], ['a']],
    ]),
    ['a contradiction of two conditions', [{ tool: 'a', when: { x: 1, '["x"]': 2 } }], ['a']],
  ])('finds %s', async (_, tools, found) => {
    expect(await lint(transitions(...tools))).toEqual(found.map((tool) => `unreachable-transition ${tool}`));
  });

  it.each([
    ['what an earlier condition lets through', [{ tool: 'a', when: { x: 1 } }, 'a']],
    ['what earlier arguments let through', [{ tool: 'a', args: { x: 1 } }, 'a']],
    [
      'another server',
      [
        { tool: 'a', server: 's' },
        { tool: 'a', server: 't' },
      ],
    ],
    ['any server behind one', [{ tool: 'a', server: 's' }, 'a']],
    ['another value', [whenX(1), whenX('1')]],
    [
      'another agent',
      [
        { tool: 'a', agent: 's' },
        { tool: 'a', agent: 't' },
      ],
    ],
    ['any agent behind one', [{ tool: 'a', agent: 's' }, 'a']],
    ['any agent behind all with a name', [{ tool: 'a', agent: '*' }, 'a']],
    ['any arguments behind none', [{ tool: 'a', closed: true }, 'a']],
    [
      'other closed arguments',
      [
        { tool: 'a', closed: ['x'] },
        { tool: 'a', closed: ['y'] },
      ],
    ],
    ['a condition more in the earlier one', [whenX({ min: 1, max: 5 }), whenX({ min: 1 })]],
    ['arguments for the world', [whenX(1), argsX(1)]],
    ...[
      { min: 5, max: 5 },
      { eq: 5, min: 5, one_of: [4, 5], ne: 4, exists: true },
      { exists: false, ne: 3 },
      { one_of: [1, 7], min: 5 },
      { min: 5, max: { from_arg: 'n' } },
      { eq: { from_arg: 'n' }, one_of: [1] },
      { unordered: [1, 2], ne: [1, 2], one_of: [[2, 1]] },
    ].map((guard): [string, object[]] => [`what can hold: ${JSON.stringify(guard)}`, [whenX(guard)]]),
    ['a name behind a glob, which is not for it', ['*', 'a']],
    ['a glob behind names, for all others', ['a', '*']],
    ['a glob of which one name is free', ['{a,b}_x', 'a_x']],
    ['a glob that covers less', ['a_b*', 'a_*']],
    ['a glob of names that begin otherwise', ['a/*', 'a_*', '**/a_x', '*/a/x']],
  ])('does not mistake %s', async (_, tools) => {
    expect(await lint(transitions(...tools))).toEqual([]);
  });

  it('finds tools that are forbidden whatever happens, and no others', async () => {
    const forbid = (rule: object) =>
      lint({ ...transitions('a'), forbidden: [{ tool: 'a*', reason: 'r', ...rule }] });
    expect(await forbid({})).toEqual(['unreachable-transition a']);
    const partial = [{ when: { x: 1 } }, { args: { x: 1 } }, { server: 's' }, { agent: '*' }];
    for (const rule of [...partial, { only: 'succeeded' }]) {
      expect(await forbid(rule)).toEqual([]);
    }
  });

  it('finds those whose every call is forbidden, and says by what', async () => {
    const [same, more] = [{ x: 1 }, { x: 1, y: 2 }];
    const seed = { x: 0, y: 0 };
    const found = (forbidden: object, when: object) =>
      findingsOf({
        seed,
        transitions: [{ tool: 'a', when }],
        forbidden: [{ tool: 'a', reason: 'r', when: forbidden }],
      });
    expect(await found(more, same)).toEqual([]);
    const [finding] = await found(same, more);
    expect(finding?.message).toMatch(
      /^the transition for `a` is never tried: the rule on line \d+ forbids each of its calls$/,
    );
  });
});

describe('conditions that nothing fulfils', () => {
  it('are found in forbidden rules, golden steps and expectations', async () => {
    const never = { x: { min: 5, max: 1 } };
    const findings = await findingsOf({
      transitions: [{ tool: 'a' }],
      forbidden: [{ tool: 'b', reason: 'r', when: never }],
      golden: { calls: ['a', { tool: 'a', args: never }], alternates: [[{ tool: 'a', args: never }]] },
      expect_state: never,
    });
    expect(findings.map(({ code, severity, message }) => [code, severity, message])).toEqual([
      [
        'impossible-condition',
        'error',
        'the rule against `b` never applies: no value of `x` is at least `5` and at most `1`',
      ],
      [
        'impossible-condition',
        'error',
        '`golden.calls[1]` never applies: no value of the argument `x` is at least `5` and at most `1`',
      ],
      [
        'impossible-condition',
        'error',
        '`golden.alternates[0][0]` never applies: no value of the argument `x` is at least `5` and at most `1`',
      ],
      [
        'unreachable-state',
        'error',
        '`expect_state` can never hold at `x`: no value is at least `5` and at most `1`',
      ],
    ]);
  });
});

describe('guards that are misspelt', () => {
  const state = (expected: unknown, parts: object = {}) =>
    lint({
      transitions: [{ tool: 't', effect: { x: { from_arg: 'x' } } }],
      expect_state: { x: expected },
      ...parts,
    });

  it.each([
    { mni: 3 },
    { Min: 3 },
    { min: 1, mx: 5 },
    { onef_of: [1] },
    { one_off: [1] },
    { exist: true },
    { absnt: true },
    { qe: 3 },
  ])('are found: %j', async (expected) => {
    expect(await state(expected)).toEqual(['misspelt-guard x']);
  });

  it.each([
    { name: 'x' },
    { no: 5 },
    { mni: 'x' },
    { mni: 3, other: 1 },
    { eq: { mni: 3 } },
    { absent: true },
    {},
    3,
  ])('are not mistaken for data: %j', async (expected) => {
    expect(await state(expected)).toEqual([]);
  });

  it('are data where the world has such a key', async () => {
    expect(await state({ mni: 3 }, { seed: { x: { mni: 1 } } })).toEqual([]);
    expect(await state({ mni: 3 }, { transitions: [{ tool: 't', effect: { 'x.mni': 3 } }] })).toEqual([]);
  });
});

describe('globs that are forbidden', () => {
  it.each([
    ['by the same glob', 'a_*', 'a_*'],
    ['by a wider one', 'a_*', 'a_b*'],
    ['by `*`', '*', '*'],
    ['by `*`, as every glob', '*', '{a,b}_x'],
    ['name by name', 'a_*', '{a_x,a_y}'],
  ])('are found: %s', async (_, forbidden, tool) => {
    expect(await lint({ ...transitions(tool), forbidden: [{ tool: forbidden, reason: 'r' }] })).toEqual([
      `unreachable-transition ${tool}`,
    ]);
  });

  it.each([
    ['a narrower one', 'a_b*', 'a_*'],
    ['one name of many', 'a_x', 'a_*'],
    ['another start', 'b*', 'a_*'],
  ])('are not mistaken for those with %s', async (_, forbidden, tool) => {
    expect(await lint({ ...transitions(tool), forbidden: [{ tool: forbidden, reason: 'r' }] })).toEqual([]);
  });
});

describe('paths into the world', () => {
  const world = (parts: object) =>
    lint({ seed: { inventory: { n: 1 } }, transitions: [{ tool: 't', effect: { made: 1 } }], ...parts });

  it('are found where their root is nowhere', async () => {
    const when = { 'invetory.n': 1 };
    expect(await world({ transitions: [{ tool: 't', when }] })).toEqual(['unknown-state invetory.n']);
    expect(await world({ forbidden: [{ tool: 'u', reason: 'r', when }] })).toEqual([
      'unknown-state invetory.n',
    ]);
    expect(await world({ expect_unchanged: ['invetory.n'] })).toEqual(['unknown-state invetory.n']);
    expect(await world({ expect: [{ target: 'state.invetory.n', matcher: { exact: 1 } }] })).toEqual([
      'unknown-state state.invetory.n',
    ]);
    const [finding] = await findingsOf({ seed: { inventory: {} }, transitions: [{ tool: 't', when }] });
    expect(finding?.help).toBe('did you mean `inventory`?');
  });

  it('are not mistaken where an effect makes it, or may', async () => {
    const when = { 'made.n': 1, 'inventory.nothing': { exists: false } };
    const effect = { made: 1 };
    expect(await world({ transitions: [{ tool: 't', when, effect }] })).toEqual([]);
    const any = { '{id}': 1 };
    expect(await world({ transitions: [{ tool: 't', when: { other: 1 }, effect: any }] })).toEqual([]);
    expect(await world({ expect: [{ target: 'state', matcher: { exact: 1 } }] })).toEqual([]);
  });
});

describe('targets', () => {
  const on = (target: string, parts: object = { golden: { calls: ['t'] } }) =>
    lint({ ...transitions('t'), ...parts, expect: [{ target, matcher: { exact: 1 } }] });

  it.each([
    'golden.match',
    'turns.count',
    'tool_calls.name',
    'tool_calls[0].error',
    'tool_names[0].x',
    'final_responses.last',
    'usage.tokens',
    'state_matched.x',
  ])('that can never be there are found: %s', async (target) => {
    expect(await on(target)).toEqual([`unknown-target ${target}`]);
  });

  it.each([
    'golden',
    'golden.matched',
    'tool_calls[0].args.any.thing',
    'tool_calls[0]',
    'final_responses[3]',
    'state.x.y',
    'usage.input_tokens',
    'cost_micros',
  ])('that can be there are not: %s', async (target) => {
    expect(await on(target)).toEqual([]);
  });

  it('under `golden` need a golden path', async () => {
    expect(await on('golden.matched', {})).toEqual(['unknown-target golden.matched']);
  });
});

describe('effects', () => {
  const effect = (written: unknown) => findingsOf({ transitions: [{ tool: 't', effect: { x: written } }] });

  it.each<[unknown, string]>([
    [{ apend: 1 }, 'did you mean `append`?'],
    [{ inx: 1 }, 'did you mean `inc`?'],
    [{ decr: { from_arg: 'n' } }, 'did you mean `dec`?'],
    [{ 'from-arg': 'n' }, 'did you mean `from_arg`?'],
    [{ remov: true }, 'did you mean `remove`?'],
    [{ sett: 5 }, 'did you mean `set`?'],
    [{ append: { form_arg: 'n' } }, 'did you mean `from_arg`?'],
    [{ from_arg: 'n', optinal: true }, 'the only key allowed next to `from_arg` is `optional`'],
    [{ from_arg: 'n', optional: 'yes' }, 'the only key allowed next to `from_arg` is `optional`'],
    [{ inc: 1, max: 5 }, 'use `inc` as the only key'],
  ])('that look like an operation are found: %j', async (written, help) => {
    const [finding, ...others] = await effect(written);
    expect(finding).toMatchObject({ code: 'misspelt-operation' });
    expect(finding?.help).toContain(help);
    expect(others).toEqual([]);
  });

  it.each<[unknown]>([
    [{ id: 5 }],
    [{ sex: 'f' }],
    [{ desc: 'text' }],
    [{ set: { apend: 1 } }],
    [{ set: [1], name: 'x' }],
    [{ append: { name: 'x' } }],
    [{ from_arg: 'n', optional: true }],
    [{ status: 'open', inc: 'Corp.' }],
    [{}],
  ])('that are data are not: %j', async (written) => {
    expect(await effect(written)).toEqual([]);
  });
});

describe('states that cannot be reached', () => {
  const state = (expectState: object, effect: object, seed: object = {}) =>
    lint({ seed, transitions: [{ tool: 't', effect }], expect_state: expectState });

  it.each([
    ['a misspelt path', { 'a.c': 1 }, { 'a.b': 1 }],
    ['a path beside', { ab: 1 }, { a: 1 }],
    ['another one behind a template', { 'o.1.name': 1 }, { 'o.{id}.status': 1 }],
    ['what must be absent and stays', { a: { absent: true } }, { b: 1 }],
  ])('finds %s', async (_, expected, effect) => {
    expect(await state(expected, effect, { a: 7 })).toHaveLength(1);
  });

  it.each([
    ['what the seed has', { a: 7 }, { b: 1 }],
    ['an effect above', { 'a.b.c': 1 }, { a: {} }],
    ['an effect below', { a: {} }, { 'a.b.c': 1 }],
    ['a template', { 'o.1.name': 1 }, { 'o.{id}.name': 1 }],
    ['part of a segment', { 'o.x1': 1 }, { 'o.x{id}': 1 }],
    ['what moves when an element of a list is removed', { 'l[3]': 1 }, { 'l[0]': { remove: true } }],
  ])('does not mistake %s', async (_, expected, effect) => {
    expect(await state(expected, effect, { a: 7 })).toEqual([]);
  });
});

describe('the rest', () => {
  it('finds golden tools that are not declared or are forbidden, each once', async () => {
    const golden = { calls: ['x', 'x', 'a'], alternates: [['b', { tool: 'x', server: 's' }]] };
    expect(
      await lint({ ...transitions('a', 'b*'), golden, forbidden: [{ tool: 'b', reason: 'r' }] }),
    ).toEqual([
      'golden-undeclared-tool golden.calls',
      'golden-forbidden-tool golden.alternates[0]',
      'golden-undeclared-tool golden.alternates[0]',
    ]);
  });

  it('finds escalation tools without a transition, also by a glob', async () => {
    expect(await lint({ ...transitions('call_*'), escalation: { tools: ['call_boss', 'page'] } })).toEqual([
      'escalation-undeclared-tool page',
    ]);
  });

  it('finds those that are globs, unless a transition may fit', async () => {
    const escalation = { tools: ['*human*', 'hand_*', 'call_*'] };
    expect(await lint({ ...transitions('desk/human', 'call_boss'), escalation })).toEqual([
      'escalation-undeclared-tool hand_*',
    ]);
    expect(await lint({ ...transitions('*'), escalation })).toEqual([]);
  });

  it('finds transitions that a glob takes across slashes', async () => {
    expect(await lint(transitions('a_*', 'a_**', 'a_{b/c,d}', 'a_b/*'))).toEqual([
      'unreachable-transition a_**',
      'unreachable-transition a_{b/c,d}',
      'unreachable-transition a_b/*',
    ]);
  });

  it('finds recordings that are missing, whatever the pointer', async () => {
    const cassette = ['c.json', 'd.json#/1', '*n*.json', 'runs/*.json', 'e/*.json'];
    expect(await lint({ cassette })).toEqual([
      'missing-cassette d.json#/1',
      'missing-cassette *n*.json',
      'missing-cassette e/*.json',
    ]);
  });

  it('finds recordings that cannot be replayed: a dangling pointer, a folder, another file', async () => {
    const cassette = ['runs/many.json', 'runs/many.json#/1', 'runs/many.json#/9', 'runs', '*.json'];
    expect(await lint({ cassette })).toEqual([
      'duplicate-cassette runs/many.json#/1',
      'unreadable-cassette runs/many.json#/9',
      'unreadable-cassette runs',
      'unreadable-cassette bad.json',
    ]);
  });

  it('finds recordings that are given twice, by their content', async () => {
    const cassette = ['c.json', 'copy.txt', 'copy.txt#/0', 'runs/many.json', 'runs/*.json#/0'];
    expect(await lint({ cassette })).toEqual([
      'duplicate-cassette copy.txt#/0',
      'duplicate-cassette copy.txt#/0',
      'duplicate-cassette runs/many.json#/0',
    ]);
  });

  it('finds forbidden rules with a server that a recording does not name', async () => {
    const forbid = (tool: string) =>
      lint({
        cassette: 'runs/many.json',
        ...transitions('z'),
        forbidden: [{ tool, server: 'prod', reason: 'never' }],
      });
    expect(await forbid('x')).toEqual(['unnamed-server x']);
    expect(await forbid('*')).toEqual(['unnamed-server *']);
    expect(await forbid('y')).toEqual([]);
  });

  it('finds recordings that do not show the calls which the scenario checks', async () => {
    expect(await lint({ cassette: 'said/text.json' })).toEqual(['unseen-calls said/text.json']);
    const replies = { expect: [{ target: 'turns', matcher: { exact: 1 } }], expect_unchanged: undefined };
    expect(await lint({ cassette: 'said/text.json', ...replies })).toEqual([]);
    expect(await lint({ cassette: 'said/unread.json', ...replies })).toEqual([
      'unseen-calls said/unread.json',
    ]);
  });

  it('finds forbidden rules with an agent where a recording names no agents', async () => {
    const forbid = (tool: string) =>
      lint({
        cassette: 'runs/many.json',
        ...transitions('z'),
        forbidden: [{ tool, agent: 'clerk', reason: 'never' }],
      });
    expect(await forbid('x')).toEqual(['unnamed-agent x']);
    expect(await forbid('other')).toEqual([]);
  });

  it('finds golden steps of an agent for which the tool is not declared', async () => {
    const parts = {
      ...transitions({ tool: 'a', agent: 's*' }, 'b'),
      golden: {
        calls: ['a', { tool: 'a', agent: 'sam' }, { tool: 'b', agent: 't' }, { tool: 'a', agent: 't' }],
      },
    };
    expect(await lint(parts)).toEqual(['golden-undeclared-tool golden.calls']);
  });

  it('finds what is wrong with golden steps in any order, each at its line', async () => {
    const never = { tool: 'a', args: { n: { min: 2, max: 1 } } };
    const findings = await findingsOf({
      ...transitions('a'),
      golden: { calls: ['a', { any_order: ['a', 'b', never] }], alternates: [[{ any_order: ['c'] }]] },
    });
    expect(findings.map(({ code, line, message }) => `${code} ${message.split('`')[1]} ${line}`)).toEqual([
      expect.stringMatching(/^golden-undeclared-tool golden.calls \d+$/),
      expect.stringMatching(/^impossible-condition golden.calls\[1\].any_order\[2\] \d+$/),
      expect.stringMatching(/^golden-undeclared-tool golden.alternates\[0\] \d+$/),
    ]);
    expect(new Set(findings.map(({ line }) => line)).size).toBe(3);
  });

  it('finds golden steps on a server for which the tool is not declared', async () => {
    const { golden, ...parts } = {
      ...transitions({ tool: 'a', server: 's' }, 'b'),
      golden: {
        calls: ['a', { tool: 'a', server: 's' }, { tool: 'a', server: 't' }, { tool: 'b', server: 't' }],
      },
    };
    expect(await lint({ ...parts, golden })).toEqual(['golden-undeclared-tool golden.calls']);
  });

  it('names the line of what is wrong', async () => {
    const findings = await findingsOf({
      cassette: ['c.json', 'd.json'],
      golden: { calls: ['a'], alternates: [['a', 'z']] },
      ...transitions('a'),
      expect_state: { y: 1 },
      expect: [
        { target: 'golden.exact', matcher: { exact: true } },
        { target: 'golden.x', matcher: { min: 1 } },
      ],
      escalation: { tools: ['a', 'page'] },
    });
    expect(findings.map(({ code, line }) => `${code} ${line}`)).toMatchInlineSnapshot(`
      [
        "missing-cassette 7",
        "golden-undeclared-tool 20",
        "unreachable-state 30",
        "unknown-target 40",
        "escalation-undeclared-tool 49",
      ]
    `);
  });

  it('finds scenarios without an oracle; a golden path alone decides nothing', async () => {
    expect(await lint({ expect_unchanged: undefined })).toEqual(['no-oracle']);
    expect(
      await lint({ expect_unchanged: undefined, ...transitions('a'), golden: { calls: ['a'] } }),
    ).toEqual(['no-oracle']);
  });
});
