import { InputError } from '../../src/errors.ts';
import type { FilesPort } from '../../src/ports.ts';

/** A file system in memory: paths to texts; a path that ends with `/` is an empty folder. Written files appear in it. */
export function memoryFiles(texts: Record<string, string>): FilesPort & { texts: Record<string, string> } {
  return {
    texts,
    readText(path) {
      const text = texts[path];
      if (text === undefined) {
        throw new InputError({ file: path, message: 'cannot be read: there is no such file or folder' });
      }
      return text;
    },
    listFolder(folder) {
      const inside = Object.keys(texts).filter((path) => path.startsWith(`${folder}/`));
      if (inside.length === 0) return null;
      const parents = inside.flatMap((path) =>
        [...path.matchAll(/\//g)]
          .map(({ index }) => path.slice(0, index))
          .filter((parent) => parent.length > folder.length),
      );
      return {
        files: inside.filter((path) => !path.endsWith('/')).sort(),
        folders: [...new Set(parents)].sort(),
      };
    },
    listEntries(folder) {
      const prefix = folder === '.' ? '' : `${folder}/`;
      const inside = Object.keys(texts).filter((path) => path.startsWith(prefix) && path !== prefix);
      if (inside.length === 0) return null;
      const entries = new Map(
        inside.map((path) => {
          const [name = '', ...below] = path.slice(prefix.length).split('/');
          return [name, below.length > 0];
        }),
      );
      return [...entries]
        .map(([name, isFolder]) => ({ name, isFolder }))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    realPath(path) {
      const kept: string[] = [];
      for (const step of path.split('/')) {
        if (step === '..') kept.pop();
        else if (step !== '.' && step !== '') kept.push(step);
      }
      const tidy = kept.join('/');
      const isThere = tidy === '' || Object.keys(texts).some((each) => `${each}/`.startsWith(`${tidy}/`));
      return isThere ? `/memory/${tidy}`.replace(/\/$/, '') : null;
    },
    writeWhole(path, text) {
      texts[path] = text;
    },
    writeNew(path, text) {
      if (path in texts)
        throw new InputError({ file: path, message: 'already exists, and is left as it is' });
      texts[path] = text;
    },
  };
}
