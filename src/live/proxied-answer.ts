import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { EventRewriter, type ReadMessage } from './event-rewriter.ts';
import { withoutConnection } from './forwarded-headers.ts';
import { LONGEST_MESSAGE } from './message-bound.ts';
import { passOn } from './pass-on.ts';
import { readWhole } from './read-whole.ts';

/** How an answer of a server goes back to its client. */
export interface GoingBack {
  /** Absent: everything passes as it is. */
  readonly read?: ReadMessage | undefined;
  /** Messages to be added. */
  readonly answers: readonly string[];
}

/** Thrown for an answer that cannot be looked at, and so is not passed on. */
export class UnreadableAnswer extends Error {}

/**
 * Passes the answer of a server on. It passes byte for byte and as it comes, unless a message in it may change: then each
 * event of a stream leaves as soon as it is whole, and a document once it is.
 * @throws UnreadableAnswer before anything was sent
 */
export async function passAnswer(
  response: IncomingMessage,
  outgoing: ServerResponse,
  { read = asItIs, answers }: GoingBack,
): Promise<void> {
  const { statusCode = 502 } = response;
  const isMessage = statusCode >= 200 && statusCode < 300;
  if (!isMessage || (read === asItIs && answers.length === 0)) return passBytes(response, outgoing);
  const type = response.headers['content-type'] ?? '';
  if (type.includes('text/event-stream')) return passEvents(response, outgoing, read, answers);
  const whole = await wholeOf(response);
  const body = whole.length === 0 ? ownAnswers(answers) : documentOf(whole, read, answers);
  const headers = { ...changedHeaders(response), 'content-length': String(Buffer.byteLength(body)) };
  const isNew = whole.length === 0 && body !== '';
  outgoing.writeHead(isNew ? 200 : statusCode, {
    ...headers,
    ...(isNew && { 'content-type': 'application/json' }),
  });
  outgoing.end(body);
}

const asItIs: ReadMessage = (message) => ({ line: message, before: [] });

async function passBytes(response: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.statusCode ?? 502, withoutConnection(response.headers)).flushHeaders();
  await passOn(response, outgoing, (bytes) => bytes);
  outgoing.end();
}

async function passEvents(
  response: IncomingMessage,
  outgoing: ServerResponse,
  read: ReadMessage,
  answers: readonly string[],
): Promise<void> {
  const events = new EventRewriter(read);
  const source = decoded(response);
  outgoing.writeHead(response.statusCode ?? 502, changedHeaders(response)).flushHeaders();
  for (const answer of answers) outgoing.write(`event: message\ndata: ${answer}\n\n`);
  await passOn(source, outgoing, (bytes) => events.push(bytes));
  outgoing.end(events.end());
}

async function wholeOf(response: IncomingMessage): Promise<Buffer> {
  const whole = await readWhole(decoded(response), LONGEST_MESSAGE);
  if (whole === 'too-long') throw new UnreadableAnswer('the answer of the server is too long to be read');
  if (whole !== undefined) return whole;
  throw new UnreadableAnswer('the answer of the server was cut off, or its compression is damaged');
}

/** Returns the messages of a JSON document with ours. */
function documentOf(whole: Buffer, read: ReadMessage, answers: readonly string[]): string | Buffer {
  const { line, before } = read(whole);
  const own = [...before, ...answers];
  const isSame = line === whole && own.length === 0;
  if (isSame) return whole;
  const text = typeof line === 'string' ? line : Buffer.from(line).toString();
  return own.length === 0 ? text : `[${[text, ...own].join(',')}]`;
}

function ownAnswers(answers: readonly string[]): string {
  return answers.length === 0 ? '' : `[${answers.join(',')}]`;
}

/** The headers of an answer that may have changed: it is no longer as long, and no longer compressed. */
function changedHeaders({ headers }: IncomingMessage) {
  const { 'content-length': _, 'content-encoding': __, etag: ___, ...kept } = withoutConnection(headers);
  return kept;
}

const DECODERS: Readonly<Record<string, () => NodeJS.ReadWriteStream>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** A server may compress its answers although nobody asked for it. */
function decoded(response: IncomingMessage): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '') return response;
  const decoder = DECODERS[encoding]?.();
  if (!decoder)
    throw new UnreadableAnswer(`the answer of the server is compressed in a way that is not read`);
  response.on('error', (error) => (decoder as unknown as Readable).destroy(error));
  response.on('close', () => {
    if (!response.complete) (decoder as unknown as Readable).destroy(new Error('cut off'));
  });
  return response.pipe(decoder) as unknown as Readable;
}
