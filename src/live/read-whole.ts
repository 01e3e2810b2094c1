import type { Readable } from 'node:stream';
import { bodyBudget } from './body-budget.ts';

/**
 * Reads the whole body of a request or a response, within the budget of this program. Undefined if it breaks off: its sender
 * has gone, or its compression is damaged. `too-long` if it has more bytes than allowed.
 */
export async function readWhole(
  source: Readable,
  mostBytes: number,
): Promise<Buffer | 'too-long' | undefined> {
  const share = bodyBudget.open();
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += part.length;
      if (length > mostBytes) {
        // the rest is taken in and dropped: a client that is cut off while it sends does not read its answer
        source.on('error', () => {}).resume();
        return 'too-long';
      }
      parts.push(part);
      await share.hold(length);
    }
    return Buffer.concat(parts);
  } catch {
    return undefined;
  } finally {
    share.release();
  }
}
