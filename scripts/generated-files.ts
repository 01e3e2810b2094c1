import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { circlePicture } from './circle-picture.ts';
import { confusablesSource } from './confusables.ts';
import { withRealOutput } from './console-blocks.ts';
import { ConsoleSession } from './console-session.ts';
import { factsPage, withTables } from './doc-tables.ts';
import { exampleFlags } from './example-artifacts.ts';
import { pageScripts } from './page-scripts.ts';
import { openApiFile, schemaFiles } from './schemas.ts';
import { terminalPicture } from './terminal-picture.ts';

/** Returns the pages of documentation, as paths below the repository. */
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

/** Returns `docs/gate.svg`, the picture in the README: the stricter policy of examples/policy, in colour. */
export async function gatePicture(root: string): Promise<string> {
  const session = new ConsoleSession(root, 'examples/policy/README.md', { FORCE_COLOR: '1' });
  try {
    const shown = 'mcptest policy simulate --policy strict.yml --run-report run.json … --gate';
    const report = await session.run(
      `mcptest policy simulate --policy strict.yml ${exampleFlags().join(' ')} --gate`,
    );
    const printed = `$ ${shown}\n${report}$ echo $?\n${await session.run('echo $?')}`;
    return terminalPicture(printed, 'mcptest policy simulate with a policy that the example does not pass');
  } finally {
    session.end();
  }
}

/**
 * Returns all derived files of the repository, up to date: the JSON Schemas, the OpenAPI document, the page of facts, the tables inside
 * pages, the output below each command in the documentation, the pictures, the table of confusables, the scripts
 * of the pages.
 * @returns path below `root` to text
 */
export async function generatedFiles(root: string): Promise<Map<string, string>> {
  const files = schemaFiles();
  files.set('schemas/gateway-serve.openapi.json', openApiFile());
  files.set('docs/facts.md', factsPage());
  files.set('docs/gate.svg', await gatePicture(root));
  files.set('docs/circle.svg', circlePicture());
  for (const [path, source] of await pageScripts(root)) files.set(path, source);
  files.set('src/text/confusables.ts', confusablesSource());
  for (const path of pages(root)) {
    const page = files.get(path) ?? readFileSync(join(root, path), 'utf8');
    files.set(path, await withRealOutput(root, path, withTables(page)));
  }
  return files;
}

/** Returns the paths of the files that differ from those in the repository. */
export function staleFiles(root: string, files: ReadonlyMap<string, string>): string[] {
  return [...files.keys()].filter((path) => {
    try {
      return readFileSync(join(root, path), 'utf8') !== files.get(path);
    } catch {
      return true;
    }
  });
}
