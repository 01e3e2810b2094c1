/** The files of the package, and the digests by which `mcptest sbom --verify` knows them again. */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { DIGESTS } from '../src/features/package/digests-file.ts';

/**
 * Returns the text of {@link DIGESTS}: the SHA-256 of every file of the package but itself.
 * @param made the folder that will be `dist`
 */
export function digestsText(root: string, made: string): string {
  const files = packedFiles(root)
    .filter((path) => !path.startsWith('dist/'))
    .map((path) => [path, join(root, path)] as const);
  const built = filesBelow(made).map((path) => [`dist/${path}`, join(made, path)] as const);
  return digestsOf([...files, ...built]);
}

/** Returns the text of {@link DIGESTS} for files: the path in the package of each, and where it is now. */
export function digestsOf(files: readonly (readonly [path: string, from: string])[]): string {
  const digests = [...files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, from]) => [path, createHash('sha256').update(readFileSync(from)).digest('hex')]);
  const content = { schema_version: 'mcptest.dev/package-digests/v1', files: Object.fromEntries(digests) };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** Asks npm which files it would pack: only npm knows all its rules. */
function packedFiles(root: string): string[] {
  // a build may run inside of npm, whose settings are for another command
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: root, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm pack: ${stderr}`);
  const [{ files }] = JSON.parse(stdout) as [{ files: readonly { readonly path: string }[] }];
  return files.map(({ path }) => path);
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'));
}
