import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { LONGEST_MESSAGE } from '../../../src/live/message-bound.ts';
import { openPeer } from '../../../src/live/open-peer.ts';
import { UnreadMessages } from '../../../src/live/unread-messages.ts';
import type { Heard } from '../../../src/mcp/peer.ts';

const never = () => false;

describe('unread messages', () => {
  it('are no more than 1000, and no longer together than one may be', () => {
    const many = new UnreadMessages();
    const one = Buffer.from('{}');
    for (let at = 0; at < 1000; at++) expect(many.add(one)).toEqual({ message: {} });
    expect(many.add(one)).toBe('too much');
    expect(many.take().messages).toHaveLength(1000);
    expect(many.add(one)).toEqual({ message: {} });

    const long = new UnreadMessages();
    const half = Buffer.from(`"${'a'.repeat(LONGEST_MESSAGE / 2)}"`);
    expect(long.add(half)).toHaveProperty('message');
    expect(long.add(half)).toBe('too much');
    expect(long.take().messages).toHaveLength(1);
    expect(long.add(half)).toHaveProperty('message');
  });

  it('keep five texts without JSON, and nothing that nests too deep or has too many values', () => {
    const unread = new UnreadMessages();
    for (let at = 0; at < 9; at++) expect(unread.add(Buffer.from(`no JSON ${at}`))).toBe('noise');
    expect(unread.add(Buffer.from('['.repeat(5000) + ']'.repeat(5000)))).toBe('too much');
    expect(unread.add(Buffer.from(`[${'0,'.repeat(300_000)}0]`))).toBe('too much');
    expect(unread.all).toEqual([]);
    expect(unread.take().noise).toHaveLength(5);
    expect(unread.take().noise).toEqual([]);
  });
});

describe('a talkative server', () => {
  it.each([
    ['many', `'{}\\n'.repeat(1500)`, 1000],
    ['long', `('"' + 'a'.repeat(${LONGEST_MESSAGE / 2}) + '"\\n').repeat(3)`, 1],
  ])('is no longer heard on stdio: %s messages', async (_, output, messages) => {
    const code = `process.stdin.once('data', () => process.stdout.write(${output}));`;
    const target = { kind: 'stdio', command: process.execPath, args: ['-e', code] } as const;
    const peer = openPeer(target, 60_000, new AbortController().signal);
    const heard = await peer.send({ body: '{}', until: never });
    await peer.close();
    expect(heard.end).toBe('closed');
    expect(heard.messages).toHaveLength(messages);
  });

  it.each([
    ['events', 'data: {}\n\n', 1000, 0],
    ['events without JSON', 'data: no\n\n', 0, 5],
  ])('is no longer heard over HTTP: %s', async (_, event, messages, noise) => {
    const heard = await hear(event.repeat(1500));
    expect(heard.end).toBe('closed');
    expect(heard.messages).toHaveLength(messages);
    expect(heard.noise).toHaveLength(noise);
  });
});

/** Returns what is heard of a stream with these events. */
async function hear(events: string): Promise<Heard> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(events);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  try {
    const peer = openPeer({ kind: 'http', url, headers: {} }, 60_000, new AbortController().signal);
    return await peer.send({ body: '{}', until: never });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
