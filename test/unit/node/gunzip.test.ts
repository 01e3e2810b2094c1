import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attempt } from '../../../src/errors.ts';
import { gunzip } from '../../../src/node/gunzip.ts';
import { collect } from '../../support/collect.ts';

const ONE = gzipSync('one\n');
const TWO = gzipSync('two\n');
const ZEROS = Buffer.alloc(600);

/** The unpacked text of bytes that arrive in pieces of this size. */
async function unpacked(bytes: Buffer, size: number): Promise<string> {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
  return Buffer.concat(await collect(gunzip('log.gz', pieces))).toString();
}

const SIZES = [1, 2, 7, ONE.length, ONE.length + 1, 4096];

describe.each(SIZES)('gunzip, in pieces of %d bytes', (size) => {
  it.each([
    ['one member', [ONE], 'one\n'],
    ['two members', [ONE, TWO], 'one\ntwo\n'],
    ['zeros at the end', [ONE, ZEROS], 'one\n'],
    ['a single zero at the end', [ONE, Buffer.alloc(1)], 'one\n'],
    ['zeros between members', [ONE, ZEROS, TWO], 'one\ntwo\n'],
    [
      'zeros everywhere after the first member',
      [ONE, Buffer.alloc(1), TWO, ONE, ZEROS, TWO, ZEROS],
      'one\ntwo\none\ntwo\n',
    ],
    ['an empty member', [ONE, gzipSync(''), ZEROS, TWO], 'one\ntwo\n'],
  ])('reads all of %s', async (_, parts, text) => {
    expect(await unpacked(Buffer.concat(parts), size)).toBe(text);
  });

  it.each([
    ['bytes that are not gzip', [ONE, Buffer.from('more')]],
    ['a byte that is not gzip', [ONE, Buffer.from('m')]],
    ['text after zeros', [ONE, ZEROS, Buffer.from('more\n')]],
    ['half of the next magic', [ONE, ZEROS, Buffer.from([0x1f])]],
    ['a member without its end', [ONE, TWO.subarray(0, -3)]],
    ['a member without its end after zeros', [ONE, ZEROS, TWO.subarray(0, -3)]],
    ['only a header after zeros', [ONE, ZEROS, TWO.subarray(0, 5)]],
    ['a damaged member after zeros', [ONE, ZEROS, TWO.subarray(0, 10), Buffer.alloc(40, 0xff)]],
    ['a wrong checksum', [ONE.subarray(0, -8), Buffer.alloc(4, 1), ONE.subarray(-4)]],
  ])('refuses %s', async (_, parts) => {
    const result = await attempt(() => unpacked(Buffer.concat(parts), size));
    expect(result).toMatchObject({
      problems: [{ file: 'log.gz', message: expect.stringMatching(/^cannot be unpacked: /) }],
    });
  });
});

it('unpacks members and zeros in any order, whatever the pieces', async () => {
  const part = fc.oneof(
    fc.string().map((text) => ({ text, bytes: gzipSync(text) })),
    fc.nat(50).map((length) => ({ text: '', bytes: Buffer.alloc(length) })),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part), fc.integer({ min: 1, max: 99 }), async (parts, size) => {
      const bytes = Buffer.concat([ONE, ...parts.map((each) => each.bytes)]);
      expect(await unpacked(bytes, size)).toBe(`one\n${parts.map(({ text }) => text).join('')}`);
    }),
  );
});
