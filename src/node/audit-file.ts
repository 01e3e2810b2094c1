import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { InputError } from '../errors.ts';
import type { AuditFile } from '../ports.ts';
import { notAFileError } from './file-errors.ts';
import { noFileOf } from './read-file.ts';
import { explainWriting } from './write-beside.ts';

/** Only the owner can read a log: calls hold what people work on. */
const PRIVATE = 0o600;

// a pipe must not make a hook wait for its reader
const { O_APPEND, O_CREAT, O_RDWR, O_NONBLOCK = 0 } = constants;

/**
 * Opens a log for appending. Several programs may append to one log: each line is one write at the end of the file. A
 * log that was moved or removed meanwhile is begun anew at its path.
 * @param mostBytes the size from which a log is full, in bytes. A full log is renamed to its name with the time and the
 *   number of the process appended, so that no log takes the place of another one; nothing is ever removed.
 * @throws InputError if the path cannot be written, or is not a regular file
 */
export function openAuditFile(path: string, mostBytes = Number.POSITIVE_INFINITY): AuditFile {
  let file = explainWriting(path, () => openLog(path));
  return {
    append(line) {
      const bytes = Buffer.from(`${line}\n`);
      explainWriting(path, () => {
        file = current(file, path, bytes.length, mostBytes);
        writeLine(file, bytes, path);
      });
    },
    close() {
      closeSync(file);
    },
  };
}

/** Returns the file at the path, with room for a line. */
function current(file: number, path: string, length: number, mostBytes: number): number {
  const open = fstatSync(file);
  const there = statSync(path, { throwIfNoEntry: false });
  const isOurs = there?.ino === open.ino && there.dev === open.dev;
  const isFull = open.size > 0 && open.size + length > mostBytes;
  if (isOurs && !isFull) return file;
  // another program may just have done the same: then there is a new log already
  if (isOurs) renameSync(path, rotatedName(path));
  const next = openLog(path);
  closeSync(file);
  return next;
}

function rotatedName(path: string): string {
  const time = new Date().toISOString().replaceAll(/[-:]/g, '');
  const name = `${path}.${time}-${process.pid}`;
  let unused = name;
  // a clock may stand still, or go back
  for (let number = 2; existsSync(unused); number++) unused = `${name}.${number}`;
  return unused;
}

function openLog(path: string): number {
  const file = openSync(path, O_APPEND | O_CREAT | O_RDWR | O_NONBLOCK, PRIVATE);
  const what = noFileOf(fstatSync(file));
  if (what === undefined) return file;
  closeSync(file);
  throw notAFileError(path, what);
}

/** Writes a line at once. A line that a full disk has cut off before is ended first, so that it costs no other. */
function writeLine(file: number, line: Buffer, path: string): void {
  const bytes = endsInLine(file) ? line : Buffer.concat([Buffer.from('\n'), line]);
  if (writeSync(file, bytes) === bytes.length) return;
  throw new InputError({
    file: path,
    message: 'was written only in part',
    help: 'is space left on the device?',
  });
}

function endsInLine(file: number): boolean {
  const { size } = fstatSync(file);
  if (size === 0) return true;
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, size - 1);
  return last[0] === 0x0a;
}
