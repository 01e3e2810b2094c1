import { describe, expect, it } from 'vitest';
import type { FrameRow, Tape } from '../../../../src/artifacts/tape/model.ts';
import { CallBudget } from '../../../../src/exec-policy/call-budget.ts';
import type { Message } from '../../../../src/features/record/message.ts';
import { toCassette } from '../../../../src/features/record/project.ts';
import { verifyTape } from '../../../../src/features/record/verify.ts';

type Row = readonly ['>' | '<', Message];

function tapeOf(rows: readonly Row[]): Tape {
  const frames = rows.map(
    ([dir, frame], t): FrameRow => ({
      kind: 'frame',
      t,
      dir: dir === '>' ? 'to_server' : 'to_client',
      stream: 0,
      frame: { jsonrpc: '2.0', ...frame },
    }),
  );
  const redaction = { env: ['TOKEN'], values: 0 };
  return {
    header: { era: 'legacy', transport: 'stdio', client: {}, server: { name: 's' }, redaction },
    frames,
  };
}

const call = (id: number, name: string, args: object = {}): Row => [
  '>',
  { id, method: 'tools/call', params: { name, arguments: args } },
];
const answer = (id: number, result: unknown): Row => ['<', { id, result }];

/** Verifies a tape against a server that answers as told, and returns what was sent too. */
async function verify(
  rows: readonly Row[],
  serve: (message: Message) => readonly Message[] | 'timeout' | 'closed',
  policy: {
    executeDestructive?: boolean;
    maxCalls?: number;
    secrets?: { name: string; value: string }[];
  } = {},
) {
  const sent: Message[] = [];
  const inbox: (Message | 'timeout' | 'closed')[] = [];
  const wire = {
    send(message: Message) {
      sent.push(message);
      const answers = serve(message);
      inbox.push(...(typeof answers === 'string' ? [answers] : answers));
    },
    begin: () => {},
    receive: async () => inbox.shift() ?? 'timeout',
    pause: async () => {},
  };
  const { executeDestructive = false, maxCalls = 99, secrets = [] } = policy;
  const results = await verifyTape(tapeOf(rows), wire, {
    executeDestructive,
    strict: false,
    budget: new CallBudget(maxCalls),
    secrets,
  });
  return { results, sent, calls: sent.filter(({ method }) => method === 'tools/call').length };
}

const TOOLS = [
  { name: 'get' },
  { name: 'drop_all' },
  { name: 'wipe', annotations: { destructiveHint: true } },
];

const server =
  (result: unknown) =>
  ({ id, method }: Message): Message[] => {
    if (id === undefined) return [];
    return [{ jsonrpc: '2.0', id, result: method === 'tools/list' ? { tools: TOOLS } : result }];
  };

/** A call during which the server asks for roots. */
const WITH_ROOTS: readonly Row[] = [
  call(1, 'get'),
  ['<', { id: 's1', method: 'roots/list' }],
  ['>', { id: 's1', result: { roots: [] } }],
  answer(1, 'ok'),
];

describe('a verification', () => {
  it('sends each request once, and finds the same answers but for what is volatile', async () => {
    const then = { at: '2026-01-01T00:00:00Z', _meta: { a: 1 }, n: 1 };
    const now = { at: '2027-02-02T03:04:05+01:00', _meta: { b: 2 }, n: 1 };
    const { results, sent, calls } = await verify([call(7, 'get'), answer(7, then)], server(now));
    expect(results).toEqual([
      { row: 0, method: 'tools/call', name: 'get', outcome: 'same', differences: [] },
    ]);
    expect(calls).toBe(1);
    expect(sent[0]?.method).toBe('tools/list');
  });

  it('says where an answer differs, and finds an error in place of a result', async () => {
    const { results } = await verify([call(1, 'get'), answer(1, { n: 1, gone: true })], server({ n: 2 }));
    expect(results[0]).toMatchObject({
      outcome: 'differs',
      differences: [
        { path: 'result.gone', recorded: true },
        { path: 'result.n', recorded: 1, now: 2 },
      ],
    });
    const failing = ({ id }: Message) => [{ jsonrpc: '2.0', id, error: { code: -1, message: 'no' } }];
    expect((await verify([call(1, 'get'), answer(1, 'x')], failing)).results[0]?.outcome).toBe('differs');
  });

  it('calls no destructive tool, by what the server lists now, unless you permit it', async () => {
    const rows = [
      call(1, 'drop_all'),
      answer(1, {}),
      call(2, 'wipe'),
      answer(2, {}),
      call(3, 'get'),
      answer(3, {}),
    ];
    const held = await verify(rows, server({}));
    expect(held.results.map(({ outcome }) => outcome)).toEqual(['skipped', 'skipped', 'same']);
    expect(held.results[1]?.reason).toContain('--execute-destructive');
    expect(held.calls).toBe(1);
    expect((await verify(rows, server({}), { executeDestructive: true })).calls).toBe(3);
    const few = await verify(rows, server({}), { executeDestructive: true, maxCalls: 1 });
    expect(few.results.map(({ outcome }) => outcome)).toEqual(['same', 'skipped', 'skipped']);
  });

  it.each([[{ toString: 1 }], [['wipe']], [undefined]])('calls no tool that is named %j', async (name) => {
    const { results, calls } = await verify([call(1, name as never), answer(1, {})], server({}));
    expect(results).toMatchObject([{ outcome: 'skipped', reason: 'it names no tool' }]);
    expect(calls).toBe(0);
  });

  it('sends nothing that was redacted, but for variables that are set', async () => {
    const rows = [
      call(1, 'get', { q: '[redacted]' }),
      answer(1, {}),
      call(2, 'get', { q: 'x [redacted:TOKEN]' }),
      answer(2, 'x [redacted:TOKEN]'),
    ];
    const unknown = await verify(rows, server({}));
    expect(unknown.results.map(({ outcome }) => outcome)).toEqual(['skipped', 'skipped']);
    expect(unknown.sent).toEqual([]);
    const secrets = [{ name: 'TOKEN', value: 'the-value' }];
    const known = await verify(rows, server('x the-value'), { secrets });
    expect(known.results.map(({ outcome }) => outcome)).toEqual(['skipped', 'same']);
    expect(JSON.stringify(known.sent)).toContain('x the-value');
    expect(JSON.stringify((await verify(rows, server('y the-value'), { secrets })).results)).not.toContain(
      'the-value',
    );
  });

  it('says when there is no answer, and sends nothing to a server that has ended', async () => {
    const rows = [call(1, 'get'), answer(1, 1), call(2, 'get'), answer(2, 1)];
    const silent = await verify(rows, ({ method, id }) =>
      method === 'tools/list' ? [{ id, result: { tools: TOOLS } }] : 'timeout',
    );
    expect(silent.results.map(({ outcome }) => outcome)).toEqual(['no-answer', 'no-answer']);
    const dead = await verify(rows, ({ method, id }) =>
      method === 'tools/list' ? [{ id, result: { tools: TOOLS } }] : 'closed',
    );
    expect(dead.results.map(({ outcome, reason }) => `${outcome} ${reason}`)).toEqual([
      'no-answer the server has ended',
      'skipped the server has ended',
    ]);
    expect(dead.calls).toBe(1);
  });

  it('answers what the server asks as it was answered then, and nothing else', async () => {
    const { results, sent } = await verify(WITH_ROOTS, ({ id, method, result, error }) => {
      if (method === 'tools/call')
        return [
          { id: 77, method: 'sampling/createMessage' },
          { id: 78, method: 'roots/list' },
        ];
      if (method === 'tools/list') return [{ id, result: {} }];
      return id === 78 && result ? [{ id: 2, result: 'ok' }] : error ? [] : [];
    });
    expect(results[0]).toMatchObject({
      outcome: 'differs',
      differences: [
        {
          path: 'besides the answer',
          now: 'the request `sampling/createMessage` of the server',
        },
      ],
    });
    expect(sent.slice(2)).toMatchObject([
      { id: 77, error: { code: -32601 } },
      { id: 78, result: { roots: [] } },
    ]);
  });

  it('does not repeat what was never answered', async () => {
    const cancel: Row = ['>', { method: 'notifications/cancelled', params: { requestId: 1 } }];
    const { results, sent } = await verify([call(1, 'get'), cancel], server({}));
    expect(results[0]).toMatchObject({
      outcome: 'skipped',
      reason: 'it was not answered when it was recorded',
    });
    expect(sent).toEqual([]);
  });
});

describe('the calls of a tape as a cassette', () => {
  it('have their answers, and a question with its retry is one call', () => {
    const rows: Row[] = [
      call(1, 'a', { x: 1 }),
      answer(1, { content: [] }),
      call(2, 'b'),
      answer(2, { content: [], isError: true }),
      call(3, 'c'),
      ['<', { id: 3, error: { code: -1, message: 'no' } }],
      call(4, 'book'),
      answer(4, { resultType: 'input_required', requestState: 's' }),
      ['>', { id: 5, method: 'tools/call', params: { name: 'book', requestState: 's', inputResponses: {} } }],
      answer(5, 'booked'),
      call(6, 'open'),
      answer(6, { resultType: 'input_required', requestState: 'never' }),
      call(7, 'late'),
    ];
    expect(toCassette(tapeOf(rows)).turns).toEqual([
      {
        tool_calls: [
          { name: 'a', server: 's', args: { x: 1 }, is_error: false, result: { content: [] } },
          { name: 'b', server: 's', args: {}, is_error: true, result: { content: [], isError: true } },
          { name: 'c', server: 's', args: {}, is_error: true, result: { code: -1, message: 'no' } },
          { name: 'book', server: 's', args: {}, is_error: false, result: 'booked' },
          { name: 'open', server: 's', args: {}, is_error: false, unanswered: true },
          { name: 'late', server: 's', args: {}, is_error: false, unanswered: true },
        ],
      },
    ]);
  });
});

describe('what a server sends besides the answers', () => {
  const rows = [call(1, 'get'), answer(1, { content: [] }), call(2, 'get'), answer(2, { content: [] })];
  const served = (more: (message: Message) => readonly Message[]) => (message: Message) =>
    message.method === undefined
      ? []
      : message.method === 'tools/call'
        ? [...more(message), { jsonrpc: '2.0', id: message.id, result: { content: [] } }]
        : [{ jsonrpc: '2.0', id: message.id, result: { tools: TOOLS } }];

  it('is a difference when it is one more answer', async () => {
    const { results } = await verify(
      rows,
      served(() => [{ id: 99, result: {} }]),
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(['differs', 'differs']);
    expect(results[0]?.differences).toEqual([
      { path: 'besides the answer', now: 'one more answer, to the request 99' },
    ]);
  });

  it('is a difference when it is a ping, which is answered, unless the tape has pings', async () => {
    const pinging = served(() => [{ id: 'p', method: 'ping' }]);
    const { results, sent } = await verify(rows, pinging);
    expect(results.map(({ outcome }) => outcome)).toEqual(['differs', 'differs']);
    expect(sent).toContainEqual({ jsonrpc: '2.0', id: 'p', result: {} });
    const [first, ...rest] = rows as [Row, ...Row[]];
    const withPing: Row[] = [first, ['<', { id: 'x', method: 'ping' }], ...rest];
    expect((await verify(withPing, pinging)).results.map(({ outcome }) => outcome)).toEqual(['same', 'same']);
    // how often a server pings depends on the time
    const quiet = await verify(
      withPing,
      served(() => []),
    );
    expect(quiet.results.map(({ outcome }) => outcome)).toEqual(['same', 'same']);
  });
});

describe('a question of the server to the client', () => {
  /** A server that asks before it answers. */
  const asking = (...questions: readonly Message[]) => {
    let open: Message | undefined;
    return ({ id, method, result, error }: Message): readonly Message[] => {
      if (method === 'tools/list') return [{ id, result: { tools: TOOLS } }];
      if (method === 'tools/call') {
        open = { jsonrpc: '2.0', id, result: 'ok' };
        return questions.length === 0 ? [open] : questions;
      }
      return (result ?? error) && id === questions.at(-1)?.id && open ? [open] : [];
    };
  };

  it('is a difference when it is not asked any more', async () => {
    const { results } = await verify(WITH_ROOTS, asking());
    expect(results).toMatchObject([
      {
        outcome: 'differs',
        differences: [{ path: 'besides the answer', recorded: 'the request `roots/list` of the server' }],
      },
    ]);
  });

  it('is a difference when it asks something else, and gets the recorded answer', async () => {
    const ask = (message: string): Message => ({ id: 9, method: 'elicitation/create', params: { message } });
    const rows: Row[] = [
      call(1, 'get'),
      ['<', ask('which day?')],
      ['>', { id: 9, result: { action: 'decline' } }],
      answer(1, 'ok'),
    ];
    const { results, sent } = await verify(rows, asking(ask('which password?')));
    expect(results[0]).toMatchObject({
      outcome: 'differs',
      differences: [
        {
          path: 'elicitation/create params.message',
          recorded: 'which day?',
          now: 'which password?',
        },
      ],
    });
    expect(sent).toContainEqual({ jsonrpc: '2.0', id: 9, result: { action: 'decline' } });
    expect((await verify(rows, asking(ask('which day?')))).results[0]?.outcome).toBe('same');
  });

  it('gets an error when its recorded answer is not known', async () => {
    const rows: Row[] = [
      call(1, 'get'),
      ['<', { id: 's1', method: 'roots/list' }],
      ['>', { id: 's1', result: { roots: [{ uri: '[redacted]' }] } }],
      answer(1, 'ok'),
    ];
    const { results, sent } = await verify(rows, asking({ id: 5, method: 'roots/list' }));
    expect(results[0]?.outcome).toBe('same');
    expect(sent.at(-1)).toMatchObject({ id: 5, error: { message: 'the recorded answer is not known' } });
  });

  it('may come at another moment than on the tape', async () => {
    const rows: Row[] = [
      ['>', { method: 'notifications/initialized' }],
      ['<', { id: 0, method: 'roots/list' }],
      ['>', { id: 0, result: { roots: [] } }],
      call(1, 'get'),
      answer(1, 'ok'),
      call(2, 'get'),
      answer(2, 'ok'),
    ];
    const late = ({ id, method }: Message): readonly Message[] => {
      if (method === 'tools/list') return [{ id, result: { tools: TOOLS } }];
      if (method !== 'tools/call') return [];
      return id === 3
        ? [
            { id, result: 'ok' },
            { id: 'r', method: 'roots/list' },
          ]
        : [{ id, result: 'ok' }];
    };
    const { results, sent } = await verify(rows, late);
    expect(results.map(({ outcome }) => outcome)).toEqual(['same', 'same']);
    expect(sent.at(-1)).toEqual({ jsonrpc: '2.0', id: 'r', result: { roots: [] } });
    // nothing was sent before it, so the first request stands for it
    const never = await verify(rows, asking());
    expect(never.results.map(({ outcome }) => outcome)).toEqual(['differs', 'same']);
  });

  it('is not expected when the call that it belongs to is not sent', async () => {
    const rows: Row[] = [...WITH_ROOTS.slice(1), call(2, 'get'), answer(2, 'ok')];
    const skipped: Row[] = [call(1, 'wipe'), ...rows];
    const { results } = await verify(skipped, asking());
    expect(results.map(({ outcome }) => outcome)).toEqual(['skipped', 'same']);
  });

  it('is asked without an end: at most 20 are reported', async () => {
    const many = Array.from({ length: 100 }, (_, id) => ({ id: `q${id}`, method: 'sampling/createMessage' }));
    const { results } = await verify([call(1, 'get'), answer(1, 'ok')], asking(...many));
    expect(results[0]?.differences).toHaveLength(20);
  });
});

describe('a request that is sent again', () => {
  it('gets no state because of an answer that had none then', async () => {
    const rows: Row[] = [call(1, 'get'), answer(1, 'ok'), call(2, 'get'), answer(2, 'ok')];
    const { sent } = await verify(rows, ({ id, method }) => [
      { id, result: method === 'tools/list' ? { tools: TOOLS } : { requestState: 'now' } },
    ]);
    expect(JSON.stringify(sent)).not.toContain('requestState');
    expect(sent).toHaveLength(3);
  });

  it('goes on with the state that the server gave now', async () => {
    const retry = (id: number, requestState: string): Row => [
      '>',
      { id, method: 'tools/call', params: { name: 'get', requestState, inputResponses: {} } },
    ];
    const rows: Row[] = [
      call(1, 'get'),
      answer(1, { resultType: 'input_required', requestState: 'then' }),
      retry(2, 'then'),
      answer(2, 'ok'),
      retry(3, 'unknown'),
      answer(3, 'ok'),
    ];
    const { results, sent } = await verify(rows, ({ id, method, params }) => {
      if (method === 'tools/list') return [{ id, result: { tools: TOOLS } }];
      const { requestState } = params as { requestState?: string };
      if (requestState === undefined)
        return [{ id, result: { resultType: 'input_required', requestState: 'now' } }];
      return [{ id, result: 'ok' }];
    });
    expect(results.map(({ outcome }) => outcome)).toEqual(['same', 'same', 'same']);
    const states = sent.map(({ params }) => (params as { requestState?: string } | undefined)?.requestState);
    expect(states.slice(1)).toEqual([undefined, 'now', 'unknown']);
  });
});
