import { Minimatch } from 'minimatch';
import { InputError } from '../../../errors.ts';
import type { FilesPort } from '../../../ports.ts';
import { splitReference } from './reference.ts';

/** A glob that takes longer names, or more alternatives, is an attack on whoever runs the suite. */
const LONGEST_GLOB = 1000;
const MOST_ALTERNATIVES = 100;

const MAGIC = /[*?[\]{}()]/;

/** Where a suite keeps its recordings. Nothing outside of it is read for the suite. */
export interface RecordingFolder {
  readonly path: string;
  readonly files: FilesPort;
}

/** The folder of a file, as a path that can be opened. */
export function folderOf(path: string): string {
  const end = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return end === -1 ? '.' : path.slice(0, end) || '/';
}

/** A path below a folder, written as short as it goes. */
export function inFolder(folder: string, path: string): string {
  // `-` alone would be standard input, which is no recording of the suite
  if (folder === '.') return path === '-' ? './-' : path;
  return `${folder.replace(/\/$/, '')}/${path}`;
}

/**
 * The references that a `cassette` of the suite stands for, relative to the folder: itself, or each file that its
 * glob matches, in order. A file that is called as the reference says comes first, as with pointers.
 * @throws InputError when a glob matches nothing, or the file lies outside of the folder
 */
export function expandReference(reference: string, folder: RecordingFolder): string[] {
  if (exists(reference, folder)) return [confined(reference, reference, folder)];
  const { path: file, pointer } = splitReference(reference);
  if (!MAGIC.test(file) || exists(file, folder)) return [confined(reference, file, folder)];
  const matches = filesMatching(file, folder);
  if (matches.length === 0) {
    throw new InputError({
      file: inFolder(folder.path, reference),
      message: 'matches no file',
      help: `the pattern is looked for below \`${folder.path}\`; \`*\` stays inside one folder, \`**\` does not`,
    });
  }
  return matches.map((match) =>
    confined(pointer === undefined ? match : `${match}#${pointer}`, match, folder),
  );
}

function exists(path: string, { path: folder, files }: RecordingFolder): boolean {
  return path !== '' && files.realPath(inFolder(folder, path)) !== null;
}

/** A link is followed as long as it stays inside: what a suite of a stranger can read, it can also print. */
function confined(reference: string, file: string, { path: folder, files }: RecordingFolder): string {
  const [root, target] = [files.realPath(folder), files.realPath(inFolder(folder, file))];
  // what is not there is no danger, and reading it says so
  if (root === null || target === null || isBelow(target, root)) return reference;
  throw new InputError({
    file: inFolder(folder, file),
    message: `leads out of \`${folder}\``,
    help: 'keep recordings beside the suite, or name their folder with --cassette-dir',
  });
}

function isBelow(path: string, root: string): boolean {
  return path.startsWith(root.endsWith('/') ? root : `${root}/`);
}

function filesMatching(pattern: string, folder: RecordingFolder): string[] {
  const options = { nocomment: true, nonegate: true, braceExpandMax: MOST_ALTERNATIVES };
  const glob = pattern.length > LONGEST_GLOB ? undefined : new Minimatch(pattern, options);
  if (!glob || glob.set.length >= MOST_ALTERNATIVES) {
    throw new InputError({
      file: inFolder(folder.path, pattern.slice(0, 60)),
      message: 'is a glob that stands for too many names',
      help: 'write a list of simpler ones',
    });
  }
  const steps = pattern.split('/');
  const fixed = steps.slice(
    0,
    steps.findIndex((step) => MAGIC.test(step)),
  );
  // braces may hold a `/`, so that a pattern may be deeper than it looks
  const depth = /\*\*|[{(]/.test(pattern) ? Number.POSITIVE_INFINITY : steps.length - fixed.length;
  return walk(fixed.join('/'), depth, folder)
    .filter((path) => glob.match(path))
    .sort();
}

/** The files in a folder and `depth - 1` levels below. */
function walk(below: string, depth: number, folder: RecordingFolder): string[] {
  if (below !== '' && exists(below, folder)) confined(below, below, folder);
  const entries = folder.files.listEntries(below === '' ? folder.path : inFolder(folder.path, below)) ?? [];
  return entries.flatMap(({ name, isFolder }) => {
    const path = below === '' ? name : `${below}/${name}`;
    if (!isFolder) return [path];
    return depth > 1 ? walk(path, depth - 1, folder) : [];
  });
}

/**
 * Makes sure that the files of a reference are there, without reading them.
 * @throws InputError
 */
export function requireFiles(reference: string, folder: RecordingFolder): void {
  for (const expanded of expandReference(reference, folder)) {
    const { path: file } = splitReference(expanded);
    if (exists(expanded, folder) || exists(file, folder)) continue;
    throw new InputError({
      file: inFolder(folder.path, file),
      message: 'is not there',
      help: `it is looked for in \`${folder.path}\``,
    });
  }
}
