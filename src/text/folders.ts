/** Returns the folder of a file, as a path that can be opened. */
export function folderOf(path: string): string {
  const end = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return end === -1 ? '.' : path.slice(0, end) || '/';
}

/** Joins a folder and a path below it, in the shortest form. */
export function inFolder(folder: string, path: string): string {
  // `-` alone would mean standard input, which is not a recording of the suite
  if (folder === '.') return path === '-' ? './-' : path;
  return `${folder.replace(/\/$/, '')}/${path}`;
}

/** Returns the shortest form of a path: without `.`, and `..` only where it leads out. Empty for this folder. */
export function shortestPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push(part);
  }
  return `${path.startsWith('/') ? '/' : ''}${parts.join('/')}`;
}

/** Undoes {@link inFolder}. */
export function belowFolder(folder: string, path: string): string {
  const prefix = inFolder(folder, '');
  return path.startsWith(prefix) ? path.slice(prefix.length) : path;
}
