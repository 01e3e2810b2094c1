import { once } from 'node:events';
import { PassThrough, Readable, Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { passOn } from '../../../src/live/pass-on.ts';

const same = (bytes: Buffer) => bytes;

it('waits for room in a target that reads slowly, and says that all was sent', async () => {
  const seen: string[] = [];
  const slow = new Writable({
    highWaterMark: 1,
    write(bytes, _, done) {
      seen.push(String(bytes));
      setImmediate(done);
    },
  });
  const source = Readable.from([Buffer.from('a'), Buffer.from('b'), Buffer.from('c')]);
  expect(await passOn(source, slow, same)).toBe(true);
  expect(seen.join('')).toBe('abc');
});

it('says when the target has gone', async () => {
  const target = new PassThrough({ highWaterMark: 1 });
  const source = new PassThrough();
  const passed = passOn(source, target, same);
  source.write('ab');
  setImmediate(() => target.destroy());
  expect(await passed).toBe(false);
});

it('says when the target has gone while the bytes were looked at', async () => {
  const target = new PassThrough({ highWaterMark: 1 });
  const closed = once(target, 'close');
  const passed = passOn(Readable.from([Buffer.from('ab')]), target, async (bytes) => {
    target.destroy();
    await closed;
    return bytes;
  });
  expect(await passed).toBe(false);
});
