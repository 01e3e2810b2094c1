import { closeSync, constants, openSync, readSync, statSync } from 'node:fs';
import type { PlainFile } from '../ports.ts';
import { isZip } from './file-errors.ts';
import { isGzip } from './gunzip.ts';

/** See {@link FilesPort.plainFile}. If this cannot inspect a file, reading it reports why. */
export function plainFile(path: string): PlainFile | null {
  if (path === '-') return null;
  try {
    const stats = statSync(path, { bigint: true });
    // opening a pipe would wait for its writer
    if (!stats.isFile() || isGzip(firstBytes(path, 2))) return null;
    return { size: Number(stats.size), identity: `${stats.dev}:${stats.ino}` };
  } catch {
    return null;
  }
}

/** Whether a path leads to a regular file that is a zip archive. If this cannot inspect it, reading it reports why. */
export function isZipFile(path: string): boolean {
  if (path === '-') return false;
  try {
    return statSync(path).isFile() && isZip(firstBytes(path, 4));
  } catch {
    return false;
  }
}

function firstBytes(path: string, count: number): Buffer {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const bytes = Buffer.alloc(count);
    return bytes.subarray(0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}
