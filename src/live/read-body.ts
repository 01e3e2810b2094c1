import type { IncomingMessage } from 'node:http';

/** Reads the whole body of a request. Undefined if its client has gone, `too-long` if it has more bytes than allowed. */
export function readBody(
  incoming: IncomingMessage,
  mostBytes: number,
): Promise<Buffer | 'too-long' | undefined> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let length = 0;
    incoming.on('data', (part: Buffer) => {
      length += part.length;
      // the rest is taken in and dropped: a client that is cut off while it sends does not read its answer
      if (length <= mostBytes) parts.push(part);
      else resolve('too-long');
    });
    incoming.once('end', () => resolve(Buffer.concat(parts)));
    incoming.once('error', () => resolve(undefined));
    incoming.once('close', () => resolve(undefined));
  });
}
