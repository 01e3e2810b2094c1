import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { CheckId } from '../../../../src/features/conformance/checks.ts';
import { type EraRun, runEra } from '../../../../src/features/conformance/run-era.ts';
import { toConformanceReport } from '../../../../src/features/conformance/to-report.ts';
import { openPeer } from '../../../../src/live/open-peer.ts';
import type { Heard, Peer, Sent } from '../../../../src/mcp/peer.ts';
import type { ProtocolEra } from '../../../../src/mcp/protocol.ts';
import { MemoryPeer, type Told } from '../../../support/memory-peer.ts';
import { runCli } from '../../../support/run-cli.ts';

const CLOSED: Heard = { messages: [], noise: [], end: 'closed' };
const NOT_VERIFIED = { status: 'skip', reason: 'not-verified' };

/** Checks a server in memory of which some requests are answered otherwise. */
function withAnswers(
  era: ProtocolEra,
  instead: (sent: Sent, message: Record<string, unknown>) => Heard | undefined,
  told: Told = {},
  transport: 'stdio' | 'http' = 'stdio',
): Promise<EraRun> {
  const open = (): Peer => {
    const peer = new MemoryPeer(told);
    const send = async (sent: Sent) => instead(sent, readLast(sent.body)) ?? (await peer.send(sent));
    return { transport, send, end: () => peer.end(), close: () => peer.close() };
  };
  return runEra(era, { transport, url: 'http://127.0.0.1:1/mcp', open });
}

function readLast(body = '{}'): Record<string, unknown> {
  try {
    return JSON.parse(body.split('\n').at(-1) ?? '');
  } catch {
    return {};
  }
}

function answer({ id }: Record<string, unknown>, result: object): Heard {
  return { messages: [{ jsonrpc: '2.0', id, result }], noise: [], end: 'answered' };
}

describe('a list that was never answered', () => {
  it.each(['prompts', 'resources'] as const)('does not show that no %s are offered', async (kind) => {
    const id: CheckId = `${kind}-declared`;
    const told = { capabilities: { tools: {} } };
    const isAsked = ({ method }: Record<string, unknown>) => method === `${kind}/list`;
    const gone = await withAnswers('legacy', (_, message) => (isAsked(message) ? CLOSED : undefined), told);
    expect(gone.verdicts.of(id)).toMatchObject(NOT_VERIFIED);
    const odd = (_: Sent, message: Record<string, unknown>) =>
      isAsked(message) ? answer(message, { [kind]: 'none' }) : undefined;
    expect((await withAnswers('legacy', odd, told)).verdicts.of(id)).toMatchObject(NOT_VERIFIED);
    const empty = (_: Sent, message: Record<string, unknown>) =>
      isAsked(message) ? answer(message, { [kind]: [] }) : undefined;
    expect((await withAnswers('legacy', empty, told)).verdicts.of(id)).toEqual({ status: 'pass' });
    const endless = (_: Sent, message: Record<string, unknown>) =>
      isAsked(message) ? answer(message, { [kind]: [], nextCursor: 'a' }) : undefined;
    expect((await withAnswers('legacy', endless, told)).verdicts.of(id)).toMatchObject(NOT_VERIFIED);
    expect((await withAnswers('legacy', () => undefined, told)).verdicts.of(id)).toEqual({ status: 'pass' });
  });

  it('is not a page without members that goes on in silence', async () => {
    const run = await withAnswers(
      'legacy',
      (_, message) => {
        if (message.method !== 'prompts/list') return undefined;
        const { cursor } = message.params as { cursor?: string };
        return cursor === undefined ? answer(message, { prompts: [], nextCursor: 'a' }) : CLOSED;
      },
      { capabilities: { tools: {} } },
    );
    expect(run.verdicts.of('prompts-declared')).toMatchObject(NOT_VERIFIED);
  });
});

describe('a server that has gone', () => {
  it('did not leave a notification unanswered', async () => {
    const run = await withAnswers(
      'modern',
      (_, { method }) => (String(method).includes('mcptest-no-such-notification') ? CLOSED : undefined),
      {},
      'http',
    );
    expect(run.verdicts.of('notification-answered')).toMatchObject(NOT_VERIFIED);
  });

  it('did not exit because its input was closed', async () => {
    let asked = 0;
    const crashed = await withAnswers('modern', (_, { method }) =>
      method === 'server/discover' && ++asked > 4 ? CLOSED : undefined,
    );
    expect(crashed.verdicts.of('exit-on-eof')).toMatchObject(NOT_VERIFIED);
    const alive = await withAnswers('modern', () => undefined);
    expect(alive.verdicts.of('exit-on-eof')).toEqual({ status: 'pass' });
  });
});

describe('a version that nobody published', () => {
  const named = (version: string) => (_: Sent, message: Record<string, unknown>) =>
    message.method === 'initialize'
      ? answer(message, {
          protocolVersion: version,
          capabilities: { tools: {} },
          serverInfo: { name: 's', version: '1' },
        })
      : undefined;

  it.each(['0', '1999-01-01', '2025-13-01', 'latest'])('fails, and spares no check: %s', async (version) => {
    const { verdicts } = await withAnswers('legacy', named(version));
    expect(verdicts.of('initialize-result')).toMatchObject({ status: 'fail' });
    expect(verdicts.of('version-fallback')).toMatchObject({ status: 'fail' });
    expect(verdicts.of('tool-name-length')).toEqual({ status: 'pass' });
  });

  it('may be one that is newer than mcptest, which spares no check, either', async () => {
    const { verdicts } = await withAnswers('legacy', named('2025-06-30'));
    expect(verdicts.of('initialize-result')).toEqual({ status: 'pass' });
    expect(verdicts.of('tool-name-length')).toEqual({ status: 'pass' });
  });
});

/** Serves HTTP while `use` runs. */
async function serving<T>(
  respond: (message: Record<string, unknown>, response: ServerResponse) => void,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const server = createServer(async (request: IncomingMessage, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    respond(readLast(Buffer.concat(parts).toString()), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

describe('an era that could not be reached', () => {
  it.each([
    [503, undefined],
    [500, -32603],
    [401, undefined],
    [429, undefined],
  ])('is not one that the server does not offer: %s', async (status, code) => {
    const { signal } = new AbortController();
    await serving(
      ({ id }, response) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(code && JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: 'no' } }));
      },
      async (url) => {
        for (const era of ['legacy', 'modern'] as const) {
          const open = () => openPeer({ kind: 'http', url, headers: {} }, 2000, signal);
          const run = await runEra(era, { transport: 'http', url, open });
          expect(run).toMatchObject({ isSpoken: undefined, status });
        }
        const { exitCode, stderr } = await runCli(['conformance', 'run', '--url', url]);
        expect(exitCode).toBe(2);
        expect(stderr).toContain(
          `\`${url}\` refused the connection: HTTP ${status}${status === 401 ? ', pass --bearer-env or --header-env' : ''}\n`,
        );
      },
    );
  });

  it('keeps the other era from a badge', async () => {
    const peer = new MemoryPeer({ speaks: ['modern'] });
    const found = await serving(
      async (message, response) => {
        if (message.method === 'initialize') return response.writeHead(503).end();
        const { messages } = await peer.send({ body: JSON.stringify(message) });
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(messages[0]));
      },
      (url) => runCli(['conformance', 'run', '--url', url, '--json']),
    );
    const report = JSON.parse(found.stdout) as { checks: Record<string, unknown>[] };
    expect(report).not.toHaveProperty('badge', 'T1');
    const ofLegacy = report.checks.filter(({ era }) => era === 'legacy');
    expect(new Set(ofLegacy.map(({ reason }) => reason))).toEqual(new Set(['not-verified']));
  });

  it('is said in words', async () => {
    const found = await serving(
      ({ id, method }, response) => {
        const result = { supportedVersions: ['2026-07-28'], capabilities: {} };
        response.writeHead(method === 'initialize' ? 503 : 200, { 'content-type': 'application/json' });
        response.end(
          method === 'server/discover' ? JSON.stringify({ jsonrpc: '2.0', id, result }) : undefined,
        );
      },
      (url) => runCli(['conformance', 'run', '--url', url]),
    );
    expect(found.stdout).toContain(
      'legacy over http: not verified, because mcptest could not find out whether the server speaks it',
    );
  });
});

describe('a server that answers late', () => {
  it('is not failed for the first request of a new connection', async () => {
    let opened = 0;
    const open = (): Peer => {
      const peer = new MemoryPeer({});
      const isSlow = ++opened > 1;
      let late: readonly unknown[] | undefined;
      const send = async (sent: Sent): Promise<Heard> => {
        const heard = await peer.send(sent);
        if (!isSlow) return heard;
        if (late === undefined) {
          late = heard.messages;
          return { messages: [], noise: [], end: 'silent' };
        }
        const messages = [...late, ...heard.messages];
        late = [];
        return { ...heard, messages };
      };
      return { transport: 'stdio', send, end: () => peer.end(), close: () => peer.close() };
    };
    const run = await runEra('modern', { transport: 'stdio', url: '', open });
    for (const id of ['stateless', 'unsupported-version'] as const)
      expect(run.verdicts.of(id)).toMatchObject(NOT_VERIFIED);
  });
});

describe('an error about a notification', () => {
  it('is not taken for the answer to the next request', async () => {
    const refused = { jsonrpc: '2.0', id: null, error: { code: -32601, message: 'no' } };
    let isWaiting = false;
    const open = (): Peer => {
      const peer = new MemoryPeer({});
      const send = async (sent: Sent): Promise<Heard> => {
        const heard = await peer.send(sent);
        if (readLast(sent.body).method === 'notifications/initialized') isWaiting = true;
        else if (isWaiting && sent.until) {
          isWaiting = false;
          const messages = [refused, ...heard.messages];
          return sent.until(refused) ? { ...heard, messages: [refused] } : { ...heard, messages };
        }
        return heard;
      };
      return { transport: 'stdio', send, end: () => peer.end(), close: () => peer.close() };
    };
    const run = await runEra('legacy', { transport: 'stdio', url: '', open });
    expect(run.verdicts.of('ping')).toEqual({ status: 'pass' });
  });
});

describe('a check that is expected to fail', () => {
  it('has not passed if it was skipped', async () => {
    const run = await withAnswers('legacy', () => undefined, { capabilities: {} });
    const report = toConformanceReport([run], {
      server: 's',
      transport: 'stdio',
      minVerified: 60,
      expected: new Set(['output-schema', 'ping']),
    });
    expect(run.verdicts.of('output-schema').status).toBe('skip');
    expect(report.unexpected_passes).toEqual(['ping']);
  });
});
