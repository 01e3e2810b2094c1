import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { receiveInput } from '../../../src/node/receive-input.ts';

const own = Object.getOwnPropertyDescriptor(process, 'stdin') as PropertyDescriptor;
afterEach(() => {
  Object.defineProperty(process, 'stdin', own);
});

/** Receives from a stream in the place of standard input. */
function receiving(milliseconds = 300_000) {
  const stdin = new PassThrough();
  Object.defineProperty(process, 'stdin', { value: stdin, configurable: true });
  return { stdin, received: receiveInput({ mostBytes: 5, milliseconds }) };
}

describe('standard input that comes in time', () => {
  it('is received whole', async () => {
    const { stdin, received } = receiving();
    stdin.write('ab');
    stdin.end('cde');
    expect(await received).toEqual({ bytes: Buffer.from('abcde') });
    expect(stdin.destroyed).toBe(true);
  });

  it('is not received when it is too long', async () => {
    const { stdin, received } = receiving();
    stdin.write('abc');
    stdin.write('def');
    expect(await received).toEqual({ missing: 'too-long' });
    expect(stdin.destroyed).toBe(true);
  });

  it('is late when it does not end', async () => {
    const { stdin, received } = receiving(1);
    stdin.write('abc');
    expect(await received).toEqual({ missing: 'late' });
    expect(stdin.destroyed).toBe(true);
  });

  it('is a fault when it cannot be read', async () => {
    const { stdin, received } = receiving();
    stdin.destroy(Object.assign(new Error('EIO'), { code: 'EIO' }));
    await expect(received).rejects.toThrow('standard input cannot be read: ');
  });
});
