import { crc32, deflateRawSync } from 'node:zlib';

/** A file of an archive, and how its headers lie. */
export interface ZipEntry {
  readonly name: string;
  readonly text: string | Buffer;
  /** What the headers state: 0 stored, 8 deflate (the default), 93 Zstandard. */
  readonly method?: number;
  /** The bytes in the archive, if they are not those of the method. */
  readonly packed?: Buffer;
  readonly flags?: number;
  readonly size?: number;
  /** The offset that the directory states. */
  readonly offset?: number;
}

const numbers = (...parts: readonly (readonly [value: number, bytes: number])[]) =>
  Buffer.concat(
    parts.map(([value, bytes]) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeUIntLE(value, 0, bytes);
      return buffer;
    }),
  );

/** Writes a zip archive. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let length = 0;
  for (const { name, text, method = 8, packed, flags = 0, size, offset = length } of entries) {
    const bytes = Buffer.from(text as string);
    const data = packed ?? packedBy(method, bytes);
    const path = Buffer.from(name);
    const facts: (readonly [number, number])[] = [
      ...[[20, 2] as const, [flags | 0x800, 2] as const, [method, 2] as const, [0, 4] as const],
      ...[[crc32(bytes), 4] as const, [data.length, 4] as const, [size ?? bytes.length, 4] as const],
      ...[[path.length, 2] as const, [0, 2] as const],
    ];
    const file = Buffer.concat([numbers([0x04034b50, 4], ...facts), path, data]);
    directory.push(
      numbers([0x02014b50, 4], [20, 2], ...facts, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
      path,
    );
    files.push(file);
    length += file.length;
  }
  const listed = Buffer.concat(directory);
  const count = entries.length;
  return Buffer.concat([
    ...files,
    listed,
    numbers([0x06054b50, 4], [0, 4], [count, 2], [count, 2], [listed.length, 4], [length, 4], [0, 2]),
  ]);
}

function packedBy(method: number, bytes: Buffer): Buffer {
  if (method === 0) return bytes;
  return method === 93 ? zstdOf(bytes) : deflateRawSync(bytes);
}

/** Zstandard (RFC 8878) without compression, in frames of up to 1000 bytes, since Node 20 cannot compress. */
export function zstdOf(bytes: Buffer): Buffer {
  const frames: Buffer[] = [];
  for (let start = 0; start === 0 || start < bytes.length; start += 1000) {
    const part = bytes.subarray(start, start + 1000);
    // a single segment with a length of 4 bytes, and one raw block, which is the last
    frames.push(numbers([0xfd2fb528, 4], [0xa0, 1], [part.length, 4], [(part.length << 3) | 1, 3]), part);
  }
  return Buffer.concat(frames);
}
