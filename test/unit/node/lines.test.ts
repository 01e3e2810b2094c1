import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attempt } from '../../../src/errors.ts';
import { linesOf } from '../../../src/node/lines.ts';
import { collect } from '../../support/collect.ts';

/** The lines of bytes that arrive in pieces of this size. */
async function read(bytes: Buffer, size = bytes.length): Promise<(string | null)[]> {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
  return (await collect(linesOf('log', pieces))).flat();
}

describe('linesOf', () => {
  it('gives the same lines whatever the pieces, packed or not', async () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\r', '"') });
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.integer({ min: 2, max: 9 }), async (lines, size) => {
        const bytes = Buffer.from(lines.map((each) => `${each}\n`).join(''));
        expect(await read(bytes, size)).toEqual(lines);
        expect(await read(gzipSync(bytes), size)).toEqual(lines);
      }),
    );
  });

  it('drops a byte order mark at the start only', async () => {
    expect(await read(Buffer.from('\ufeffa\n\ufeffb'))).toEqual(['a', '\ufeffb']);
  });

  it('names the line and column of invalid UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('one\ntwo\nth'), Buffer.from([0xff]), Buffer.from('\n')]);
    const result = await attempt(() => read(bytes, 4));
    expect(result).toMatchObject({
      problems: [{ message: 'is not valid UTF-8', position: { line: 3, column: 3 } }],
    });
  });

  it('passes over a line that would fill the memory, and reads on', async () => {
    const piece = Buffer.alloc(2 ** 20, 0x61);
    function* pieces(...ends: string[]) {
      yield Buffer.from('first\nlo');
      for (let count = 0; count < 70; count++) yield piece;
      for (const end of ends) yield Buffer.from(end);
    }
    const lines = async (...ends: string[]) => (await collect(linesOf('log', pieces(...ends)))).flat();
    expect(await lines()).toEqual(['first', null]);
    expect(await lines('ng\n')).toEqual(['first', null]);
    expect(await lines('ng', '\n\nnext\nla', 'st')).toEqual(['first', null, '', 'next', 'last']);
  });

  describe('closes its source', () => {
    /** Some bytes in pieces, and whether the file they come from is closed. */
    function opened(bytes: Buffer, size = 16) {
      const source = { isClosed: false, pieces: pieces() };
      function* pieces() {
        try {
          for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
        } finally {
          source.isClosed = true;
        }
      }
      return source;
    }
    const text = Buffer.from('a line\n'.repeat(100_000));

    it.each([
      ['plain', text],
      ['packed', gzipSync(text, { level: 0 })],
    ])('if the consumer stops early: %s', async (_, bytes) => {
      const source = opened(bytes);
      for await (const _lines of linesOf('log', source.pieces)) break;
      await new Promise(setImmediate);
      expect(source.isClosed).toBe(true);
    });

    it.each([
      ['no text', Buffer.concat([Buffer.from('a\n\xff\n', 'latin1'), text])],
      ['damaged', Buffer.concat([gzipSync('a\n').subarray(0, 10), Buffer.alloc(100_000, 0xff)])],
    ])('when it is %s', async (_, bytes) => {
      const source = opened(bytes);
      await attempt(() => collect(linesOf('log', source.pieces)));
      await new Promise(setImmediate);
      expect(source.isClosed).toBe(true);
    });
  });

  it.each([
    ['cut short', gzipSync('a\n'.repeat(1000)).subarray(0, 20), 'cannot be unpacked: it ends too early'],
    [
      'damaged',
      Buffer.concat([gzipSync('a\n').subarray(0, 10), Buffer.alloc(20, 0xff)]),
      'cannot be unpacked: it is damaged',
    ],
  ])('says that gzip is %s', async (_, bytes, message) => {
    expect(await attempt(() => read(bytes))).toMatchObject({ problems: [{ file: 'log', message }] });
  });
});
