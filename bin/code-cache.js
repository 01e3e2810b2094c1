'use strict';
/**
 * Keeps what V8 compiled for a command, so that its next start need not compile it again: a file for each command, in
 * the cache directory of the user. V8 looks at nothing but the length of a source before it runs what a cache holds. So
 * a file holds each source beside its compiled code, and the code twice: code is used only for the very source it was
 * compiled from, and only when both copies are the same, byte for byte. (A digest would say no more, and loading the
 * library that computes one costs more than all reading and comparing here; see docs/decisions.md.)
 *
 * A file is a body, the same body again, and the sources one after the other. A body is its length, in a line of 16
 * bytes, a line of JSON with name, length of the source and length of the code of each chunk, and the codes.
 *
 * Nothing here may ever fail: a cache that cannot be read, written or trusted is no cache.
 */
const fs = require('node:fs');
const { dirname, isAbsolute, join } = require('node:path');

/** What our files in the folder take after one was written, in bytes; the oldest go first. */
const MOST_BYTES = 32 * 2 ** 20;

/** Bytes of a file that is read at all: far more than any command needs. */
const LARGEST = 16 * 2 ** 20;

/** Bytes of the line that says how long a body is. */
const LENGTH_LINE = 16;

/** Bytes of the second body that are compared at once. */
const PIECE = 2 ** 17;

/** Of processor time, in microseconds: V8 throws code away that a longer run no longer uses, and a start is little of it. */
const LONGEST_RUN = 3_000_000;

/**
 * The file for what a command compiles, in a folder that may not be there yet; undefined where no cache is wanted, or
 * nobody says where caches go.
 */
function cacheFile(argv, program, { env, platform, arch, version, execArgv } = process) {
  // the second one says it of Node's own compile cache, and means this one as well
  if (env.MCPTEST_NO_CODE_CACHE || env.NODE_DISABLE_COMPILE_CACHE) return undefined;
  const home = platform === 'darwin' ? 'Library/Caches' : '.cache';
  const caches =
    platform === 'win32' ? env.LOCALAPPDATA : env.XDG_CACHE_HOME || (env.HOME && join(env.HOME, home));
  if (!caches || !isAbsolute(caches)) return undefined;
  const words = argv.filter((argument) => argument !== '--no-color' && argument !== '--debug').slice(0, 2);
  const command = words.filter((word) => /^[a-z][a-z-]{1,20}$/.test(word)).join('-') || 'mcptest';
  // not for safety, but to spare programs and flags of V8 that differ the fight for one file
  const at = hash(JSON.stringify([program, execArgv, env.NODE_OPTIONS]));
  return join(caches, 'mcptest', `${version}-${arch}-${at}-${command}`);
}

/** FNV-1a of short text. */
function hash(text) {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return (value >>> 0).toString(16).padStart(8, '0');
}

/** The sources and compiled codes of a file by the names of their chunks; none when it is not as it was written. */
function readCache(file) {
  const chunks = new Map();
  try {
    const parts = file === undefined ? undefined : readOurs(file);
    if (parts === undefined) return chunks;
    const { body, sources } = parts;
    const header = body.toString('utf8', LENGTH_LINE, body.indexOf('\n', LENGTH_LINE) + 1);
    let [codeAt, sourceAt] = [padded(LENGTH_LINE + Buffer.byteLength(header)), 0];
    for (const [name, sourceLength, codeLength] of JSON.parse(header)) {
      const source = sources.subarray(sourceAt, sourceAt + sourceLength);
      chunks.set(name, { source, code: body.subarray(codeAt, codeAt + codeLength) });
      codeAt = padded(codeAt + codeLength);
      sourceAt += sourceLength;
    }
  } catch {
    chunks.clear();
  }
  return chunks;
}

/** Replaces a file in one step: whoever reads it meanwhile has the old one or the new one, whole. */
function writeCache(file, chunks) {
  if (process.cpuUsage().user > LONGEST_RUN) return;
  const temporary = `${file}.tmp-${process.pid}-${Date.now()}`;
  try {
    const folder = dirname(file);
    if (!isOurFolder(folder)) makeFolder(folder);
    if (!isOurFolder(folder)) return;
    const body = bodyOf(chunks);
    const sources = [...chunks.values()].map(({ source }) => source);
    try {
      fs.writeFileSync(temporary, Buffer.concat([body, body, ...sources]), { flag: 'wx', mode: 0o600 });
      fs.renameSync(temporary, file);
    } finally {
      fs.rmSync(temporary, { force: true });
    }
    removeOldest(folder);
  } catch {
    // the next start is as slow as this one
  }
}

function bodyOf(chunks) {
  const list = [...chunks].map(([name, { source, code }]) => [name, source.length, code.length]);
  const header = Buffer.from(`${JSON.stringify(list)}\n`);
  const parts = [Buffer.concat([Buffer.alloc(LENGTH_LINE), header])];
  for (const { code } of chunks.values()) parts.push(code);
  const body = Buffer.concat(parts.map((part) => Buffer.concat([part], padded(part.length))));
  body.write(`${String(body.length).padStart(LENGTH_LINE - 1)}\n`);
  return body;
}

/** Compiled code is read in place, which it can be from a multiple of eight on. */
function padded(length) {
  return (length + 7) & ~7;
}

/** The body and the sources of a plain file that the user alone can have written, when both bodies are the same. */
function readOurs(file) {
  if (!isOurFolder(dirname(file))) return undefined;
  // Windows knows neither of the two
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;
  const descriptor = fs.openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const status = fs.fstatSync(descriptor);
    if (!status.isFile() || !isOurs(status) || status.size > LARGEST) return undefined;
    const read = (bytes, from) => fs.readSync(descriptor, bytes, 0, bytes.length, from) === bytes.length;
    const line = Buffer.alloc(LENGTH_LINE);
    const length = read(line, 0) ? Number(line.toString('latin1')) : 0;
    const rest = status.size - 2 * length;
    if (!Number.isSafeInteger(length) || length < LENGTH_LINE || rest < 0) return undefined;
    const body = Buffer.allocUnsafeSlow(length);
    if (!read(body, 0)) return undefined;
    // in pieces: memory that is used again costs less than new memory
    const piece = Buffer.allocUnsafeSlow(Math.min(PIECE, length));
    for (let at = 0; at < length; at += PIECE) {
      const again = piece.subarray(0, Math.min(PIECE, length - at));
      if (!read(again, length + at) || !again.equals(body.subarray(at, at + again.length))) return undefined;
    }
    const sources = Buffer.allocUnsafeSlow(rest);
    return read(sources, 2 * length) ? { body, sources } : undefined;
  } finally {
    fs.closeSync(descriptor);
  }
}

function isOurFolder(folder) {
  const status = fs.lstatSync(folder, { throwIfNoEntry: false });
  return status?.isDirectory() === true && isOurs(status);
}

/** Whether nobody but the user may write it. Windows keeps others out of the user's folders by itself. */
function isOurs({ uid, mode }) {
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}

/** Makes the folder, and at most the one that it lies in, and only where the user is at home: root, say, is not. */
function makeFolder(folder) {
  const caches = dirname(folder);
  const exists = fs.existsSync(caches);
  const { uid } = fs.statSync(exists ? caches : dirname(caches));
  if (process.getuid !== undefined && uid !== process.getuid()) return;
  if (!exists) fs.mkdirSync(caches, 0o700);
  fs.mkdirSync(folder, 0o700);
}

function removeOldest(folder) {
  // another program may use a folder of this name too
  const names = fs.readdirSync(folder).filter((name) => /^v\d.*-[0-9a-f]{8}-[a-z-]+(\.tmp-.*)?$/.test(name));
  const files = names.map((name) => {
    const path = join(folder, name);
    const { size, mtimeMs } = fs.lstatSync(path);
    return { path, size, mtimeMs };
  });
  let bytes = 0;
  for (const { path, size } of files.sort((a, b) => b.mtimeMs - a.mtimeMs)) {
    bytes += size;
    if (bytes > MOST_BYTES) fs.unlinkSync(path);
  }
}

module.exports = { cacheFile, readCache, writeCache };
