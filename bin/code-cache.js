'use strict';
/**
 * Keeps what V8 compiled for a command, so that its next start need not compile it again: a file for each command, in
 * the cache directory of the user. V8 looks at nothing but the length of a source before it runs what a cache holds. So
 * a file holds each source beside its compiled code, and all of that twice: code is used only for the very source it
 * was compiled from, and only when both copies are the same, byte for byte. (A digest would say no more, and loading
 * the library that computes one costs more than all reading and comparing here; see docs/performance.md.)
 *
 * Nothing here may ever fail: a cache that cannot be read, written or trusted is no cache.
 */
const fs = require('node:fs');
const { dirname, isAbsolute, join } = require('node:path');

/** What lies in the folder after a file was written, in bytes; the oldest files go first. */
const MOST_BYTES = 32 * 2 ** 20;

/** Bytes of a file that is read at all: far more than any command needs. */
const LARGEST = 16 * 2 ** 20;

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
    const bytes = file === undefined ? undefined : readOurs(file);
    if (bytes === undefined || bytes.length % 2 !== 0) return chunks;
    const body = bytes.subarray(0, bytes.length / 2);
    if (!body.equals(bytes.subarray(bytes.length / 2))) return chunks;
    const header = body.toString('utf8', 0, body.indexOf('\n') + 1);
    let at = padded(header.length);
    for (const [name, sourceLength, codeLength] of JSON.parse(header)) {
      const source = body.subarray(at, at + sourceLength);
      at = padded(at + sourceLength);
      const code = body.subarray(at, at + codeLength);
      at = padded(at + codeLength);
      chunks.set(name, { source, code });
    }
    if (at !== body.length) chunks.clear();
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
    try {
      fs.writeFileSync(temporary, body, { flag: 'wx', mode: 0o600 });
      fs.appendFileSync(temporary, body);
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
  const header = [...chunks].map(([name, { source, code }]) => [name, source.length, code.length]);
  const parts = [Buffer.from(`${JSON.stringify(header)}\n`)];
  for (const { source, code } of chunks.values()) parts.push(source, code);
  return Buffer.concat(parts.map((part) => Buffer.concat([part], padded(part.length))));
}

/** Compiled code is read in place, which it can be from a multiple of eight on. */
function padded(length) {
  return (length + 7) & ~7;
}

/** The bytes of a plain file that the user alone can have written. */
function readOurs(file) {
  if (!isOurFolder(dirname(file))) return undefined;
  // Windows knows neither of the two
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;
  const descriptor = fs.openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const status = fs.fstatSync(descriptor);
    if (!status.isFile() || !isOurs(status) || status.size > LARGEST) return undefined;
    const bytes = Buffer.allocUnsafeSlow(status.size);
    let filled = 0;
    while (filled < bytes.length) {
      const count = fs.readSync(descriptor, bytes, filled, bytes.length - filled, filled);
      if (count === 0) return undefined;
      filled += count;
    }
    return bytes;
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
  const files = fs.readdirSync(folder).map((name) => {
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
