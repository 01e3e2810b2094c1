import { describe, expect, it } from 'vitest';
import type { CallJudge, Fate } from '../../../../../../src/features/gateway/enforce/proxy/fate.ts';
import type { GateSettings } from '../../../../../../src/features/gateway/enforce/proxy/fate-of.ts';
import { Gate } from '../../../../../../src/features/gateway/enforce/proxy/gate.ts';

const PASS: Fate = { kind: 'pass' };
const DENIED: Fate = { kind: 'denied', words: 'denied by policy `P`: because; do not retry' };

/** A gate that denies the tool `deny`, holds the tool `hold`, and notes what passes. */
function gate(settings: Partial<GateSettings> = {}) {
  const toServer: string[] = [];
  const toClient: string[] = [];
  const judged: string[] = [];
  const faults: string[] = [];
  const held: { settle: (fate: Fate) => void; why?: string }[] = [];
  const judge: CallJudge = {
    judge: ({ tool }) => {
      judged.push(tool);
      if (tool === 'throw') throw new Error('x');
      if (tool !== 'hold') return tool === 'deny' ? DENIED : PASS;
      let settle: (fate: Fate) => void = () => {};
      const fate = new Promise<Fate>((resolve) => {
        settle = resolve;
      });
      const entry: (typeof held)[number] = { settle };
      held.push(entry);
      return {
        fate,
        withdraw: (why) => {
          entry.why = why;
          settle({ kind: 'dropped' });
        },
      };
    },
    noteFault: (fault) => void faults.push(fault),
    deniesAlways: (tool) => tool.startsWith('deny'),
  };
  const text = (line: string | Uint8Array) =>
    typeof line === 'string' ? line : new TextDecoder().decode(line);
  const wires = {
    toServer: (line: string | Uint8Array) => void toServer.push(text(line)),
    toClient: (line: string | Uint8Array) => void toClient.push(text(line)),
  };
  const opened = new Gate(judge, wires, { denyAs: 'result', showDenied: false, ...settings });
  const client = (line: string) => opened.fromClient(new TextEncoder().encode(line));
  const server = (line: string) => opened.fromServer(new TextEncoder().encode(line));
  return { opened, client, server, toServer, toClient, judged, faults, held };
}

const call = (id: string, name: string, rest = '') =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${name}"${rest}}}`;
const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('a gate that lets an approved call through', () => {
  const answer = (id: string, result: string) => `{"jsonrpc":"2.0","id":${id},"result":${result}}`;
  const ASKS = '{"resultType":"input_required","inputRequests":{},"requestState":"s"}';

  it.each([
    [ASKS, ['s']],
    ['{"resultType":"input_required","inputRequests":{"a":{}}}', [undefined]],
    ['{"resultType":"input_required","requestState":1}', [undefined]],
    ['{"resultType":"complete","requestState":"s"}', []],
    ['{"content":[]}', []],
    ['7', []],
  ])('hears once what the server asks: %s', async (result, wanted) => {
    const { client, server, held, toClient } = gate();
    const asked: (string | undefined)[] = [];
    client(call('1', 'hold'));
    held[0]?.settle({ kind: 'pass', onQuestion: (state) => void asked.push(state) });
    await tick();
    server(answer('2', ASKS));
    server(answer('1', result));
    server(answer('1', ASKS));
    expect(asked).toEqual(wanted);
    expect(toClient[1]).toBe(answer('1', result));
  });
});

describe('a gate', () => {
  it.each(['{"a":1,"a":2}', 'no', call('1', 'x').replace('"name"', '"Name"'), call('1', 'throw'), '[[]]'])(
    'notes what nothing could be decided about: %s',
    (line) => {
      const { client, faults } = gate();
      client(line);
      expect(faults).toHaveLength(1);
    },
  );

  it.each([
    '{"jsonrpc":"2.0", "method":"ping" ,"id":1}',
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"a":1e2}}\r',
    '{"jsonrpc":"2.0","id":"s","result":{"é":"\\u00e9"}}',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}',
    call('1', 'ok', ',"arguments":{"n":12345678901234567890}'),
    `[${call('1', 'ok')}, {"jsonrpc":"2.0","method":"x"} ]`,
    '',
    '  \r',
  ])('passes on as it is: %s', (line) => {
    const { client, toServer, toClient } = gate();
    client(line);
    expect(toServer).toEqual([line]);
    expect(toClient).toEqual([]);
  });

  it.each(['1', '"a b"', '9007199254740993', '-0', '1.0', '1e2', '"\\u0061"', 'null'])(
    'answers a denied call with its identifier as it was written: %s',
    (id) => {
      const { client, toServer, toClient } = gate();
      client(call(id, 'deny'));
      expect(toServer).toEqual([]);
      expect(toClient).toEqual([
        `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"denied by policy \`P\`: because; do not retry"}],"isError":true}}`,
      ]);
    },
  );

  it('answers with an error on demand, and with the type of result of the newer protocol', () => {
    const { client, toClient } = gate({ denyAs: 'error' });
    client(call('1', 'deny'));
    expect(JSON.parse(toClient[0] ?? '')).toMatchObject({ id: 1, error: { code: -32602 } });
    const modern = gate();
    modern.client(call('1', 'deny', ',"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}'));
    expect(JSON.parse(modern.toClient[0] ?? '')).toMatchObject({
      result: { resultType: 'complete', isError: true },
    });
  });

  it('denies a call when the judge fails', () => {
    const { client, toServer, toClient } = gate();
    client(call('1', 'throw'));
    expect(toServer).toEqual([]);
    expect(toClient[0]).toContain('a fault of mcptest: x');
  });

  it('neither passes on nor answers a denied notification', () => {
    const { client, toServer, toClient } = gate();
    client('{"jsonrpc":"2.0","method":"tools/call","params":{"name":"deny"}}');
    expect([toServer, toClient]).toEqual([[], []]);
  });

  it.each([
    ['no JSON', '{"jsonrpc":'],
    ['two objects', `${call('1', 'ok')}${call('2', 'deny')}`],
    ['NaN', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ok","arguments":{"n":NaN}}}'],
    ['a byte order mark', `\ufeff${call('1', 'ok')}`],
    [
      'a key twice',
      '{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/call","params":{"name":"deny"}}',
    ],
    [
      'a key twice, once escaped',
      '{"id":1,"method":"ping","\\u006dethod":"tools/call","params":{"name":"deny"}}',
    ],
    ['a name twice', call('1', 'ok', ',"name":"deny"')],
    ['a key in another case', '{"jsonrpc":"2.0","id":1,"method":"ping","Method":"tools/call"}'],
    ['a key with a long s', '{"jsonrpc":"2.0","id":1,"method":"ping","param\u017f":{}}'],
    ['a name in another case', call('1', 'ok', ',"Name":"deny"')],
    [
      'the method with a character that nobody sees',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call\\u0000","params":{"name":"deny"}}',
    ],
    ['a request that is an answer', '{"jsonrpc":"2.0","id":1,"method":"ping","result":{}}'],
    ['the method in another case', '{"jsonrpc":"2.0","id":1,"method":"Tools/Call","params":{"name":"deny"}}'],
    ['the method with a blank', '{"jsonrpc":"2.0","id":1,"method":"tools/call ","params":{"name":"deny"}}'],
    ['a method that is a list', '{"jsonrpc":"2.0","id":1,"method":["tools/call"],"params":{"name":"deny"}}'],
    ['a name that is a list', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":["deny"]}}'],
    [
      'an object for a name',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":{"toString":1}}}',
    ],
    ['an object for a method', '{"jsonrpc":"2.0","id":1,"method":{"toString":1}}'],
    ['no name', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}'],
    ['params as a list', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":["deny"]}'],
    ['arguments as a list', call('1', 'ok', ',"arguments":[]')],
    ['an object for an identifier', '{"jsonrpc":"2.0","id":{},"method":"ping"}'],
    ['a text', '"tools/call"'],
    ['a carriage return inside', `{"jsonrpc":"2.0","method":"n","params":\r${call('1', 'deny')}\r}`],
    ['an empty batch', '[]'],
    ['a nested batch', `[[${call('1', 'deny')}]]`],
    ['a batch with a number', `[1,${call('1', 'ok')}]`],
    ['nesting without end', `${'['.repeat(600)}`],
  ])('answers %s with an error and passes nothing on', (_, line) => {
    const { client, toServer, toClient, judged } = gate();
    client(line);
    expect(toServer).toEqual([]);
    expect(judged).toEqual([]);
    expect(toClient).toHaveLength(1);
    expect(JSON.parse(toClient[0] ?? '').error.code).toBeLessThan(0);
  });

  it('refuses bytes that are not UTF-8', () => {
    const { opened, toServer, toClient } = gate();
    opened.fromClient(Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]));
    expect(toServer).toEqual([]);
    expect(toClient[0]).toContain('-32700');
  });

  it('leaves always-denied tools out of lists, and everything else as the server wrote it', () => {
    const { client, server, toClient } = gate();
    client('{"jsonrpc":"2.0","id":1,"method":"tools/list"}');
    const tool = (name: string) => `{ "name":"${name}", "max":12345678901234567890 }`;
    server(
      `{"id":1,"result":{"tools": [${tool('a]')} , ${tool('deny_x')},${tool('b')}],"nextCursor":"\\u0041"}}`,
    );
    expect(toClient).toEqual([
      `{"id":1,"result":{"tools": [${tool('a]')},${tool('b')}],"nextCursor":"\\u0041"}}`,
    ]);
    const other = `{"id":1,"result":{"tools":[${tool('deny_x')}]}}`;
    server(other);
    expect(toClient[1]).toBe(other);
  });

  it('shows them on demand', () => {
    const { client, server, toClient } = gate({ showDenied: true });
    client('{"jsonrpc":"2.0","id":1,"method":"tools/list"}');
    server('{"id":1,"result":{"tools":[{"name":"deny"}]}}');
    expect(toClient).toEqual(['{"id":1,"result":{"tools":[{"name":"deny"}]}}']);
  });

  it('passes on what the server says, whatever it is', () => {
    const { client, server, toClient } = gate();
    client('{"jsonrpc":"2.0","id":1,"method":"tools/list"}');
    const lines = [
      'no JSON',
      '{"method":"x","id":1}',
      '{"id":1,"error":{}}',
      '[]',
      'null',
      '{"id":2,"result":{}}',
    ];
    for (const line of lines) server(line);
    expect(toClient).toEqual(lines);
  });

  it('lets a held call pass later, and others meanwhile', async () => {
    const { client, toServer, held, opened } = gate();
    client(call('1', 'hold'));
    client(call('2', 'ok'));
    expect(toServer).toEqual([call('2', 'ok')]);
    held[0]?.settle(PASS);
    await tick();
    expect(toServer).toEqual([call('2', 'ok'), call('1', 'hold')]);
    expect(opened.isAwaited).toBe(true);
  });

  it('drops a held call that is cancelled, and does not tell the server', async () => {
    const { client, toServer, toClient, held, opened } = gate();
    client(call('9007199254740993', 'hold'));
    client('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9007199254740992}}');
    expect(toServer).toHaveLength(1);
    client('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9007199254740993}}');
    await tick();
    expect(held[0]?.why).toBe('cancelled');
    expect([toServer.length, toClient]).toEqual([1, []]);
    expect(opened.isAwaited).toBe(false);
  });

  it('drops what is held when the client is gone', async () => {
    const { client, toServer, toClient, held, opened } = gate();
    client(call('1', 'hold'));
    client('{"jsonrpc":"2.0","method":"tools/call","params":{"name":"hold"}}');
    await opened.close();
    expect(held.map(({ why }) => why)).toEqual(['gone', 'gone']);
    expect([toServer, toClient]).toEqual([[], []]);
  });

  it('answers the denied part of a batch together with the rest', () => {
    const { client, server, toServer, toClient } = gate();
    client(`[${call('1', 'ok')},${call('"x"', 'deny')},{"jsonrpc":"2.0","method":"n"}]`);
    expect(toServer).toEqual([`[${call('1', 'ok')},{"jsonrpc":"2.0","method":"n"}]`]);
    expect(toClient).toEqual([]);
    server('[{"jsonrpc":"2.0","id":1,"result":{}}]');
    expect(JSON.parse(toClient[0] ?? '').map(({ id }: { id: unknown }) => id)).toEqual([1, 'x']);
  });

  it('answers it alone when nothing else is answered, or the server answers one by one', () => {
    const { client, server, toClient } = gate();
    client(`[${call('1', 'deny')},${call('2', 'deny')}]`);
    expect(JSON.parse(toClient[0] ?? '')).toHaveLength(2);
    client(`[${call('3', 'ok')},${call('4', 'deny')}]`);
    server('{"jsonrpc":"2.0","id":3,"result":{}}');
    expect(toClient.slice(1).map((line) => JSON.parse(line).id)).toEqual([4, 3]);
  });

  it('keeps a batch together while a part of it is held', async () => {
    const { client, toServer, toClient, held } = gate();
    const batch = `[${call('1', 'hold')},${call('2', 'ok')}]`;
    client(batch);
    expect(toServer).toEqual([]);
    held[0]?.settle(DENIED);
    await tick();
    expect(toServer).toEqual([`[${call('2', 'ok')}]`]);
    expect(toClient).toEqual([]);
    client(batch);
    held[1]?.settle(PASS);
    await tick();
    expect(toServer[1]).toBe(batch);
  });
});
