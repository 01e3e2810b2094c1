import { InputError } from '../errors.ts';
import type { Target } from '../mcp/target.ts';
import type { FilesPort } from '../ports.ts';
import { folderOf, inFolder } from '../text/folders.ts';

/** What a command reads or starts, and so must not overwrite. */
export interface Sources {
  /** The files that were named on the command line. */
  readonly inputs: readonly string[];
  /** The servers: a program that is started, and the files among its arguments. */
  readonly targets: readonly Target[];
}

type Files = Pick<FilesPort, 'realPath' | 'plainFile'>;

/**
 * Refuses outputs that would overwrite an input, or a file that the command of a server names. Call it before anything is
 * started: once a server has run, an output that cannot be written is a run that was made for nothing.
 * @param outputs paths; undefined for standard output
 * @throws InputError with all of them
 */
export function refuseOverwriting(
  outputs: readonly (string | undefined)[],
  { inputs, targets }: Sources,
  files: Files,
): void {
  const programs = targets.flatMap(namedFiles);
  const refused = outputs.flatMap((file) => {
    if (file === undefined || file === '-') return [];
    const is = (other: string) => isSameFile(file, other, files);
    const what = inputs.some(is)
      ? 'is an input of this command'
      : programs.some(is)
        ? 'is named in the command of the server'
        : undefined;
    if (what === undefined) return [];
    return [{ file, message: `${what}, and is left unchanged`, help: 'name another file for the output' }];
  });
  if (refused.length > 0) throw new InputError(refused);
}

/** The paths that may be in a command: the program, its arguments, and what follows `=` in them, seen from its folder. */
function namedFiles(target: Target): string[] {
  if (target.kind === 'http') return [];
  const { command, args, cwd = '.' } = target;
  // a program without a folder is found on the search path
  const program = /[\\/]/.test(command) ? [command] : [];
  const words = args.flatMap((arg) => [arg, arg.slice(arg.indexOf('=') + 1)]);
  return [...program, ...words]
    .filter((word) => word !== '' && word !== '-')
    .map((word) => (/^([\\/]|[A-Za-z]:)/.test(word) ? word : inFolder(cwd, word)));
}

/** Whether two paths lead to one file. A link and a hard link are other names of it; it need not be there yet. */
export function isSameFile(one: string, other: string, files: Files): boolean {
  const [place, identity] = [placeOf(one, files), files.plainFile(one)?.identity];
  return (
    one === other ||
    (place !== undefined && place === placeOf(other, files)) ||
    (identity !== undefined && identity === files.plainFile(other)?.identity)
  );
}

function placeOf(path: string, files: Files): string | undefined {
  const there = realPath(path, files);
  if (there !== null) return there;
  const folder = realPath(folderOf(path), files);
  return folder === null
    ? undefined
    : `${folder}/${path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)}`;
}

/** An argument may be a text that no path can be. */
function realPath(path: string, files: Files): string | null {
  try {
    return files.realPath(path);
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}
