import { InputError } from '../errors.ts';
import { filesMatching, isGlob } from '../glob.ts';

/**
 * Returns the Parquet files that a source names: one file, or all that a glob matches. No address leads to another machine.
 * @throws InputError when there is none
 */
export function parquetFiles(pattern: string, name: string): readonly string[] {
  const { existsSync, readdirSync } = process.getBuiltinModule('node:fs');
  if (existsSync(pattern)) return [pattern];
  if (!isGlob(pattern)) throw new InputError({ file: name, message: 'there is no such file' });
  const files = filesMatching(pattern, (folder) => {
    const path = folder === '' ? '.' : folder;
    if (!existsSync(path)) return [];
    return readdirSync(path, { withFileTypes: true }).map((entry) => ({
      name: entry.name,
      isFolder: entry.isDirectory(),
    }));
  });
  if (files.length > 0) return files;
  throw new InputError({
    file: name,
    message: 'no files match the pattern',
    help: '`*` stays in one folder; use `**` for the folders below',
  });
}
