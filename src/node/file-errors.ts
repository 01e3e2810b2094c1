import { constants, isUtf8 } from 'node:buffer';
import { InputError } from '../errors.ts';

/** The longest text that this Node can hold, in bytes when all of them are ASCII. */
export const LONGEST = constants.MAX_STRING_LENGTH;

// what is wrong with a file, and what to do about it; the port in files.ts says when

export function readTwice(): InputError {
  return new InputError({
    file: '-',
    message: 'is read twice',
    help: 'it can be one input only; name a file for the other',
  });
}

export function isInput(path: string): InputError {
  return new InputError({
    file: path,
    message: 'is an input of this command, and is left as it is',
    help: 'name another file for the output',
  });
}

/** What a path may lead to in place of a file. */
export type NoFile = 'a pipe' | 'a device' | 'a socket';

export function isNoFile(path: string, what: NoFile): InputError {
  const help = {
    'a pipe': 'what a file refers to must be a file; write it to one, or name the pipe on the command line',
    'a device': 'name a file, or - for standard input',
    'a socket': 'name a file, or - for standard input',
  } as const satisfies Record<NoFile, string>;
  return new InputError({ file: path, message: `is ${what}, no file`, help: help[what] });
}

export function isLink(path: string): InputError {
  return new InputError({
    file: path,
    message: 'is a link, which is not followed',
    help: 'put the file or folder itself in its place',
  });
}

export function leadsNowhere(path: string): InputError {
  return new InputError({
    file: path,
    message: 'is a link to a file that does not exist',
    help: 'remove the link',
  });
}

export function alreadyThere(path: string): InputError {
  return new InputError({
    file: path,
    message: 'already exists, and is left as it is',
    help: 'name another file, or move this one away',
  });
}

export function isNotRegular(path: string): InputError {
  return new InputError({
    file: path,
    message: 'is no regular file, and cannot be written together with others',
    help: 'name a file for each output',
  });
}

export function writtenTwice(path: string): InputError {
  return new InputError({
    file: path,
    message: 'is the name of two outputs',
    help: 'name another file for one of them',
  });
}

export function tooLong(path: string): InputError {
  const megabytes = Math.round(LONGEST / 2 ** 20);
  return new InputError({
    file: path,
    message: `is longer than the ${megabytes} MiB that this Node can read`,
    help: 'split the file',
  });
}

export function lineTooLong(path: string, line: number, longest: number): InputError {
  return new InputError({
    file: path,
    position: { line, column: 1 },
    message: `the line is longer than ${longest / 2 ** 20} MiB`,
    help: 'one record a line: is this a file of JSON Lines?',
  });
}

export function beingEdited(path: string, lock: string): InputError {
  return new InputError({
    file: path,
    message: 'is being edited by another command, and is left as it is',
    help: `run the command again; if nothing else runs, remove ${lock}`,
  });
}

export function editedMeanwhile(path: string): InputError {
  return new InputError({
    file: path,
    message: 'has changed since it was read, and is left as it is',
    help: 'run the command again',
  });
}

/** @param line the number of the line with which the bytes begin */
export function notUtf8(path: string, bytes: Buffer, line = 1): InputError {
  const isUtf16 =
    line === 1 && ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff));
  return new InputError({
    file: path,
    ...(!isUtf16 && { position: firstInvalid(bytes, line) }),
    message: `is ${isUtf16 ? 'UTF-16' : 'not valid UTF-8'}`,
    help: 'save the file as UTF-8',
  });
}

/** Line and column of the first byte that is no UTF-8. */
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
