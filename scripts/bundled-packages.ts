/** Which packages have code in the chunks of the build, as the lock file and their own manifests describe them. */

import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { OutputAsset, OutputChunk } from 'rolldown';

/** A package with code in a chunk. */
export interface BundledPackage {
  /** Its key in the lock file, such as `node_modules/yaml`. */
  readonly key: string;
  readonly name: string;
  readonly version: string;
  /** An SPDX identifier or expression. */
  readonly license: string;
  /** The text of its licence. */
  readonly licenseText: string;
  /** The chunks with its code, below `dist/`, sorted. */
  readonly chunks: readonly string[];
}

/**
 * Returns the packages whose code is in the chunks, sorted by their keys. A module of which nothing is left after the
 * bundler removed what is not used does not count.
 * @throws Error when a module lies outside of the `node_modules` of the repository
 */
export function bundledPackages(
  root: string,
  output: readonly (OutputAsset | OutputChunk)[],
): BundledPackage[] {
  const installed = `${realpathSync(join(root, 'node_modules'))}/`;
  const chunksOf = new Map<string, Set<string>>();
  for (const chunk of output) {
    if (chunk.type !== 'chunk') continue;
    for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
      if (renderedLength === 0 || !id.includes('/node_modules/')) continue;
      if (!id.startsWith(installed)) throw new Error(`${id} is not in ${installed}`);
      const [folder = ''] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? [];
      const key = `node_modules/${folder.slice(installed.length)}`;
      chunksOf.set(key, (chunksOf.get(key) ?? new Set()).add(chunk.fileName));
    }
  }
  return [...chunksOf]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, chunks]) => ({ key, ...describe(root, key), chunks: [...chunks].sort() }));
}

function describe(root: string, key: string) {
  const { name, version, ...stated } = JSON.parse(readFileSync(join(root, key, 'package.json'), 'utf8'));
  // the old form, a list, is what jstat has
  const license: string = stated.license ?? stated.licenses?.[0]?.type;
  return { name, version, license, licenseText: licenceText(root, key, name) };
}

/** Returns the text of a licence. Those of packages that are published without one are in scripts/licences. */
function licenceText(root: string, key: string, name: string): string {
  const file = readdirSync(join(root, key)).find((entry) => /^licen[cs]e/i.test(entry));
  const path = file ? join(root, key, file) : join(root, 'scripts', 'licences', `${name}.txt`);
  if (!existsSync(path)) throw new Error(`${name} has no licence file to bundle`);
  return readFileSync(path, 'utf8').trim();
}

/** Returns the text of `dist/THIRD-PARTY-LICENSES.txt`. */
export function licencesText(packages: readonly BundledPackage[]): string {
  return packages
    .map(({ name, version, license, licenseText }) => `${name} ${version} (${license})\n\n${licenseText}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`);
}
