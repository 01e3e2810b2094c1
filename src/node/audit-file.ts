import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  type Stats,
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
  let log = explainWriting(path, () => openLog(path));
  return {
    append(line) {
      const bytes = Buffer.from(`${line}\n`);
      explainWriting(path, () => {
        log = current(log, path, bytes.length, mostBytes);
        writeLine(log, bytes, path);
      });
    },
    close() {
      closeSync(log.file);
    },
  };
}

/** An open log. Each call of the system counts: a call of a tool waits for its record. */
interface OpenLog {
  readonly file: number;
  /** What tells it apart from another file at its path. */
  readonly identity: Pick<Stats, 'ino' | 'dev'>;
  /** How long the file was when it was last looked at. */
  size: number;
  /** How long it was after our last line, which was whole. */
  ended: number | undefined;
}

/** Returns the log at the path, with room for a line. */
function current(log: OpenLog, path: string, length: number, mostBytes: number): OpenLog {
  const there = statSync(path, { throwIfNoEntry: false });
  const { ino, dev } = log.identity;
  const isOurs = there?.ino === ino && there.dev === dev;
  log.size = isOurs ? there.size : 0;
  const isFull = log.size > 0 && log.size + length > mostBytes;
  if (isOurs && !isFull) return log;
  // another program may just have done the same: then there is a new log already
  if (isOurs) renameSync(path, rotatedName(path));
  const next = openLog(path);
  closeSync(log.file);
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

function openLog(path: string): OpenLog {
  const file = openSync(path, O_APPEND | O_CREAT | O_RDWR | O_NONBLOCK, PRIVATE);
  const stats = fstatSync(file);
  const what = noFileOf(stats);
  if (what === undefined) return { file, identity: stats, size: stats.size, ended: undefined };
  closeSync(file);
  throw notAFileError(path, what);
}

/** Writes a line at once. A line that a full disk has cut off before is ended first, so that it costs no other. */
function writeLine(log: OpenLog, line: Buffer, path: string): void {
  const bytes = endsInLine(log) ? line : Buffer.concat([Buffer.from('\n'), line]);
  log.ended = undefined;
  if (writeSync(log.file, bytes) === bytes.length) {
    log.ended = log.size + bytes.length;
    return;
  }
  throw new InputError({
    file: path,
    message: 'was written only in part',
    help: 'is space left on the device?',
  });
}

/** Whether the log ends in a whole line: surely if nobody else has written since our last one. */
function endsInLine({ file, size, ended }: OpenLog): boolean {
  if (size === 0 || size === ended) return true;
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, size - 1);
  return last[0] === 0x0a;
}
