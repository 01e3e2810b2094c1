import { Minimatch } from 'minimatch';
import { InputError } from './errors.ts';
import type { FolderEntry } from './ports.ts';

/** Limits for globs. One that is longer, or has more alternatives, is an attack on the user who runs it. */
const LONGEST_GLOB = 1000;
const MOST_ALTERNATIVES = 100;

const MAGIC = /[*?[\]{}()]/;

/** Whether a text is a glob. A file may have such a name all the same: look for it first. */
export function isGlob(text: string): boolean {
  return MAGIC.test(text);
}

/**
 * Returns the files that a glob matches, sorted. `*` stays in one folder, `**` also matches the folders below. Links to
 * folders are not followed.
 * @param pattern relative, or absolute where `entriesOf` can list absolute folders
 * @param entriesOf lists a folder, which is empty for the one that the glob starts from
 * @param named the glob as messages name it
 * @throws InputError when it is too long or has too many alternatives
 */
export function filesMatching(
  pattern: string,
  entriesOf: (folder: string) => readonly FolderEntry[],
  named: string = pattern,
): string[] {
  const steps = pattern.split('/');
  const magic = steps.findIndex(isGlob);
  const folder = pattern.startsWith('/') && magic === 1 ? '/' : steps.slice(0, magic).join('/');
  const rest = steps.slice(magic).join('/');
  const options = { nocomment: true, nonegate: true, braceExpandMax: MOST_ALTERNATIVES };
  const glob = pattern.length > LONGEST_GLOB ? undefined : new Minimatch(rest, options);
  if (!glob || glob.set.length >= MOST_ALTERNATIVES) {
    throw new InputError({
      file: named.slice(0, 60),
      message: 'is a glob with too many alternatives, or too long',
      help: 'write a list of simpler globs',
    });
  }
  // braces may contain a `/`, so a pattern may be deeper than it looks
  const depth = /\*\*|[{(]/.test(rest) ? Number.POSITIVE_INFINITY : steps.length - magic;
  return walk(folder, '', depth, entriesOf)
    .filter((path) => glob.match(path))
    .map((path) => join(folder, path))
    .sort();
}

/** Lists the files below a folder, relative to it, at most `depth - 1` levels down. */
function walk(
  folder: string,
  below: string,
  depth: number,
  entriesOf: (folder: string) => readonly FolderEntry[],
): string[] {
  return entriesOf(join(folder, below)).flatMap(({ name, isFolder }) => {
    const path = join(below, name);
    if (!isFolder) return [path];
    return depth > 1 ? walk(folder, path, depth - 1, entriesOf) : [];
  });
}

function join(folder: string, path: string): string {
  if (folder === '' || path === '') return folder + path;
  return folder.endsWith('/') ? folder + path : `${folder}/${path}`;
}
