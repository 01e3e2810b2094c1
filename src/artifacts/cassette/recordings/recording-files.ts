import { InputError } from '../../../errors.ts';
import { filesMatching, isGlob } from '../../../glob.ts';
import type { FilesPort } from '../../../ports.ts';
import { inFolder } from '../../../text/folders.ts';
import { splitReference } from './reference.ts';

/** The folder in which a suite keeps its recordings. The suite can read nothing outside it. */
export interface RecordingFolder {
  readonly path: string;
  readonly files: FilesPort;
}

/**
 * Expands a `cassette` of the suite to references relative to the folder: itself, or each file that its glob matches, in
 * order. A file whose name is exactly the reference takes precedence over reading it as a glob or with a pointer.
 * @throws InputError when a glob matches nothing, or a file is outside the folder
 */
export function expandReference(reference: string, folder: RecordingFolder): string[] {
  if (exists(reference, folder)) return [confined(reference, reference, folder)];
  const { path: file, pointer } = splitReference(reference);
  if (!isGlob(file) || exists(file, folder)) return [confined(reference, file, folder)];
  const matches = matching(file, folder);
  if (matches.length === 0) {
    throw new InputError({
      file: inFolder(folder.path, reference),
      message: 'matches no file',
      help: `the glob is matched below \`${folder.path}\`; \`*\` stays in one folder, use \`**\` for its subfolders`,
    });
  }
  return matches.map((match) =>
    confined(pointer === undefined ? match : `${match}#${pointer}`, match, folder),
  );
}

function exists(path: string, { path: folder, files }: RecordingFolder): boolean {
  return path !== '' && files.realPath(inFolder(folder, path)) !== null;
}

/** Follows a link only if it stays inside the folder: a stranger's suite could print whatever it can read. */
function confined(reference: string, file: string, { path: folder, files }: RecordingFolder): string {
  const [root, target] = [files.realPath(folder), files.realPath(inFolder(folder, file))];
  // a missing file is harmless, and reading it reports that it is missing
  if (root === null || target === null || isBelow(target, root)) return reference;
  throw new InputError({
    file: inFolder(folder, file),
    message: `leads out of \`${folder}\``,
    help: 'keep recordings in the folder of the suite, or name their folder with --cassette-dir',
  });
}

function isBelow(path: string, root: string): boolean {
  return path.startsWith(root.endsWith('/') ? root : `${root}/`);
}

function matching(pattern: string, folder: RecordingFolder): string[] {
  const entriesOf = (below: string) => {
    if (below !== '' && exists(below, folder)) confined(below, below, folder);
    return folder.files.listEntries(below === '' ? folder.path : inFolder(folder.path, below)) ?? [];
  };
  return filesMatching(pattern, entriesOf, inFolder(folder.path, pattern));
}

/**
 * Makes sure that the files of a reference exist, without reading them.
 * @throws InputError
 */
export function requireFiles(reference: string, folder: RecordingFolder): void {
  for (const expanded of expandReference(reference, folder)) {
    const { path: file } = splitReference(expanded);
    if (exists(expanded, folder) || exists(file, folder)) continue;
    throw new InputError({
      file: inFolder(folder.path, file),
      message: 'does not exist',
      help: `recordings are read from \`${folder.path}\``,
    });
  }
}
