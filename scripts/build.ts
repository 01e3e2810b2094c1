/**
 * Bundles src/ into dist/: CommonJS, one lazily loaded chunk per command, the licences and the list of all bundled packages,
 * and the digests of all files of the package. Two builds of the same sources are identical, byte for byte.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { DIGESTS } from '../src/features/package/digests-file.ts';
import { inAscii, LIVE, PLUGINS } from './build-plugins.ts';
import { bundledPackages, licencesText } from './bundled-packages.ts';
import { CHUNKS, ONE_FEATURE } from './layout.ts';
import { digestsText } from './package-files.ts';
import { sbomText, sourceDate } from './sbom.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
/** Where a build is made: a program that is linked to `dist` works meanwhile. */
const made = join(root, 'dist.new');
const src = `${join(root, 'src')}/`;
const program = readJson('package.json');
const { version } = program;

/** Whether a module belongs to a part of the layout, or to one of its packages. */
function isOf({ files, packages }: { files: RegExp; packages: readonly string[] }): (id: string) => boolean {
  return (id) => {
    if (id.startsWith(src)) return files.test(id.slice(src.length));
    if (id.endsWith(LIVE)) return false;
    return packages.some((name) => id.includes(`/node_modules/${name}/`));
  };
}

const bundle = await rolldown({
  cwd: root,
  input: { main: 'src/node/run.ts' },
  platform: 'node',
  transform: { define: { __MCPTEST_VERSION__: JSON.stringify(version) } },
  plugins: PLUGINS,
  onLog: refuseWarnings,
});
const { output } = await bundle.generate({
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name]-[hash].cjs',
  // few files: each start has to read every one
  codeSplitting: {
    groups: [
      { name: 'base', test: isOf(CHUNKS.base), priority: 2 },
      { name: 'documents', test: isOf(CHUNKS.documents), minShareCount: 2, priority: 2 },
      { name: 'shared', test: isOf(CHUNKS.shared), minShareCount: 2, priority: 1 },
      { name: 'enforce', test: isOf(CHUNKS.enforce), minShareCount: 2, priority: 1 },
      { name: 'gateway', test: isOf(CHUNKS.gateway), minShareCount: 2 },
    ],
  },
  minify: true,
});
await bundle.close();
for (const chunk of output) {
  if (chunk.type !== 'chunk' || !/^(main|base|documents|shared)\b/.test(chunk.fileName)) continue;
  // groups include what their modules import: after one misplaced import, every start would load a feature
  const stray = chunk.moduleIds.find(isOf(ONE_FEATURE));
  if (stray !== undefined)
    throw new Error(`${chunk.fileName} contains ${stray}, which only some commands need`);
}

rmSync(made, { recursive: true, force: true });
mkdirSync(made);
const library = await buildLibrary();
const fixture = await buildFixture();
const chunks = [...output, ...library, ...fixture];
for (const chunk of chunks) {
  if (chunk.type !== 'chunk') continue;
  if (chunk.fileName.endsWith('.cjs')) writeChunk(join(made, chunk.fileName), chunk.code);
  else writeFileSync(join(made, chunk.fileName), chunk.code);
}
const packages = bundledPackages(root, chunks);
writeFileSync(join(made, 'THIRD-PARTY-LICENSES.txt'), licencesText(packages));
const sbom = sbomText({
  program,
  packages,
  lock: readJson('package-lock.json'),
  bundler: { name: 'rolldown', version: readJson('node_modules/rolldown/package.json').version },
  timestamp: sourceDate(process.env),
});
writeFileSync(join(made, 'sbom.cdx.json'), sbom);
// last, since it covers all others
writeFileSync(join(made, relative('dist', DIGESTS)), digestsText(root, made));
replaceDist();

function readJson(path: string) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

/** Puts the new build in the place of the old one, unless they are the same: `npm pack` builds again. */
function replaceDist(): void {
  const [before, after] = [dist, made].map(contentsOf);
  if (before !== after) {
    const old = join(root, 'dist.old');
    rmSync(old, { recursive: true, force: true });
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(made, dist);
    rmSync(old, { recursive: true, force: true });
  }
  rmSync(made, { recursive: true, force: true });
}

/** Returns all paths and texts of a folder, as one text. */
function contentsOf(folder: string): string {
  if (!existsSync(folder)) return '';
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return JSON.stringify(paths.sort().map((path) => [relative(folder, path), readFileSync(path, 'latin1')]));
}

/** Ends the build on a warning of the bundler. */
function refuseWarnings(
  level: string,
  { code, message }: { code?: string | undefined; message: string },
): void {
  // a module that one command always needs and others need on demand, such as the reader of evidence
  if (code === 'INEFFECTIVE_DYNAMIC_IMPORT') return;
  // how long plugins took, which depends on the machine
  if (code === 'PLUGIN_TIMINGS') return;
  if (level === 'warn') throw new Error(`the bundler warns: ${message}`);
}

/**
 * Builds the library that other programs import: the execution safety policy, with its type declarations next to it.
 */
async function buildLibrary() {
  const entry = join(root, 'src/exec-policy/index.ts');
  const library = await rolldown({ cwd: root, input: { 'exec-policy': entry }, platform: 'node' });
  const { output } = await library.generate({ format: 'esm', entryFileNames: '[name].js' });
  await library.close();

  const types = join(made, 'types');
  const declare = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/typescript/bin/tsc'),
      ...['-p', join(root, 'tsconfig.types.json'), '--outDir', types],
    ],
    { stdio: 'inherit' },
  );
  if (declare.status !== 0) throw new Error('the declarations of the library could not be written');
  for (const file of readdirSync(types, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.d.ts')) continue;
    // the compiler keeps the file extensions of imports
    const text = readFileSync(join(types, file), 'utf8').replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'");
    writeFileSync(join(types, file), text);
  }
  return output;
}

/** Builds what tests in Vitest import. The package vitest is the one of the project that tests. */
async function buildFixture() {
  const fixture = await rolldown({
    cwd: root,
    input: { 'vitest/index': join(root, 'src/vitest/index.ts') },
    platform: 'node',
    external: ['vitest'],
    transform: { define: { __MCPTEST_VERSION__: JSON.stringify(version) } },
    plugins: PLUGINS,
    onLog: refuseWarnings,
  });
  const { output } = await fixture.generate({
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'vitest/[name]-[hash].js',
    minify: true,
  });
  await fixture.close();
  mkdirSync(join(made, 'vitest'));
  return output;
}

// the function is what makes a script a CommonJS module; the shim calls it
function writeChunk(file: string, code: string): void {
  writeFileSync(file, `(function (exports, require, module, __filename, __dirname) {${inAscii(code)}\n})`);
}
