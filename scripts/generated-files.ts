import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withRealOutput } from './console-blocks.ts';
import { factsPage, withTables } from './doc-tables.ts';
import { schemaFiles } from './schemas.ts';

/** The pages of documentation, as paths below the repository. */
export function pages(root: string): string[] {
  const markdownIn = (folder: string) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name));
  const examples = readdirSync(join(root, 'examples')).map((name) => `examples/${name}/README.md`);
  return [
    ...markdownIn('.'),
    ...markdownIn('docs'),
    ...examples.filter((path) => existsSync(join(root, path))),
  ].sort();
}

/**
 * Everything in the repository that is derived from something else, as it should be: the JSON Schemas, the
 * page of facts, the tables inside pages, and the output below each command in the documentation.
 * @returns path below `root` to text
 */
export async function generatedFiles(root: string): Promise<Map<string, string>> {
  const files = schemaFiles();
  files.set('docs/facts.md', factsPage());
  for (const path of pages(root)) {
    const page = files.get(path) ?? readFileSync(join(root, path), 'utf8');
    files.set(path, await withRealOutput(root, path, withTables(page)));
  }
  return files;
}

/** Those of `files` that differ from what the repository holds. */
export function staleFiles(root: string, files: ReadonlyMap<string, string>): string[] {
  return [...files.keys()].filter((path) => {
    try {
      return readFileSync(join(root, path), 'utf8') !== files.get(path);
    } catch {
      return true;
    }
  });
}
