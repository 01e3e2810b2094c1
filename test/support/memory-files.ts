import { InputError } from '../../src/errors.ts';
import type { FilesPort } from '../../src/ports.ts';

/** A file system in memory: paths to texts. Written files appear in it. */
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
    findInFolder(folder, name) {
      const inside = Object.keys(texts).filter((path) => path.startsWith(`${folder}/`));
      return inside.length === 0 ? null : inside.filter((path) => path.endsWith(`/${name}`)).sort();
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
