import { request } from 'node:http';
import { PassThrough } from 'node:stream';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { servedMock } from '../../../src/features/mock/mock-answers.ts';
import { parseMockFile } from '../../../src/features/mock/mock-file.ts';
import { connect } from '../../../src/live/connect.ts';
import { serveOnHttp } from '../../../src/live/serve-http.ts';
import { serveOnStdio } from '../../../src/live/serve-stdio.ts';

const TOOLS = [
  { name: 'search', annotations: { readOnlyHint: 'yes' }, outputSchema: { type: 'object' } },
  { name: 'numbers', outputSchema: { type: 'array', items: { type: 'integer' }, minItems: 1 } },
];

const mock = async () => servedMock((await parseMockFile(JSON.stringify(TOOLS), 'tools.json')).server);

const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

/** Serves on any free port; `ended` settles when the server has gone. */
async function serve(port = 0) {
  const ending = new AbortController();
  endings.push(() => ending.abort());
  const server = await mock();
  return new Promise<{ url: string; end: () => void; ended: Promise<void> }>((resolve, reject) => {
    const ended = serveOnHttp(server, {
      protocol: 'both',
      port,
      signal: ending.signal,
      onFault: () => {},
      onReady: (url) => resolve({ url, end: () => ending.abort(), ended }),
    });
    ended.catch(reject);
  });
}

/** The status of a request; fetch would not send these headers. */
function status(
  url: string,
  headers: Record<string, string>,
  method = 'POST',
  path = new URL(url).pathname,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, path }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once('error', reject).end(method === 'POST' ? '{}' : undefined);
  });
}

describe('a mock over HTTP', () => {
  it.each([
    ['auto', [1]],
    ['legacy', { result: [1] }],
  ] as const)('gives a list as a client of the %s revision can read it', async (mode, expected) => {
    const { url } = await serve();
    const client = new Client({ name: 't', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    const { structuredContent } = await client.callTool({ name: 'numbers', arguments: {} });
    expect(structuredContent).toEqual(expected);
    await client.close();
  });

  it('lists, answers, and ends when the signal is aborted', async () => {
    const { url, end, ended } = await serve();
    expect(new URL(url).hostname).toBe('127.0.0.1');
    const { signal } = new AbortController();
    const connection = await connect({ kind: 'http', url, headers: {} }, { timeout: 100_000, signal });
    const [tool] = await connection.listTools();
    expect(tool).toMatchObject(TOOLS[0] as object);
    const answer = await connection.callTool(tool as never, {});
    expect(answer).toMatchObject({ kind: 'result', result: { structuredContent: {} } });
    await connection.close();
    end();
    await ended;
    await expect(status(url, {})).rejects.toThrow('ECONNREFUSED');
  });

  it('rejects requests with a foreign Host or Origin', async () => {
    const { url } = await serve();
    expect(await status(url, { host: 'evil.example' })).toBe(403);
    expect(await status(url, { origin: 'http://evil.example' })).toBe(403);
    expect(await status(url, { origin: 'null' })).toBe(403);
    expect(await status(new URL('/', url).href, {})).toBe(404);
    expect(await status(url, {}, 'GET')).toBe(405);
  });

  it('rejects requests that `Request` cannot represent, without reporting a fault', async () => {
    const { url } = await serve();
    expect(await status(url, {}, 'TRACE')).toBe(405);
    expect(await status(url, {}, 'POST', '//')).toBe(400);
  });

  it('reports a port that is in use', async () => {
    const { url } = await serve();
    const { port } = new URL(url);
    await expect(serve(Number(port))).rejects.toThrow(`port ${port} is in use`);
  });
});

const line = (message: object) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;

const INITIALIZE = line({
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
});

describe('a mock over stdio', () => {
  it('answers all requests from before the end of the input, and writes nothing else', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    let written = '';
    output.on('data', (chunk) => {
      written += chunk;
    });
    const calls = Array.from({ length: 200 }, (_, index) =>
      line({ id: index + 2, method: 'tools/call', params: { name: 'search', arguments: {} } }),
    );
    input.end(`${INITIALIZE}${line({ method: 'notifications/initialized' })}no message\n${calls.join('')}`);
    const { signal } = new AbortController();
    await serveOnStdio(await mock(), {
      protocol: 'both',
      signal,
      onFault: () => {},
      streams: { input, output },
    });
    const answers = written
      .trim()
      .split('\n')
      .map((each) => JSON.parse(each));
    expect(answers.map(({ id }) => id)).toEqual(Array.from({ length: 201 }, (_, index) => index + 1));
    expect(answers.at(-1)).toMatchObject({ result: { structuredContent: {} } });
  });

  it('ends when the signal is aborted, with its input still open', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const ending = new AbortController();
    const served = serveOnStdio(await mock(), {
      protocol: 'both',
      signal: ending.signal,
      onFault: () => {},
      streams: { input, output },
    });
    input.write(INITIALIZE);
    await new Promise((resolve) => output.once('readable', resolve));
    ending.abort();
    await served;
  });

  it('ends at a message that is too long, and reports it', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const faults: string[] = [];
    const { signal } = new AbortController();
    const served = serveOnStdio(await mock(), {
      protocol: 'both',
      signal,
      onFault: (message) => faults.push(message),
      streams: { input, output },
    });
    input.write(INITIALIZE);
    for (let sent = 0; sent < 12; sent++) input.write('x'.repeat(1_000_000));
    await served;
    expect(faults).toEqual([expect.stringMatching(/size/)]);
  });
});
