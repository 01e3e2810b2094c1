import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { attempt } from '../../../src/errors.ts';
import { nodeFiles } from '../../../src/node/files.ts';
import { type ZipEntry, zipOf, zstdOf } from '../../support/zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'mcptest-archive-'));
afterAll(() => rmSync(folder, { recursive: true }));

const path = join(folder, 'run.eval');

/** Reads all files of an archive, in the order of their names. */
async function read(archive: Buffer) {
  writeFileSync(path, archive);
  return nodeFiles().readArchive(path, async ({ names, readText }) => {
    const texts: [string, string][] = [];
    for (const name of names) texts.push([name, await readText(name)]);
    return texts;
  });
}

const long = 'the berth is free, '.repeat(500);
const entry = (rest: Partial<ZipEntry> = {}): ZipEntry => ({ name: 'a.json', text: long, ...rest });

// what the program `zstd` writes for the same text: a compressed block
const ZSTD = 'KLUv/QRo3QAAmHRoZSBiZXJ0aCBpcyBmcmVlLCABAA2K8TMMb5n3gw==';

describe('readArchive', () => {
  it.each([
    ['stored', 0],
    ['deflate', 8],
    ['Zstandard, in several frames', 93],
  ])('unpacks %s', async (_, method) => {
    expect(await read(zipOf([entry({ method }), entry({ name: 'b', text: 'é', method })]))).toEqual([
      ['a.json', long],
      ['b', 'é'],
    ]);
  });

  it('unpacks compressed Zstandard', async () => {
    const packed = Buffer.from(ZSTD, 'base64');
    expect(await read(zipOf([entry({ method: 93, packed })]))).toEqual([['a.json', long]]);
  });

  it('reads the last of several files of one name, and no folder', async () => {
    const archive = zipOf([entry(), { name: 'b/', text: '', method: 0 }, entry({ text: 'new' })]);
    expect(await read(archive)).toEqual([['a.json', 'new']]);
  });

  it('lets a file have any name: nothing is written', async () => {
    const name = '../../etc/passwd';
    expect(await read(zipOf([entry({ name })]))).toEqual([[name, long]]);
  });

  it('returns null for a text, for a folder and for nothing', async () => {
    expect(await read(Buffer.from('{}'))).toBeNull();
    for (const other of [folder, join(folder, 'no.eval'), '-']) {
      expect(await nodeFiles().readArchive(other, async () => 'read')).toBeNull();
    }
  });

  it('lets no output replace the archive', async () => {
    writeFileSync(path, zipOf([entry()]));
    const files = nodeFiles();
    await files.readArchive(path, async () => undefined);
    expect(() => files.writeWhole(path, '')).toThrow('is an input of this command');
  });

  const damage = (archive: Buffer, at: number) => {
    const copy = Buffer.from(archive);
    copy[at] = (copy[at] ?? 0) ^ 0xff;
    return copy;
  };

  it.each<[string, Buffer, string]>([
    ['cut off', zipOf([entry()]).subarray(0, -30), 'end of central directory record signature not found'],
    ['cut off at its beginning', zipOf([entry()]).subarray(0, 5), 'end of central directory'],
    ['encrypted', zipOf([entry({ flags: 1 })]), '`a.json` is encrypted'],
    ['strongly encrypted', zipOf([entry({ flags: 0x41 })]), 'strong encryption is not supported'],
    ['of another method', zipOf([entry({ method: 14, packed: Buffer.from('x') })]), 'not supported: 14'],
    ['damaged in a stored file', damage(zipOf([entry({ method: 0 })]), 60), '`a.json` is damaged'],
    ['damaged in a packed file', damage(zipOf([entry()]), 40), 'cannot be unpacked: '],
    ['damaged in Zstandard', damage(zipOf([entry({ method: 93 })]), 60), '`a.json` is damaged'],
    ['no Zstandard', zipOf([entry({ method: 93, packed: Buffer.from('no') })]), 'cannot be unpacked: '],
    [
      'Zstandard that is cut off',
      zipOf([entry({ method: 93, packed: zstdOf(Buffer.from(long)).subarray(0, -9) })]),
      'cannot be unpacked: ',
    ],
    ['longer than it says', zipOf([entry({ size: 10 })]), 'cannot be unpacked: too many bytes'],
    [
      'longer than it says, in Zstandard',
      zipOf([entry({ method: 93, size: 10 })]),
      'more than the stated 10 bytes',
    ],
    ['shorter than it says', zipOf([entry({ size: 99_999 })]), 'cannot be unpacked: not enough bytes'],
    ['too long', zipOf([entry({ size: 0xfffffff0 })]), 'unpacked, `a.json` is larger than 512 MiB'],
    ['not text', zipOf([entry({ text: Buffer.from([0xff]) })]), '`a.json` is not valid UTF-8'],
    [
      'one text under several names',
      zipOf([entry(), entry({ name: 'b', packed: Buffer.alloc(0), offset: 0 })]),
      'its files overlap',
    ],
  ])('refuses an archive that is %s', async (_, archive, message) => {
    const found = await attempt(() => read(archive));
    expect(found).toEqual({
      problems: [expect.objectContaining({ file: path, message: expect.stringContaining(message) })],
    });
  });

  it('refuses an archive whose files add up to too much', async () => {
    const entries = Array.from({ length: 17 }, (_, index) =>
      entry({ name: `${index}`, size: 2 ** 29 - 1000 }),
    );
    writeFileSync(path, zipOf(entries));
    const readAll = nodeFiles().readArchive(path, async ({ names, readText }) => {
      for (const name of names)
        await readText(name).catch(({ message }) => message.includes('8192') && Promise.reject(message));
    });
    await expect(readAll).rejects.toContain('unpacked, its files are larger than 8192 MiB');
  });
});
