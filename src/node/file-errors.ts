import { constants, isUtf8 } from 'node:buffer';
import { InputError, NotAFileError } from '../errors.ts';

/** The longest string of this Node; in bytes, if all characters are ASCII. */
export const LONGEST = constants.MAX_STRING_LENGTH;

// the errors about files; the port in files.ts decides when to throw them

/** For standard input or a pipe, of which nothing is left once it was read. */
export function readTwiceError(path: string): InputError {
  const what = path === '-' ? 'standard input' : 'a pipe';
  return new InputError({
    file: path,
    message: 'is read twice',
    help: `use ${what} for one input only, and name a file for the other`,
  });
}

export function targetIsInputError(path: string): InputError {
  return new InputError({
    file: path,
    message: 'is an input of this command, and is left unchanged',
    help: 'name another file for the output',
  });
}

/** What a path may lead to instead of a file. */
export type NoFile = 'a pipe' | 'a device' | 'a socket';

export function notAFileError(path: string, what: NoFile): NotAFileError {
  const help = {
    'a pipe': 'write the data to a file, or name the pipe on the command line',
    'a device': 'name a file, or - for standard input',
    'a socket': 'name a file, or - for standard input',
  } as const satisfies Record<NoFile, string>;
  return new NotAFileError({ file: path, message: `is ${what}, not a file`, help: help[what] });
}

/** For a named pipe whose other end no process opened in time. */
export function noWriterError(path: string, seconds: number): InputError {
  return new InputError({
    file: path,
    message: `is a pipe that no process wrote to within ${seconds} s`,
    help: 'start the program that writes to it first, or name a file',
  });
}

export function noReaderError(path: string, seconds: number): InputError {
  return new InputError({
    file: path,
    message: `is a pipe that no process read from within ${seconds} s`,
    help: 'start the program that reads from it first, or name a file',
  });
}

export function linkError(path: string): InputError {
  return new InputError({
    file: path,
    message: 'is a link, which is not followed',
    help: 'replace the link by the file or folder itself',
  });
}

export function deadLinkError(path: string): InputError {
  return new InputError({
    file: path,
    message: 'is a link to a file that does not exist',
    help: 'remove the link',
  });
}

export function existsError(path: string): InputError {
  return new InputError({
    file: path,
    message: 'already exists, and is left unchanged',
    help: 'name another file, or move this one away',
  });
}

export function notRegularError(path: string): InputError {
  return new InputError({
    file: path,
    message: 'is not a regular file, and cannot be written together with others',
    help: 'name a file for each output',
  });
}

export function writtenTwiceError(path: string): InputError {
  return new InputError({
    file: path,
    message: 'is the name of two outputs',
    help: 'name another file for one of them',
  });
}

export function tooLongError(path: string): InputError {
  const megabytes = Math.round(LONGEST / 2 ** 20);
  return new InputError({
    file: path,
    message: `is longer than the ${megabytes} MiB that this version of Node can read`,
    help: 'split the file',
  });
}

export function lockedError(path: string, lock: string): InputError {
  return new InputError({
    file: path,
    message: 'is being edited by another command, and is left unchanged',
    help: `run the command again; if nothing else runs, remove ${lock}`,
  });
}

export function editedMeanwhileError(path: string): InputError {
  return new InputError({
    file: path,
    message: 'has changed since it was read, and is left unchanged',
    help: 'run the command again',
  });
}

/** @param line the number of the first line in the bytes */
export function notUtf8(path: string, bytes: Buffer, line = 1): InputError {
  if (line === 1 && isZip(bytes)) {
    return new InputError({
      file: path,
      message: 'is a zip archive, not text',
      help: 'unpack it; only a log of Inspect (`.eval`) is read as it is, and only from a file',
    });
  }
  const isUtf16 =
    line === 1 && ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff));
  return new InputError({
    file: path,
    ...(!isUtf16 && { position: firstInvalid(bytes, line) }),
    message: `is ${isUtf16 ? 'UTF-16' : 'not valid UTF-8'}`,
    help: 'save the file as UTF-8',
  });
}

/** @param bytes the beginning of the file */
export function isParquet(bytes: Buffer): boolean {
  // the byte after the signature opens a structure: no text has it there
  return bytes.toString('latin1', 0, 4) === 'PAR1' && bytes[4] === 0x15;
}

/** Parquet is not text, even where all its bytes happen to be valid UTF-8. */
export function parquetError(path: string): InputError {
  const isNamed = path !== '-';
  return new InputError({
    file: path,
    message: 'is a Parquet file, not text',
    help: `a log in Parquet is read as a table: ${isNamed ? '' : 'save it as a file, and '}pass \`--source parquet:${isNamed ? path : 'FILE'}\` to \`gateway backtest\` in place of --audit-log`,
  });
}

/** A folder is not replaced, since it has a file that the command did not write. */
export function foreignFileError(folder: string, name: string): InputError {
  return new InputError({
    file: folder,
    message: `is left unchanged, because this command did not write \`${name}\` in it`,
    help: 'move that file, or name another folder',
  });
}

/** Whether bytes begin with the signature of a file in a zip archive, or of an empty archive. */
export function isZip(bytes: Buffer): boolean {
  return /^PK(\x03\x04|\x05\x06)/.test(bytes.toString('latin1', 0, 4));
}

/** Returns line and column of the first byte that is not valid UTF-8. */
function firstInvalid(bytes: Buffer, firstLine: number): { line: number; column: number } {
  let line = firstLine;
  let start = 0;
  for (;;) {
    const end = bytes.indexOf(0x0a, start);
    const row = bytes.subarray(start, end === -1 ? bytes.length : end);
    if (end === -1 || !isUtf8(row)) {
      let valid = row.length;
      while (valid > 0 && !isUtf8(row.subarray(0, valid))) valid--;
      return { line, column: row.subarray(0, valid).toString('utf8').length + 1 };
    }
    line += 1;
    start = end + 1;
  }
}
