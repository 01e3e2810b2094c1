import { closeSync, constants, openSync, readSync, statSync } from 'node:fs';
import type { PlainFile } from '../ports.ts';
import { isGzip } from './gunzip.ts';

/** See {@link FilesPort.plainFile}. If this cannot inspect a file, reading it reports why. */
export function plainFile(path: string): PlainFile | null {
  if (path === '-') return null;
  try {
    const stats = statSync(path, { bigint: true });
    // opening a pipe would wait for its writer
    if (!stats.isFile() || isGzip(firstBytes(path))) return null;
    return { size: Number(stats.size), identity: `${stats.dev}:${stats.ino}` };
  } catch {
    return null;
  }
}

function firstBytes(path: string): Buffer {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const bytes = Buffer.alloc(2);
    return bytes.subarray(0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}
