import { describe, expect, it } from 'vitest';
import {
  refusalOfScenario,
  replayOf,
  runOf,
  type ShortCall,
  turnsOf,
} from '../../../../support/scenarios.ts';

const N_FULL = {
  seed: { n: 3 },
  transitions: [{ tool: 'inc', when: { n: { max: 3 } }, effect: { n: { inc: 1 } } }],
};

describe('a transition', () => {
  it('that is not declared is an invalid action that changes nothing', async () => {
    const run = await replayOf(N_FULL, runOf('ink', 'invented_action'));
    expect(run).toMatchObject({ invalidActions: 2, actions: 2, forbiddenTransitions: 0, state: { n: 3 } });
    expect(run.events).toEqual([
      'invalid: not declared; the nearest declared tool is `inc`',
      'invalid: not declared; declared are `inc`',
    ]);
  });

  it('whose guard fails is an invalid action, and its effect is not applied', async () => {
    const run = await replayOf(N_FULL, runOf('inc', 'inc'));
    expect(run.state).toEqual({ n: 4 });
    expect(run.violations).toEqual([
      {
        turn: 0,
        index: 1,
        tool: 'inc',
        kind: 'invalid',
        reason: "the world's `n`: found `4`, expected at most `3`",
        line: 1,
      },
    ]);
  });

  it.each<[string, object, object, Record<string, unknown>, boolean]>([
    ['a bare literal', { a: 1 }, { a: 1 }, {}, true],
    ['a literal list', { a: [1] }, { a: [1] }, {}, true],
    ['a literal null', { a: null }, { a: null }, {}, true],
    ['a literal null where nothing is', {}, { a: null }, {}, false],
    ['eq', { a: { x: 1, y: 2 } }, { a: { eq: { y: 2, x: 1 } } }, {}, true],
    ['eq of what is missing', {}, { a: { eq: 1 } }, {}, false],
    ['eq of an argument', { a: 'x' }, { a: { eq: { from_arg: 'k' } } }, { k: 'x' }, true],
    ['eq of another argument', { a: 'x' }, { a: { eq: { from_arg: 'k' } } }, { k: 'y' }, false],
    ['eq of a missing argument', { a: 'x' }, { a: { eq: { from_arg: 'k' } } }, {}, false],
    ['ne', { a: 1 }, { a: { ne: 2 } }, {}, true],
    ['ne of a missing argument', { a: 'x' }, { a: { ne: { from_arg: 'k' } } }, {}, false],
    ['min', { a: 1 }, { a: { min: 1 } }, {}, true],
    ['min of a missing value', {}, { a: { min: 0 } }, {}, false],
    ['min of text', { a: '5' }, { a: { min: 1 } }, {}, false],
    ['max of null', { a: null }, { a: { max: 1 } }, {}, false],
    ['min of an argument', { a: 5 }, { a: { min: { from_arg: 'k' } } }, { k: 5 }, true],
    ['several keys must all hold', { a: 7 }, { a: { min: 1, max: 5 } }, {}, false],
    ['one_of', { a: 2 }, { a: { one_of: [1, 2] } }, {}, true],
    ['exists', { a: null }, { a: { exists: true } }, {}, true],
    ['exists: false', {}, { 'a.b.c': { exists: false } }, {}, true],
    ['all paths must hold', { a: 1, b: 2 }, { a: 1, b: 1 }, {}, false],
    ['a template', { r: { Q: 'open' } }, { 'r.{id}': 'open' }, { id: 'Q' }, true],
    ['a template without its argument', { r: {} }, { 'r.{id}': { exists: false } }, {}, false],
    ['a template of a list', { r: {} }, { 'r.{id}': { exists: false } }, { id: [] }, false],
  ])('is guarded by `when`: %s', async (_, seed, when, args, legal) => {
    const run = await replayOf({ seed, transitions: [{ tool: 't', when }] }, runOf(['t', args]));
    expect(run.events.map((event) => event.split(':')[0])).toEqual([legal ? 'applied' : 'invalid']);
  });

  it('is guarded by `args` and `server`', async () => {
    const transitions = [{ tool: 't', server: 'a', args: { 'x.y': { min: 2 } } }];
    const call = (server: string | undefined, y: number) => ({
      name: 't',
      args: { x: { y } },
      ...(server !== undefined && { server }),
    });
    const run = await replayOf(
      { transitions },
      runOf(call('a', 2), call('a', 1), call('b', 2), call(undefined, 2)),
    );
    expect(run.events).toEqual([
      'applied',
      'invalid: the argument `x.y`: found `1`, expected at least `2`',
      'invalid: declared for the server `a`, called on `b`',
      'invalid: declared for the server `a`, called on none',
    ]);
  });

  it('is tried in file order; the first whose guard holds is applied', async () => {
    const transitions = [
      { tool: 't', when: { n: { min: 2 } }, effect: { hit: 'first' } },
      { tool: 't', when: { n: { min: 1 } }, effect: { hit: 'second' } },
      { tool: 't', when: { n: { min: 0 } }, effect: { hit: 'third' } },
    ];
    expect((await replayOf({ seed: { n: 1 }, transitions }, runOf('t'))).state).toEqual({
      n: 1,
      hit: 'second',
    });
    const run = await replayOf({ seed: { n: -1 }, transitions }, runOf('t'));
    expect(run.events[0]).toBe(
      "invalid: none of the 3 transitions fits: (1, line 1) the world's `n`: found `-1`, expected at least `2`; " +
        "(2, line 1) the world's `n`: found `-1`, expected at least `1`; (3, line 1) the world's `n`: found `-1`, expected at least `0`",
    );
  });

  it('whose effect is impossible makes the call invalid; no later one is tried', async () => {
    const transitions = [
      { tool: 't', effect: { 'a.b': 1 } },
      { tool: 't', effect: { ok: true } },
    ];
    const run = await replayOf({ seed: { a: 1 }, transitions }, runOf('t'));
    expect(run).toMatchObject({ invalidActions: 1, state: { a: 1 } });
  });

  it('may be a glob, which is for tools that no transition names', async () => {
    const transitions = [
      { tool: '*', effect: { any: { inc: 1 } } },
      { tool: 'get_*', effect: { get: { inc: 1 } } },
      { tool: 'pay', when: { open: true }, effect: { paid: true } },
    ];
    const run = await replayOf({ transitions }, runOf('get_x', '.hidden/a', '#1', '!no', 'pay'));
    expect(run.state).toEqual({ any: 4 });
    expect(run.events.at(-1)).toMatch(/^invalid: the world's `open`/);
  });

  it.each(['{pay,refund}', 'pa[xy]', 'p?y'])(
    'does not let the glob %s make a refused call legal',
    async (glob) => {
      const transitions = [{ tool: glob }, { tool: 'pay', when: { open: true } }];
      expect((await replayOf({ transitions }, runOf('pay'))).invalidActions).toBe(1);
    },
  );

  it('without an effect is legal', async () => {
    expect((await replayOf({ transitions: [{ tool: 't' }] }, runOf('t'))).events).toEqual(['applied']);
  });

  it.each<[object, string]>([
    [{ a: { minimum: 1 } }, 'unknown guard `minimum`'],
    [{ a: {} }, 'an empty guard checks nothing'],
    [{ a: { from_arg: 'x' } }, 'use `eq: {from_arg: ...}` to compare with an argument'],
  ])('is refused for the guard %j', async (when, message) => {
    expect(await refusalOfScenario({ transitions: [{ tool: 't', when }] })).toContain(message);
  });
});

describe('a call with the error flag', () => {
  const transitions = [{ tool: 't', when: { open: true }, effect: { n: { inc: { from_arg: 'by' } } } }];

  it('changes nothing, is still an action, and its effect is not computed', async () => {
    const run = await replayOf({ seed: { open: true }, transitions }, runOf('t!', ['t!', { by: 1 }]));
    expect(run).toMatchObject({
      actions: 2,
      invalidActions: 0,
      state: { open: true },
      events: ['refused', 'refused'],
    });
  });

  it('is invalid where its guard fails, or where the tool is not declared', async () => {
    expect((await replayOf({ seed: { open: false }, transitions }, runOf('t!', 'u!'))).invalidActions).toBe(
      2,
    );
  });

  it('changes the world where the transition says `on_error: apply`', async () => {
    const applied = transitions.map((transition) => ({ ...transition, on_error: 'apply' }));
    const run = await replayOf(
      { seed: { open: true }, transitions: applied },
      runOf(['t!', { by: 2 }], 't!'),
    );
    expect(run.state).toEqual({ open: true, n: 2 });
    expect(run.events).toEqual(['applied', 'invalid: the argument `by` is missing']);
  });
});

describe('a forbidden rule', () => {
  const drop = { tool: 'drop', reason: 'never' };

  it('comes before the transitions, and its calls change nothing and are not invalid too', async () => {
    const transitions = [{ tool: 'drop', effect: { gone: true } }];
    const run = await replayOf({ transitions, forbidden: [drop] }, runOf('drop'));
    expect(run).toMatchObject({ forbiddenTransitions: 1, invalidActions: 0, actions: 1, state: {} });
    expect(run.violations).toEqual([
      { turn: 0, index: 0, tool: 'drop', kind: 'forbidden', reason: 'never', line: 1 },
    ]);
  });

  it('also holds for a tool without a transition', async () => {
    expect(await replayOf({ forbidden: [drop] }, runOf('drop'))).toMatchObject({
      forbiddenTransitions: 1,
      invalidActions: 0,
    });
  });

  it('is scoped by `when`, against the world at that moment', async () => {
    const transitions = [{ tool: 'lock', effect: { locked: true } }, { tool: 'write' }];
    const forbidden = [{ tool: 'write', reason: 'locked', when: { locked: true } }];
    const run = await replayOf({ transitions, forbidden }, runOf('write', 'lock', 'write'));
    expect(run.events).toEqual(['applied', 'applied', 'forbidden: locked']);
  });

  it('is scoped by `args` and `server`, and may be a glob', async () => {
    const forbidden = [{ tool: 'delete_*', server: 's', reason: 'all', args: { all: true } }];
    const transitions = [{ tool: '*' }];
    const call = (server: string, all: boolean) => ({ name: 'delete_x', server, args: { all } });
    const run = await replayOf(
      { transitions, forbidden },
      runOf(call('s', true), call('s', false), call('t', true)),
    );
    expect(run.events).toEqual(['forbidden: all', 'applied', 'applied']);
  });

  it('counts an attempt that was refused, unless it says `only: succeeded`', async () => {
    const transitions = [{ tool: 'drop' }];
    expect((await replayOf({ transitions, forbidden: [drop] }, runOf('drop!'))).events).toEqual([
      'forbidden: never',
    ]);
    const forbidden = [{ ...drop, only: 'succeeded' }];
    expect((await replayOf({ transitions, forbidden }, runOf('drop!', 'drop'))).events).toEqual([
      'refused',
      'forbidden: never',
    ]);
  });

  it('gives the reason of the first that fits', async () => {
    const forbidden = [{ ...drop, when: { a: 1 } }, { tool: '*', reason: 'second' }, drop];
    expect((await replayOf({ forbidden }, runOf('drop'))).events).toEqual(['forbidden: second']);
  });
});

describe('the counts', () => {
  const transitions = [{ tool: '*' }];

  it('turns are final responses; calls behind the last form a turn without one', async () => {
    const run = await replayOf({}, turnsOf([['a'], 'one'], [[], 'two'], [['b']]));
    expect(run).toMatchObject({ turns: 2, actions: 2, toolNames: ['a', 'b'] });
    expect(run.violations.map(({ turn, index }) => [turn, index])).toEqual([
      [0, 0],
      [2, 1],
    ]);
  });

  it('a recovery attempt follows a failed call, across turns too', async () => {
    const run = await replayOf(
      { transitions },
      turnsOf([['a!', 'b!', 'c', 'd!'], 'sorry'], [['e', 'f'], 'done']),
    );
    expect(run.recoveryAttempts).toBe(3);
    expect((await replayOf({ transitions }, runOf('a!'))).recoveryAttempts).toBe(0);
  });

  it('a response with refusal markers is one refusal, whatever the letter case', async () => {
    const refusal = { markers: ["I can't", 'not able'] };
    const run = await replayOf(
      { refusal },
      turnsOf([[], "i CAN'T, I am not able"], [[], 'not ABLE'], [[], 'fine']),
    );
    expect(run).toMatchObject({ refusals: 2, escalations: 0 });
  });

  it('a response that is marked as a refusal is one, whatever its text is, and without a text', async () => {
    const refused = { refused: true } as const;
    const turns = [
      { tool_calls: [], ...refused },
      { tool_calls: [], final_response: 'I keep to berths.', ...refused },
      { tool_calls: [], final_response: 'Done.' },
    ];
    expect(await replayOf({}, { turns })).toMatchObject({ refusals: 2, turns: 3 });
    const markers = { refusal: { markers: ['keep to berths'] } };
    expect(await replayOf(markers, { turns })).toMatchObject({ refusals: 2 });
  });

  it.each([
    ['a curly apostrophe', "can't do", 'I can\u2019t do that.'],
    ['an accent as apostrophe', "can't do", 'I can\u00b4t do that.'],
    ['a modifier letter as apostrophe', "can't do", 'I can\u02bct do that.'],
    ['a curly apostrophe in the marker', 'can\u2019t do', "I can't do that."],
    ['a no-break space', "can't do", "I can't\u00a0do that."],
    ['a line break', "can't do", "I can't\n  do that."],
    ['a typeset dash', 'non-refundable', 'It is non\u2011refundable.'],
    ['typeset quotes', 'the "vip" desk', 'Ask the \u201cVIP\u201d desk.'],
    ['a decomposed letter', 'nicht möglich', 'Das ist nicht mo\u0308glich.'],
    ['a decomposed letter in the marker', 'nicht mo\u0308glich', 'Das ist NICHT MÖGLICH.'],
    ['a Turkish dotted I', 'imkansız', 'YAPAMAM, \u0130MKANSIZ.'],
    ['a decomposed Turkish dotted I', 'imkansız', 'YAPAMAM, I\u0307MKANSIZ.'],
    ['a Turkish dotted I in the marker', '\u0130MKANSIZ', 'Bu imkansız.'],
    ['wide letters', "can't do", 'I \uff43\uff41\uff4e\uff07\uff54 do that.'],
    ['a ligature', 'unfit', 'This is un\ufb01t.'],
    ['a styled letter', 'refuse', 'I \u{1d42b}efuse.'],
    ['a soft hyphen', 'not able', 'I am not a\u00adble.'],
    ['a zero-width space', 'not able', 'I am not a\u200bble.'],
    ['a zero-width joiner', 'not able', 'I am not\u200d able.'],
    ['a mark of direction', 'not able', 'I am not\u200f able.'],
    ['a byte order mark', 'not able', 'I am not \ufeffable.'],
  ])('a refusal is found despite %s', async (_, marker, response) => {
    const scenario = { refusal: { markers: [marker] }, escalation: { markers: [marker] } };
    expect(await replayOf(scenario, turnsOf([[], response], [[], 'fine']))).toMatchObject({
      refusals: 1,
      escalations: 1,
    });
  });

  it('other letters are no refusal', async () => {
    const refusal = { markers: ['möglich', "can't", 'resume'] };
    const run = await replayOf({ refusal }, turnsOf([[], 'moglich'], [[], 'cant'], [[], 'résumé']));
    expect(run.refusals).toBe(0);
  });

  it.each(['\u200b', '\u00ad \ufeff'])(
    'a marker of which nothing is to be seen is refused',
    async (marker) => {
      expect(await refusalOfScenario({ refusal: { markers: ['x', marker] } })).toContain(
        'refusal.markers[1]: must have a visible character',
      );
      expect(await refusalOfScenario({ escalation: { markers: [marker] } })).toContain(
        'escalation.markers[0]: must have a visible character',
      );
    },
  );

  it('escalations are calls to escalation tools and responses with a marker, once each', async () => {
    const escalation = { tools: ['human'], markers: ['supervisor', 'manager'] };
    const run = await replayOf(
      { transitions, escalation },
      turnsOf([['human', 'human!'], 'my Supervisor, the manager'], [['x'], 'manager']),
    );
    expect(run.escalations).toBe(4);
  });

  it('escalation tools may be globs, which match any characters', async () => {
    const escalation = { tools: ['*escalate*', '{page,call}_*', 'human'] };
    const run = await replayOf(
      { transitions: [{ tool: '*' }], escalation },
      runOf('desk/escalate_now', 'page_boss', 'call_\nx', 'human', 'humans', '*escalate*'),
    );
    expect(run.escalations).toBe(5);
  });

  it('an escalation tool without a transition is an invalid action too', async () => {
    const run = await replayOf({ escalation: { tools: ['human'] } }, runOf('human'));
    expect(run).toMatchObject({ escalations: 1, invalidActions: 1 });
  });
});

describe('a violation', () => {
  it('says which conditions of a forbidden rule held', async () => {
    const forbidden = [
      {
        tool: 'pay',
        args: { amount: { min: 5 } },
        when: { 'open.{id}': { exists: false } },
        reason: 'too much',
      },
    ];
    const { violations } = await replayOf({ forbidden }, runOf(['pay', { amount: 6, id: 'x' }]));
    expect(violations).toMatchObject([
      { reason: 'too much', matched: "the argument `amount` is `6`, and the world's `open.x` is nothing" },
    ]);
  });

  it('says that the server refused the call too', async () => {
    const { violations } = await replayOf(
      { forbidden: [{ tool: 'a', reason: 'r' }] },
      runOf('a!', 'b!', 'b'),
    );
    expect(violations.map(({ refused }) => refused)).toEqual([true, true, undefined]);
  });

  it('names the argument that was meant', async () => {
    const transitions = [
      { tool: 'a', effect: { n: { inc: { from_arg: 'quantity' } } } },
      { tool: 'b', args: { amount: { max: 5 } } },
    ];
    const calls: ShortCall[] = [
      ['a', { quantiti: 1 }],
      ['b', { amout: 1 }],
    ];
    const { violations } = await replayOf({ transitions }, runOf(...calls));
    expect(violations.map(({ reason }) => reason)).toEqual([
      'the argument `quantity` is missing; the nearest argument of the call is `quantiti`',
      'the argument `amount`: found nothing, expected at most `5` (the nearest argument is `amout`)',
    ]);
  });

  it('leaves the world as it was, to the order of its keys', async () => {
    const seed = { a: 1, b: { c: 1, d: 2 }, e: 3 };
    const effect = { a: { remove: true }, 'b.c': { remove: true }, 'b.c.x': 1, new: 1, e: { append: 1 } };
    const run = await replayOf({ seed, transitions: [{ tool: 't', effect }] }, runOf('t'));
    expect(run.invalidActions).toBe(1);
    expect(JSON.stringify(run.state)).toBe(JSON.stringify(seed));
  });
});

describe('a glob', () => {
  it.each(['fs/delete_file', 'fs/a/delete', 'delete\nall', '../delete'])('forbids %j', async (name) => {
    const forbidden = [{ tool: '*delete*', reason: 'never' }];
    const run = await replayOf({ transitions: [{ tool: '*' }], forbidden }, runOf(name));
    expect(run).toMatchObject({ forbiddenTransitions: 1, invalidActions: 0 });
  });

  it('declares names with slashes', async () => {
    const run = await replayOf({ transitions: [{ tool: 'fs*' }] }, runOf('fs/read', 'fs/a/b', 'db/read'));
    expect(run.events.map((event) => event.split(':')[0])).toEqual(['applied', 'applied', 'invalid']);
  });
});

describe('a forbidden rule that cannot be judged', () => {
  const verdictOf = async (rule: object, call: ShortCall, seed: object = {}) => {
    const forbidden = [{ tool: 'refund', reason: 'never', ...rule }];
    const run = await replayOf({ seed, transitions: [{ tool: 'refund' }], forbidden }, runOf(call));
    expect(run.unjudged.length).toBeLessThanOrEqual(run.forbiddenTransitions);
    return run.unjudged[0]?.why ?? run.events[0]?.split(':')[0];
  };
  const withArgs = (args: Record<string, unknown>): ShortCall => ['refund', args];

  it.each<[string, object, ShortCall]>([
    ['no server', { server: 'prod' }, 'refund'],
    ['an empty server', { server: 'prod' }, { name: 'refund', server: '' }],
    ['a blank server', { server: 'prod' }, { name: 'refund', server: ' ' }],
    ['no server, and the conditions hold', { server: 'prod', args: { a: 1 } }, withArgs({ a: 1 })],
  ])('on a call that names %s counts, with the reason', async (_, rule, call) => {
    expect(await verdictOf(rule, call)).toBe('the recording does not name the server of the call');
  });

  it.each<[string, object, ShortCall]>([
    ['another server', { server: 'prod' }, { name: 'refund', server: 'test' }],
    ['no server, and a condition fails', { server: 'prod', args: { a: { min: 100 } } }, withArgs({ a: 5 })],
    ['a number that is too small', { args: { a: { min: 100 } } }, withArgs({ a: 5 })],
    ['no argument', { args: { a: { min: 100 } } }, 'refund'],
    ['another text', { args: { a: 'force' } }, withArgs({ a: 'soft' })],
    ['a text that is no number', { args: { a: 100 } }, withArgs({ a: 'much' })],
    ['an empty text', { args: { a: 0 } }, withArgs({ a: '' })],
    ['null', { args: { a: 'force' } }, withArgs({ a: null })],
    ['a list of another length', { args: { a: [1] } }, withArgs({ a: ['1', '2'] })],
    ['another key', { args: { a: { eq: { x: 1 } } } }, withArgs({ a: { y: '1' } })],
    ['another list in any order', { args: { a: { unordered: [1, 2] } } }, withArgs({ a: ['2', '3'] })],
    ['a longer list in any order', { args: { a: { unordered: [1, 2] } } }, withArgs({ a: [1, 2, 3] })],
    [
      'one doubt, but another condition that fails',
      { args: { a: { min: 1, max: 2 }, b: 1 } },
      withArgs({ a: '1', b: 2 }),
    ],
  ])('does not count %s', async (_, rule, call) => {
    expect(await verdictOf(rule, call)).toBe('applied');
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['text', { a: '5' }, '`a` is `"5"`, which has no members'],
    ['a number', { a: 3 }, '`a` is `3`, which has no members'],
    ['JSON in text', { a: '{"b":5}' }, '`a` is `"{\\"b\\":5}"`, which has no members'],
    ['a list without an index', { a: [{ b: 5 }] }, '`a` is a list, and `b` is not an index'],
  ])('counts if its path goes through %s', async (_, holder, words) => {
    expect(await verdictOf({ args: { 'a.b': { min: 1 } } }, withArgs(holder))).toBe(
      `the argument \`a.b\`: ${words}`,
    );
    expect(await verdictOf({ args: { 'a.b.c': 'x' } }, withArgs(holder))).toBe(
      `the argument \`a.b.c\`: ${words}`,
    );
    expect(await verdictOf({ when: { 'a.b': { exists: true } } }, 'refund', holder)).toBe(
      `the world's \`a.b\`: ${words}`,
    );
  });

  it.each<[string, Record<string, unknown>]>([
    ['nothing', {}],
    ['null', { a: null }],
    ['an object without the key', { a: { c: 5 } }],
  ])('does not count if its path ends at %s', async (_, holder) => {
    expect(await verdictOf({ args: { 'a.b': { min: 1 } } }, withArgs(holder))).toBe('applied');
    expect(await verdictOf({ when: { 'a.b': { min: 1 } } }, 'refund', holder)).toBe('applied');
  });

  it.each<[string, object, Record<string, unknown>, string]>([
    ['min', { min: 100 }, { a: '100' }, 'found `"100"`, expected at least `100`'],
    ['min', { min: 100 }, { a: 'much' }, 'found `"much"`, expected at least `100`'],
    ['min', { min: 100 }, { a: null }, 'found `null`, expected at least `100`'],
    [
      'unordered',
      { unordered: [1, 2] },
      { a: ['2', '1'] },
      'found `["2","1"]`, expected `[1,2]` in any order',
    ],
    ['max', { max: 1 }, { a: [0] }, 'found `[0]`, expected at most `1`'],
    ['max', { max: 1 }, { a: true }, 'found `true`, expected at most `1`'],
    ['eq', { eq: 100 }, { a: ' 1e2' }, 'found `" 1e2"`, expected `100`'],
    ['eq', { eq: '100' }, { a: 100 }, 'found `100`, expected `"100"`'],
    ['eq', { eq: true }, { a: 'True' }, 'found `"True"`, expected `true`'],
    ['eq', { eq: true }, { a: 1 }, 'found `1`, expected `true`'],
    ['eq', { eq: { x: [1] } }, { a: { x: ['1'] } }, 'found `{"x":["1"]}`, expected `{"x":[1]}`'],
    ['one_of', { one_of: [1, 2] }, { a: '2' }, 'found `"2"`, expected one of `1`, `2`'],
    ['eq', { eq: '/x' }, { a: ['/x'] }, 'found `["/x"]`, expected `"/x"`'],
    ['eq', { eq: '/x' }, { a: { path: '/x' } }, 'found `{"path":"/x"}`, expected `"/x"`'],
    ['eq', { eq: 5 }, { a: [5] }, 'found `[5]`, expected `5`'],
    ['eq', { eq: { x: 1 } }, { a: '{"x":1}' }, 'found `"{\\"x\\":1}"`, expected `{"x":1}`'],
    ['eq', { eq: [1] }, { a: { 0: 1 } }, 'found `{"0":1}`, expected `[1]`'],
    ['eq', { eq: { x: '/x' } }, { a: { x: ['/x'] } }, 'found `{"x":["/x"]}`, expected `{"x":"/x"}`'],
    ['one_of', { one_of: ['a', 'b'] }, { a: ['b'] }, 'found `["b"]`, expected one of `"a"`, `"b"`'],
    [
      'unordered',
      { unordered: ['a', 'b'] },
      { a: 'b,a' },
      'found `"b,a"`, expected `["a","b"]` in any order',
    ],
  ])('since %s compares other types counts: %j, %j', async (_, guard, args, words) => {
    expect(await verdictOf({ args: { a: guard } }, withArgs(args))).toBe(`the argument \`a\`: ${words}`);
    expect(await verdictOf({ when: { w: guard } }, 'refund', { w: args.a })).toBe(
      `the world's \`w\`: ${words}`,
    );
  });

  it.each([
    [
      { w: { eq: { from_arg: 'id' } } },
      "the world's `w`: found `5`, expected the argument `id`, which is missing",
    ],
    [
      { w: { ne: { from_arg: 'id' } } },
      "the world's `w`: found `5`, expected the argument `id`, which is missing",
    ],
    [
      { w: { min: { from_arg: 'n' } } },
      'the world\'s `w`: found `5`, expected at least `"6"` (the argument `n`)',
    ],
    [{ '{id}.open': true }, "the world's `{id}.open`: the argument `id` is missing"],
  ])('for lack of an argument counts: %j', async (when, why) => {
    expect(await verdictOf({ when }, withArgs({ n: '6' }), { w: 5 })).toBe(why);
  });

  it('is one entry for all its calls, and the violation says why', async () => {
    const forbidden = [
      { tool: 'refund', server: 'prod', reason: 'never' },
      { tool: 'pay', args: { a: { min: 1 } }, reason: 'not much' },
    ];
    const run = await replayOf(
      { transitions: [{ tool: '*' }], forbidden },
      runOf('refund', { name: 'refund', server: 'prod' }, 'refund', ['pay', { a: 'x' }]),
    );
    expect(run.forbiddenTransitions).toBe(4);
    expect(run.unjudged.map(({ reason, calls, tool }) => [reason, calls, tool])).toEqual([
      ['never', 2, 'refund'],
      ['not much', 1, 'pay'],
    ]);
    expect(run.violations.map(({ matched }) => matched)).toEqual([
      'the recording does not name the server of the call',
      undefined,
      'the recording does not name the server of the call',
      'the argument `a`: found `"x"`, expected at least `1`',
    ]);
  });

  it('with `only: succeeded` still lets refused calls pass', async () => {
    expect(await verdictOf({ server: 'prod', only: 'succeeded' }, 'refund!')).toBe('refused');
  });
});
