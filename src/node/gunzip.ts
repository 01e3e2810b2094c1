import { InputError } from '../errors.ts';
import { reasonOf } from './reasons.ts';

/** What the first two bytes of every gzip member are. */
const MAGIC = [0x1f, 0x8b] as const;

/** Whether bytes begin like gzip. */
export function isGzip(bytes: Buffer): boolean {
  return bytes[0] === MAGIC[0] && bytes[1] === MAGIC[1];
}

/**
 * Unpacks gzip in constant memory: all members, and zeros between and after them. zlib ends at the first zero after a
 * member, as if the file ended there; Python and tapes pad members with zeros and go on.
 * @throws InputError when a member is damaged or cut off, or when other bytes follow
 */
export async function* gunzip(path: string, pieces: Iterable<Buffer>): AsyncGenerator<Buffer> {
  const source = new Packed(pieces);
  try {
    while (source.skipZeros()) {
      if (!source.isAtMember()) throw damaged(path, 'bytes that are not gzip follow the compressed data');
      yield* unpackMembers(source);
    }
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw damaged(path, reasonOf(error));
  } finally {
    source.close();
  }
}

function damaged(file: string, reason: string): InputError {
  return new InputError({
    file,
    message: `cannot be unpacked: ${reason}`,
    help: 'check the file with `gzip -t`',
  });
}

/** Unpacks until zlib ends, and leaves the bytes that it did not use to the source. */
async function* unpackMembers(source: Packed): AsyncGenerator<Buffer> {
  const { createGunzip } = process.getBuiltinModule('node:zlib');
  const { Readable } = process.getBuiltinModule('node:stream');
  const unpacked = createGunzip({ chunkSize: 2 ** 20 });
  const packed = Readable.from(
    source.handOut(() => unpacked.bytesWritten),
    { objectMode: false },
  );
  // an error of the file itself must reach the consumer
  packed.on('error', (error) => unpacked.destroy(error));
  packed.pipe(unpacked);
  try {
    yield* unpacked;
    packed.unpipe(unpacked);
    source.takeBack(unpacked.bytesWritten);
  } finally {
    unpacked.destroy();
  }
}

/** The pieces of a packed file. What was handed out and not used is taken back. */
class Packed {
  readonly #source: Iterator<Buffer>;
  #next: Buffer[] = [];
  /** The pieces that were handed out and may not be used yet. */
  #out: Buffer[] = [];
  /** The number of bytes that were handed out before those. */
  #before = 0;

  constructor(pieces: Iterable<Buffer>) {
    this.#source = pieces[Symbol.iterator]();
  }

  /** Goes to the next byte that is not zero; false when there is none. */
  skipZeros(): boolean {
    for (let piece = this.#pull(); piece; piece = this.#pull()) {
      const start = piece.findIndex((byte) => byte !== 0);
      if (start === -1) continue;
      this.#next.unshift(piece.subarray(start));
      return true;
    }
    return false;
  }

  /** Whether the next bytes begin a member. */
  isAtMember(): boolean {
    const first = this.#pull();
    if (!first) return false;
    const more = first.length === 1 ? this.#pull() : undefined;
    const joined = more ? Buffer.concat([first, more]) : first;
    this.#next.unshift(joined);
    // a file may end in the middle of the header, which unpacking reports
    return joined.length === 1 ? joined[0] === MAGIC[0] : isGzip(joined);
  }

  /** Returns the pieces. @param used how many of their bytes were used */
  *handOut(used: () => number): Generator<Buffer> {
    this.#before = 0;
    this.#out = [];
    for (let piece = this.#pull(); piece; piece = this.#pull()) {
      for (let first = this.#out[0]; first && this.#before + first.length <= used(); first = this.#out[0]) {
        this.#before += first.length;
        this.#out.shift();
      }
      this.#out.push(piece);
      yield piece;
    }
  }

  /** Takes back the bytes after the first `used` that were handed out. */
  takeBack(used: number): void {
    const rest = Buffer.concat(this.#out).subarray(used - this.#before);
    this.#out = [];
    if (rest.length > 0) this.#next.unshift(rest);
  }

  close(): void {
    this.#source.return?.();
  }

  #pull(): Buffer | undefined {
    if (this.#next.length > 0) return this.#next.shift();
    const { done, value } = this.#source.next();
    return done ? undefined : value;
  }
}
