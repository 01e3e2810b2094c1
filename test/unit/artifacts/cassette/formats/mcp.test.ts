import { describe, expect, it } from 'vitest';
import {
  callsOf,
  readRun,
  readRuns,
  refusalOfRun,
  sketch,
  warningsOf,
} from '../../../../support/cassettes.ts';

const call = (id: unknown, name: string, args?: unknown) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, ...(args === undefined ? {} : { arguments: args }) },
});
const ok = (id: unknown, isError?: boolean) => ({
  jsonrpc: '2.0',
  id,
  result: { content: [], ...(isError === undefined ? {} : { isError }) },
});
const failed = (id: unknown) => ({ jsonrpc: '2.0', id, error: { code: -32603, message: 'no' } });
const list = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'tools/list' });

describe('a tape of mcp-cassette', () => {
  const header = { type: 'header', cassetteVersion: 2, startedAt: 't', transport: 'stdio' };
  const c2s = (frame: unknown) => ({ type: 'frame', t: 1, dir: 'c2s', frame });
  const s2c = (frame: unknown) => ({ type: 'frame', t: 1, dir: 's2c', frame });
  const tape = (...lines: unknown[]) => [header, ...lines].map((line) => JSON.stringify(line)).join('\n');

  it('holds every call of a tool and how it ended', () => {
    const text = tape(
      c2s({ jsonrpc: '2.0', id: 0, method: 'initialize' }),
      s2c({ jsonrpc: '2.0', id: 0, result: { serverInfo: { name: 'calc' } } }),
      c2s({ jsonrpc: '2.0', method: 'notifications/initialized' }),
      c2s(list(1)),
      s2c(ok(1)),
      c2s(call(2, 'one', { x: 1 })),
      c2s(call('2', 'two')),
      { type: 'raw', t: 1, dir: 's2c', data: 'log' },
      s2c(ok('2', true)),
      s2c(ok(2, false)),
      c2s(call(3, 'three')),
      s2c(failed(3)),
      { type: 'whatever' },
    );
    expect(readRuns(text)).toMatchObject({ format: 'mcp-cassette tape', warnings: [], isList: false });
    expect(sketch(readRun(text))).toBe('one two! three!');
    expect(callsOf(readRun(text))[0]).toEqual({
      name: 'one',
      server: 'calc',
      args: { x: 1 },
      is_error: false,
      result: { content: [], isError: false },
    });
    expect(readRun(text).recorded_at).toBe('t');
  });

  it('reads batches and streamed answers', () => {
    const text = tape(
      c2s([call(1, 'one'), call(2, 'two')]),
      {
        type: 'chunks',
        t: 1,
        dir: 's2c',
        id: 1,
        chunks: [
          { t: 1, frame: { jsonrpc: '2.0', method: 'notifications/progress' } },
          { t: 2, frame: ok(1, true) },
        ],
      },
      s2c([ok(2)]),
    );
    expect(sketch(readRun(text))).toBe('one! two');
  });

  it('pairs by order where ids repeat, and takes no answer of another request', () => {
    const text = tape(
      ...[c2s(list(1)), c2s(call(1, 'one')), s2c(failed(1)), s2c(ok(1))],
      ...[c2s(call(1, 'two')), s2c(failed(1)), s2c(failed(1))],
    );
    expect(sketch(readRun(text))).toBe('one two!');
  });

  it('ignores what the server asks', () => {
    const text = tape(c2s(call(1, 'one')), s2c(call(1, 'sampling')), c2s(ok(1)), s2c(ok(1)));
    expect(sketch(readRun(text))).toBe('one');
  });

  it('warns of calls without an answer', () => {
    expect(warningsOf(tape(c2s(call(1, 'one'))))[0]).toContain(
      '1 call has no recorded answer: whether it took effect is unknown',
    );
    expect(warningsOf(tape(c2s(call(1, 'one')), s2c({ jsonrpc: '2.0', id: 1 })))).toHaveLength(1);
  });

  it.each([
    [
      'without a call',
      tape(c2s(list(1)), s2c(ok(1))),
      ':1:1: error: is a recording (mcp-cassette tape) without any tool call',
    ],
    ['that ends with its header', JSON.stringify(header), 'without any tool call'],
    [
      'of a later version',
      `${JSON.stringify({ ...header, cassetteVersion: 3 })}\n{}`,
      ':1:36: error: [0].cassetteVersion: must be version 1 or 2',
    ],
    [
      'with a frame that is none',
      tape({ type: 'frame', dir: 'c2s', frame: 'x' }),
      'f.json:2:37: error: [1].frame: must be a JSON-RPC message',
    ],
    [
      'with a direction that is none',
      tape({ type: 'frame', dir: 'up', frame: {} }),
      '[1].dir: must be one of `c2s`, `s2c`',
    ],
    ['with a line that is none', tape(5), '[1]: must be a mapping'],
    [
      'with a call that names no tool',
      tape(c2s({ jsonrpc: '2.0', id: 1, method: 'tools/call' })),
      '[1].frame.params: is a tool call without the name of the tool',
    ],
    [
      'that was cut off',
      `${tape(c2s(call(1, 'one')))}\n{"type":`,
      'f.json:3:9: error: [2].type: expected a value',
    ],
  ])('is refused %s', async (_, content, message) => {
    expect(await refusalOfRun(content)).toContain(message);
  });
});

describe('a cassette of mcp-recorder', () => {
  const cassette = (...pairs: [unknown, unknown][]) => ({
    version: '1.0',
    metadata: { recorded_at: 't', server_info: { name: 'calc' } },
    interactions: pairs.map(([request, response]) => ({ type: 'jsonrpc_request', request, response })),
  });

  it('holds every call of a tool and how it ended', () => {
    const run = cassette(
      [list(1), ok(1)],
      [call(2, 'one', {}), ok(2)],
      [call(3, 'two'), ok(3, true)],
      [null, null],
      [call(4, 'three'), failed(4)],
      [call(5, 'four'), null],
    );
    expect(readRuns(run).format).toBe('mcp-recorder cassette');
    expect(sketch(readRun(run))).toBe('one two! three! four');
    expect(callsOf(readRun(run))[0]?.server).toBe('calc');
    expect(warningsOf(run)).toHaveLength(1);
  });

  it('is refused with a request that is none', async () => {
    expect(await refusalOfRun(cassette(['x', null]))).toContain('interactions[0].request: must be a mapping');
  });
});

describe('a recording of agent-vcr', () => {
  it('holds every call of a tool and how it ended', () => {
    const interaction = (request: unknown, response: unknown, direction = 'client_to_server') => ({
      direction,
      request,
      response,
    });
    const run = {
      format_version: '1.0.0',
      metadata: { recorded_at: 't', server_info: { name: 'calc' } },
      session: {
        interactions: [
          interaction(call(1, 'one'), { ...ok(1), error: null }),
          interaction(call(2, 'two'), { ...failed(2), result: null }),
          interaction(call(2, 'asked'), ok(2), 'server_to_client'),
          interaction(call(3, 'three'), { ...ok(3), error: false }),
          interaction(call(4, 'four'), { jsonrpc: '2.0', id: 4, result: false }),
        ],
      },
    };
    expect(readRuns(run).format).toBe('agent-vcr recording');
    expect(sketch(readRun(run))).toBe('one two! three! four');
    expect(readRuns(run).warnings).toEqual([]);
    expect(readRun(run).recorded_at).toBe('t');
  });
});
