import { describe, expect, it } from 'vitest';
import { callsOf, readRun, readRuns, refusalOfRun, sketch } from '../../../../support/cassettes.ts';

const call = (id: unknown, name: string) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: { berth: 'B7' } },
});
const answer = (id: unknown, isError = false) => ({ jsonrpc: '2.0', id, result: { content: [], isError } });
const exchange = (body: unknown, string: unknown, uri = 'http://a/mcp') => ({
  request: { method: 'POST', uri, headers: {}, body },
  response: { status: { code: 200 }, headers: {}, body: { string } },
});
const cassette = (...interactions: unknown[]) => ({ version: 1, interactions });
const text = (value: unknown) => JSON.stringify(value);

describe('a cassette of vcrpy', () => {
  it('has messages as texts, as streams of events, in batches, and as objects', () => {
    const stream = `: ping\r\n\r\nid: 1\r\ndata: {"jsonrpc":"2.0","method":"notifications/progress"}\r\n\r\ndata: ${text(answer(2, true))}\r\n\r\n`;
    const run = cassette(
      exchange(
        text({ jsonrpc: '2.0', id: 0, method: 'initialize' }),
        text({ jsonrpc: '2.0', id: 0, result: { serverInfo: { name: 'harbour' } } }),
      ),
      exchange(text(call(1, 'one')), text(answer(1))),
      exchange(text(call(2, 'two')), stream),
      exchange(text([call(3, 'three'), call(4, 'four')]), text([answer(4, true), answer(3)])),
      {
        request: { method: 'POST', uri: 'http://a/mcp', parsed_body: call(5, 'five') },
        response: { parsed_body: answer(5, true) },
      },
      exchange(
        text({ model: 'm', messages: [] }),
        text({ choices: [{ message: { tool_calls: [] } }] }),
        'http://m/v1',
      ),
      exchange(null, ''),
    );
    expect(readRuns(run)).toMatchObject({ format: 'vcrpy cassette', warnings: [] });
    expect(sketch(readRun(run))).toBe('one two! three four! five!');
    expect(callsOf(readRun(run))[0]).toMatchObject({ server: 'harbour', args: { berth: 'B7' } });
    expect(readRuns(run).leftOut).toContainEqual(
      expect.objectContaining({ what: 'exchanges without MCP', count: 2 }),
    );
  });

  it('is read from YAML too', () => {
    const yaml = [
      'interactions:',
      '- request:',
      `    body: '${text(call(1, 'one'))}'`,
      '    method: POST',
      '    uri: http://a/mcp',
      '  response:',
      '    body:',
      '      string: |+',
      '        event: message',
      `        data: ${text(answer(1, true))}`,
      '',
      'version: 1',
      '',
    ].join('\n');
    expect(sketch(readRun(yaml))).toBe('one!');
  });

  it('keeps servers apart that use the same ids', () => {
    const run = cassette(
      exchange(text(call(1, 'one')), '', 'http://a/mcp'),
      exchange(text(call(1, 'two')), text(answer(1, true)), 'http://b/mcp'),
    );
    expect(sketch(readRun(run))).toBe('one two!');
    expect(callsOf(readRun(run))[0]).toMatchObject({ unanswered: true });
  });

  it('loses no call that it cannot read', async () => {
    expect(await refusalOfRun(cassette(exchange('{"jsonrpc":"2.0","method":"tools/call",', '')))).toContain(
      'not valid JSON',
    );
    const hidden = {
      ...exchange(undefined, ''),
      request: { method: 'POST', uri: 'u', payload: text(call(1, 'one')) },
    };
    expect(await refusalOfRun(cassette(hidden))).toContain('names `tools/call`');
    expect(await refusalOfRun(cassette(exchange('x', 'y')))).toContain('without any tool call');
  });
});
