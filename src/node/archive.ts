import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import type { Entry, ZipFile } from 'yauzl';
import { InputError } from '../errors.ts';
import type { Archive } from '../ports.ts';
import { LONGEST } from './file-errors.ts';
import { unzstd } from './unzstd.ts';

/** The most files of an archive: their names are in memory. */
const MOST_FILES = 200_000;

/** The most bytes that are unpacked from one archive: a small file must not keep a command busy for hours. */
const MOST_UNPACKED = 8 * 2 ** 30;

/** The length of the fixed part of the header before each file. */
const HEADER = 30;

/** The bit of the flags of a file that says that it is encrypted, and two methods of compression. */
const METHODS = { stored: 0, deflate: 8, zstd: 93 } as const;

/**
 * Opens a zip archive, and closes it when `use` ends. Only its directory is in memory. Where its files are to be written
 * does not matter, so any name is allowed.
 * @throws InputError when the directory is damaged, too long, or says that files overlap
 */
export async function withArchive<T>(path: string, use: (archive: Archive) => Promise<T>): Promise<T> {
  const { openPromise } = await import('yauzl');
  const file = await unpacking(path, () =>
    openPromise(path, { autoClose: false, lazyEntries: true, decodeStrings: false }),
  );
  try {
    const entries = await entriesOf(path, file);
    let unpacked = 0;
    return await use({
      names: [...entries.keys()],
      async readText(name) {
        const entry = entries.get(name);
        if (!entry) throw new Error(`${path} has no file ${name}`);
        unpacked += entry.uncompressedSize;
        if (unpacked > MOST_UNPACKED) throw tooLarge(path, 'its files are', MOST_UNPACKED);
        return toText(path, name, await bytesOf(path, name, entry, file));
      },
    });
  } finally {
    file.close();
  }
}

/** The files by name, in the order of the directory. A name that occurs again replaces the one before, as in every program. */
async function entriesOf(path: string, file: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const { getFileNameLowLevel } = await import('yauzl');
  const entries = new Map<string, Entry>();
  const places: { readonly from: number; readonly to: number }[] = [];
  await unpacking(path, async () => {
    for await (const entry of file.eachEntry()) {
      if (places.length === MOST_FILES) throw damaged(path, `it has more than ${MOST_FILES} files`);
      const { generalPurposeBitFlag, fileNameRaw, extraFields, relativeOffsetOfLocalHeader: from } = entry;
      places.push({ from, to: from + HEADER + fileNameRaw.length + entry.compressedSize });
      const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);
      if (!name.endsWith('/')) entries.set(name, entry);
    }
  });
  // the same bytes under many names are a trick to make a small archive unpack to a huge one
  places.sort((a, b) => a.from - b.from);
  if (places.some(({ to }, index) => to > (places[index + 1]?.from ?? Number.POSITIVE_INFINITY))) {
    throw damaged(path, 'its files overlap');
  }
  return entries;
}

async function bytesOf(path: string, name: string, entry: Entry, file: ZipFile): Promise<Buffer> {
  const { compressionMethod: method, uncompressedSize: size, compressedSize } = entry;
  if (entry.isEncrypted()) throw damaged(path, `\`${name}\` is encrypted`);
  if (!Object.values<number>(METHODS).includes(method)) {
    throw damaged(path, `\`${name}\` is compressed by a method that is not supported: ${method}`);
  }
  if (Math.max(size, compressedSize) > LONGEST) throw tooLarge(path, `\`${name}\` is`, LONGEST);
  const isZstd = method === METHODS.zstd;
  const bytes = await unpacking(path, async () => {
    const stream = await file.openReadStreamPromise(entry, isZstd ? { decodeFileData: false } : {});
    const packed = await all(stream);
    return isZstd ? unzstd(packed, size) : packed;
  });
  const { crc32 } = process.getBuiltinModule('node:zlib');
  if (bytes.length !== size || crc32(bytes) !== entry.crc32) throw damaged(path, `\`${name}\` is damaged`);
  return bytes;
}

async function all(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

function toText(path: string, name: string, bytes: Buffer): string {
  if (!isUtf8(bytes)) throw damaged(path, `\`${name}\` is not valid UTF-8`);
  return bytes.toString('utf8');
}

/** Does one step of unpacking. What goes wrong in it is the fault of the archive. */
async function unpacking<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof InputError) throw error;
    const { message } = error as Error;
    throw damaged(path, `${message.charAt(0).toLowerCase()}${message.slice(1).replace(/\.$/, '')}`);
  }
}

function damaged(file: string, reason: string): InputError {
  return new InputError({
    file,
    message: `cannot be unpacked: ${reason}`,
    help: 'check the file with `unzip -t`; `inspect log dump run.eval > run.json` writes a log of Inspect as JSON',
  });
}

function tooLarge(file: string, what: string, most: number): InputError {
  const { diagnostics } = damaged(file, `unpacked, ${what} larger than ${Math.round(most / 2 ** 20)} MiB`);
  return new InputError(diagnostics);
}
