import { InputError } from '../../errors.ts';
import type { Ports } from '../../ports.ts';
import { inFolder } from '../../text/folders.ts';

/** The file that says that a folder is one of `mcptest all`, and which files it wrote there. */
const MARKER = '.mcptest-report';

const FIRST_LINE = 'mcptest all wrote these files, and replaces them';

/**
 * Makes a folder ready for a report: the files of an earlier one go before anything runs, so that they cannot be taken for
 * those of a run that was refused or interrupted.
 * @param inputs what the run reads: an input stays, and is refused
 * @returns the names of the files that may be replaced
 * @throws InputError when it is no folder, or has other files or an input
 */
export function readyFolder(
  folder: string,
  inputs: readonly string[],
  { files }: Pick<Ports, 'files'>,
): string[] {
  const known = removeEarlier(folder, inputs, { files });
  refuseInputs(folder, inputs, files);
  const entries = files.listEntries(folder);
  // before anything runs: reports that cannot be written were made for nothing
  if (entries === null && files.realPath(folder) !== null) {
    throw new InputError({ file: folder, message: 'is not a folder', help: 'name another one with --out' });
  }
  if (entries === null || entries.length === 0) return [];
  if (!entries.some(({ name }) => name === MARKER)) {
    throw new InputError({
      file: folder,
      message: 'is left unchanged, because it has files that `mcptest all` did not write',
      help: 'name another folder with --out, or remove this one',
    });
  }
  const [other] = entries
    .map(({ name }) => name)
    .filter((name) => !known.includes(name))
    .sort();
  if (other !== undefined) {
    throw new InputError({
      file: folder,
      message: `has \`${other}\`, which this command did not write`,
      help: 'move that file, or name another folder with --out',
    });
  }
  return known;
}

/**
 * Removes the files that `mcptest all` wrote into a folder, and no others; its list of them stays.
 * @param kept files and folders that stay where they are in this folder, whoever wrote them
 * @returns the names of all files that it wrote
 */
export function removeEarlier(
  folder: string,
  kept: readonly string[],
  { files }: Pick<Ports, 'files'>,
): string[] {
  if (!files.listEntries(folder)?.some(({ name }) => name === MARKER)) return [];
  const [first, ...names] = files.readFile(inFolder(folder, MARKER)).split('\n');
  if (first !== FIRST_LINE) return [];
  // never a path that leads out of the folder
  const ours = names.filter((name) => /^[\w-][\w.-]*$/.test(name));
  const stay = inside(folder, kept, files).map((path) => files.realPath(path) ?? path);
  const isKept = (name: string) => {
    const file = files.realPath(inFolder(folder, name)) ?? '';
    return stay.some((path) => `${file}/`.startsWith(`${path}/`));
  };
  files.removeFiles(
    folder,
    ours.filter((name) => !isKept(name)),
  );
  return [MARKER, ...ours];
}

/** Returns the paths that lead to the folder, or below it. */
function inside(folder: string, paths: readonly string[], files: Ports['files']): string[] {
  const root = files.realPath(folder);
  if (root === null) return [];
  return paths.filter((path) => `${files.realPath(path) ?? ''}/`.startsWith(`${root}/`));
}

function refuseInputs(folder: string, inputs: readonly string[], files: Ports['files']): void {
  const refused = inside(folder, inputs, files);
  if (refused.length === 0) return;
  throw new InputError(
    refused.map((file) => ({
      file,
      message: `is an input of this run, but lies in the folder \`${folder}\`, which the reports would replace`,
      help: 'name another folder with --out',
    })),
  );
}

/** Writes the folder whole, with a list of its files. @throws InputError when that is not possible */
export function writeFolder(
  folder: string,
  texts: ReadonlyMap<string, string>,
  earlier: readonly string[],
  { files }: Pick<Ports, 'files'>,
): void {
  const marker = [FIRST_LINE, ...[...texts.keys()].sort(), ''].join('\n');
  files.replaceFolder(folder, { ...Object.fromEntries(texts), [MARKER]: marker }, earlier);
}
