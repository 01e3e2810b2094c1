import { InputError } from '../../errors.ts';
import type { FilesPort } from '../../ports.ts';
import { inFolder } from '../../text/folders.ts';

/** Files that commands write into a folder which is not there yet. */
export interface HeldFolder {
  /** The text of each file, by its name in the folder. */
  readonly texts: ReadonlyMap<string, string>;
  /** Files as the commands see them: the folder has what they wrote, and nothing of an earlier run. */
  readonly files: FilesPort;
}

/**
 * Keeps in memory what commands write into a folder, so that the folder can be written whole, when all of them have ended.
 * @param path of the folder; every other path is that of the disk
 */
export function holdFolder(path: string, disk: FilesPort): HeldFolder {
  const texts = new Map<string, string>();
  const prefix = inFolder(path, '');
  const isHeld = (file: string) => file.startsWith(prefix);
  const read = (file: string) => {
    const text = texts.get(file.slice(prefix.length));
    if (text === undefined)
      throw new InputError({ file, message: 'is missing: the lane that makes it could not run' });
    return text;
  };
  const hold = (file: string, text: string) => texts.set(file.slice(prefix.length), text);
  const held: Partial<FilesPort> = {
    readText: (file) => (isHeld(file) ? read(file) : disk.readText(file)),
    readFile: (file) => (isHeld(file) ? read(file) : disk.readFile(file)),
    readBytes: (file) => (isHeld(file) ? new TextEncoder().encode(read(file)) : disk.readBytes(file)),
    listFolder: (folder) => (isHeld(folder) ? null : disk.listFolder(folder)),
    plainFile: (file) => (isHeld(file) ? null : disk.plainFile(file)),
    realPath(file) {
      if (!isHeld(file)) return disk.realPath(file);
      return texts.has(file.slice(prefix.length)) ? file : null;
    },
    writeWhole(file, text) {
      if (isHeld(file)) hold(file, text);
      else disk.writeWhole(file, text);
    },
    writeTogether(files) {
      const others = files.filter((each) => !isHeld(each.path));
      if (others.length > 0) disk.writeTogether(others);
      for (const each of files) if (isHeld(each.path)) hold(each.path, each.text);
    },
    checkTogether(files) {
      const others = files.filter((each) => !isHeld(each.path));
      if (others.length > 0) disk.checkTogether(others);
    },
  };
  return { texts, files: { ...disk, ...held } };
}
