import type { FilesPort } from '../../ports.ts';

/** The folders of the program. In a clone, only they are searched for added files: the others have more than is packed. */
const PROGRAM = ['bin', 'dist'];

/** What a clone has, and no package. */
const OF_A_CLONE = ['.git', 'src', 'test'];

/**
 * Returns the files of the package, below its folder. Everything in an installed package counts; a clone, in which a build
 * was made, also has what is not packed.
 * @param built the files that have a digest
 */
export function packagePaths(
  folder: string,
  built: ReadonlyMap<string, string>,
  { listFolder, realPath }: Pick<FilesPort, 'listFolder' | 'realPath'>,
): readonly string[] {
  const below = (path: string) => listFolder(path)?.files.map((file) => relativeTo(folder, file));
  const isThere = (name: string) => realPath(`${folder}/${name}`) !== null;
  const isInstalled = realPath(folder)?.split('/').at(-2) === 'node_modules';
  if (isInstalled || !OF_A_CLONE.every(isThere)) return below(folder) ?? [];
  const shipped = new Set([...built.keys()].map((path) => topOf(path)));
  return [...shipped]
    .flatMap((name) => below(`${folder}/${name}`) ?? (isThere(name) ? [name] : []))
    .filter((path) => built.has(path) || PROGRAM.includes(topOf(path)));
}

function topOf(path: string): string {
  return path.slice(0, `${path}/`.indexOf('/'));
}

// the separator of the system ends up in paths of Windows
function relativeTo(folder: string, path: string): string {
  return path.slice(folder.length + 1).replaceAll('\\', '/');
}
