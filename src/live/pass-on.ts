import type { Readable, Writable } from 'node:stream';

/**
 * Sends what comes from a stream to another one, as fast as that is read. The target is not ended.
 * @returns whether all of it was sent; false if the target is gone
 * @param toSend returns what is sent of some bytes; meanwhile no more is read
 * @throws the error of the source
 */
export async function passOn(
  source: Readable,
  target: Writable,
  toSend: (bytes: Buffer) => string | Buffer | Promise<Buffer>,
): Promise<boolean> {
  for await (const bytes of source as AsyncIterable<Buffer>) {
    const sent = await toSend(bytes);
    // one that closed meanwhile says so no more
    if (target.destroyed) return false;
    if (sent.length > 0 && !target.write(sent)) await roomIn(target);
    if (target.destroyed) return false;
  }
  return true;
}

function roomIn(target: Writable): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      target.off('drain', goOn).off('close', goOn);
      resolve();
    };
    target.on('drain', goOn).on('close', goOn);
  });
}
