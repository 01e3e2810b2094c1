import { InputError } from '../../errors.ts';
import type { Ports } from '../../ports.ts';
import { folderOf, inFolder } from '../../text/folders.ts';

/** The file that says that a folder is one of `mcptest demo`. */
const MARKER = '.mcptest-demo';

/** The files of the example that the demo needs. A person who opens the folder reads the README of the package. */
const NEEDED = /\.(?:mjs|yml|json|jsonl)$/;

/**
 * Copies the example into a folder, over an earlier copy.
 * @throws InputError when the folder has files and is not one of the demo, or the package has no examples
 */
export function copyExample(folder: string, { files, packageFolder }: Ports): void {
  const example = packageFolder === undefined ? undefined : inFolder(packageFolder, 'examples/loop');
  const paths = example === undefined ? [] : (files.listFolder(example)?.files ?? []);
  if (example === undefined || paths.length === 0) {
    throw new InputError({
      message: 'the example for the demo is missing from this installation',
      help: 'reinstall mcptest',
    });
  }
  const entries = files.listEntries(folder) ?? [];
  if (entries.length > 0 && !entries.some(({ name }) => name === MARKER)) {
    throw new InputError({
      file: folder,
      message: 'is left unchanged, because it has files that `mcptest demo` did not write',
      help: 'name another folder with --out',
    });
  }
  files.makeFolder(folder);
  files.writeWhole(inFolder(folder, MARKER), 'mcptest demo wrote this folder, and writes it again\n');
  for (const path of paths.filter((each) => NEEDED.test(each))) {
    const copy = inFolder(folder, path.slice(example.length + 1));
    files.makeFolder(folderOf(copy));
    // the schema is in another place, seen from there
    files.writeWhole(copy, files.readFile(path).replace(/^# yaml-language-server: .*\n/, ''));
  }
}
