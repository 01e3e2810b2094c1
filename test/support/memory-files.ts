import type { Diagnostic } from '../../src/diagnostic.ts';
import { InputError } from '../../src/errors.ts';
import type { FilesPort } from '../../src/ports.ts';

/**
 * A file system in memory: paths to texts; a path that ends with `/` is an empty folder. Written files appear
 * in it. It behaves as the real one, see test/unit/node/files-contract.test.ts.
 */
export function memoryFiles(texts: Record<string, string>): FilesPort & { texts: Record<string, string> } {
  const read = new Set<string>();
  const isFile = (path: string) => Object.hasOwn(texts, path);
  const isFolder = (path: string) => Object.keys(texts).some((key) => key.startsWith(`${path}/`));
  const fail = (file: string, diagnostic: Omit<Diagnostic, 'file'>): never => {
    throw new InputError({ file, ...diagnostic });
  };
  const parentsOf = (path: string) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));

  /** Fails as the system does where a file is to be made. */
  const refuseNowhere = (path: string) => {
    const parent = parentsOf(path).at(-1) ?? '';
    if (parent === '' || isFolder(parent)) return;
    fail(path, { message: 'cannot be written: there is no such file or folder' });
  };

  return {
    texts,
    readText(path) {
      if (path === '-' && read.has(path)) {
        fail(path, { message: 'is read twice', help: 'it can be one input only; name a file for the other' });
      }
      read.add(path);
      const text = isFile(path) ? texts[path] : undefined;
      if (text !== undefined) return text.replace(/^\ufeff/, '');
      if (isFolder(path)) return fail(path, { message: 'cannot be read: it is a folder' });
      const reason = parentsOf(path).some(isFile)
        ? 'a part of its path is no folder'
        : 'there is no such file or folder';
      return fail(path, { message: `cannot be read: ${reason}` });
    },
    listFolder(folder) {
      if (!isFolder(folder)) return null;
      const inside = Object.keys(texts).filter((path) => path.startsWith(`${folder}/`));
      const parents = inside.flatMap(parentsOf).filter((parent) => parent.length > folder.length);
      return {
        files: inside.filter((path) => !path.endsWith('/')).sort(),
        folders: [...new Set(parents)].sort(),
      };
    },
    writeWhole(path, text) {
      if (read.has(path) && isFile(path)) {
        fail(path, {
          message: 'is an input of this command, and is left as it is',
          help: 'name another file for the output',
        });
      }
      if (isFolder(path)) fail(path, { message: 'cannot be written: it is a folder' });
      refuseNowhere(path);
      texts[path] = text;
    },
    writeNew(path, text) {
      if (isFile(path) || isFolder(path)) {
        fail(path, {
          message: 'already exists, and is left as it is',
          help: 'name another file, or move this one away',
        });
      }
      refuseNowhere(path);
      texts[path] = text;
    },
  };
}
