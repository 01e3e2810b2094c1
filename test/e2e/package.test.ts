import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { rolldown } from 'rolldown';
import { afterAll, describe, expect, it } from 'vitest';
import { LIVE, PLUGINS } from '../../scripts/build-plugins.ts';
import { builtCheckout, packProgram, TESTED_NODE } from '../support/packed.ts';

const root = join(import.meta.dirname, '..', '..');
const checkout = await builtCheckout();
const packed = await packProgram();
afterAll(() => rmSync(packed.folder, { recursive: true, force: true }));

/** Runs the program of an installed package. */
function mcptest(installed: string, ...args: string[]) {
  const program = join(installed, 'bin', 'mcptest.js');
  const env = { ...process.env, XDG_CACHE_HOME: packed.folder };
  const { status, stdout, stderr } = spawnSync(TESTED_NODE, [program, ...args], { encoding: 'utf8', env });
  return { status, stdout, stderr };
}

/** What may be in the package, and how many files of each kind. No file has two kinds. */
const CONTENT: readonly (readonly [kind: RegExp, least: number, most: number])[] = [
  [/^(CHANGELOG\.md|LICENSE|README\.md|package\.json)$/, 4, 4],
  [/^bin\/[\w-]+\.js$|^bin\/package\.json$/, 2, 4],
  [/^dist\/[\w-]+\.cjs$/, 100, 600],
  [/^dist\/exec-policy\.js$|^dist\/vitest\/[\w-]+\.js$/, 2, 20],
  [/^dist\/types\/([\w-]+\/)*[\w-]+\.d\.ts$/, 10, 120],
  [/^dist\/(THIRD-PARTY-LICENSES\.txt|digests\.json|sbom\.cdx\.json)$/, 3, 3],
  [/^docs\/[\w-]+\.(md|svg)$/, 30, 80],
  [/^schemas\/[\w.-]+\.json$/, 45, 120],
  [/^examples\/([\w-]+\/)+[\w.-]+\.(cjs|html|json|jsonl|md|mjs|ndjson|pub|svg|txt|xml|ya?ml)$/, 100, 400],
];

describe('what is in the package', () => {
  it.each(CONTENT)('%s, from %i to %i files', (kind, least, most) => {
    const count = packed.files.filter((path) => kind.test(path)).length;
    expect(count).toBeGreaterThanOrEqual(least);
    expect(count).toBeLessThanOrEqual(most);
  });

  it('is nothing else', () => {
    const kindsOf = (path: string) => CONTENT.filter(([kind]) => kind.test(path)).length;
    expect(packed.files.filter((path) => kindsOf(path) !== 1)).toEqual([]);
    const development = /^(test|scripts|bench|src|page)\/|(?<!\.d)\.ts$|\.map$|(^|\/)(node_modules|\.)/;
    expect(packed.files.filter((path) => development.test(path))).toEqual([]);
  });

  it('has no source maps inside of its files, and no path of this machine', () => {
    for (const path of packed.files.filter((each) => /^(bin|dist)\//.test(each))) {
      const text = readFileSync(join(packed.installed, path), 'utf8');
      expect(text, path).not.toContain('sourceMappingURL=data');
      expect(text.includes(root) || text.includes(checkout), path).toBe(false);
    }
  });

  it('stays small', () => {
    const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
    const [{ size, unpackedSize }] = JSON.parse(
      execFileSync('npm', args, { cwd: checkout, stdio: 'pipe' }).toString(),
    );
    // in bytes
    expect(size).toBeLessThan(2.5e6);
    expect(unpackedSize).toBeLessThan(10e6);
  });
});

describe('the list of what is bundled', () => {
  it('is valid as CycloneDX 1.5', async () => {
    const { status, stdout, stderr } = mcptest(packed.installed, 'sbom');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot5);
    expect(await validator.validate(stdout)).toBeNull();
    // the validator works
    expect(await validator.validate(stdout.replace('"library"', '"libary"'))).not.toBeNull();
    expect(stdout).toBe(readFileSync(join(packed.installed, 'dist', 'sbom.cdx.json'), 'utf8'));
  });

  it('has each package whose code is in a chunk, and no other', async () => {
    const bundles = await Promise.all([
      sourcesOf({ main: 'src/node/run.ts' }),
      sourcesOf({ 'exec-policy': 'src/exec-policy/index.ts' }),
      sourcesOf({ vitest: 'src/vitest/index.ts' }),
    ]);
    const folders = bundles
      .flat()
      .flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []);
    const packages = [...new Set(folders)].map((folder) => {
      const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      return `${name}@${version}`;
    });
    const { stdout } = mcptest(packed.installed, 'sbom', '--format', 'names');
    expect(stdout.trim().split('\n').sort()).toEqual(packages.sort());
    expect(packages.length).toBeGreaterThan(20);
  });

  it('names the licences of the texts that are shipped, and the digests of the lock file', () => {
    const { components, dependencies } = JSON.parse(mcptest(packed.installed, 'sbom').stdout);
    const texts = readFileSync(join(packed.installed, 'dist', 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
    for (const { group, name, version, licenses, hashes, purl } of components) {
      const full = group ? `${group}/${name}` : name;
      expect(texts).toContain(`${full} ${version} (${licenses[0].license.id})`);
      const [, base64] = lock[`node_modules/${full}`].integrity.split('-');
      expect(hashes).toEqual([{ alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }]);
      expect(purl).toBe(`pkg:npm/${full.replace('@', '%40')}@${version}`);
    }
    // each is asked for by the program, or by another one
    const wanted = new Set(dependencies.flatMap(({ dependsOn }: { dependsOn: string[] }) => dependsOn));
    expect([...wanted].sort()).toEqual(components.map(({ purl }: { purl: string }) => purl).sort());
  });
});

/** Returns the files whose code is in a bundle, as its source maps know them: the build goes another way. */
async function sourcesOf(input: Record<string, string>): Promise<string[]> {
  const bundle = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    external: ['vitest'],
    plugins: PLUGINS,
    onLog: () => {},
  });
  const { output } = await bundle.generate({ format: 'esm', sourcemap: true, minify: true });
  await bundle.close();
  return output.flatMap((chunk) =>
    chunk.type === 'chunk'
      ? (chunk.map?.sources ?? []).map((source) => join(root, 'dist', source).replace(LIVE, ''))
      : [],
  );
}

describe('the files of the package', () => {
  const verdict = (installed: string) => {
    const { status, stdout } = mcptest(installed, 'sbom', '--verify', '--json');
    const { problems } = JSON.parse(stdout) as { problems: { problem: string; path: string }[] };
    return { status, problems: problems.map(({ problem, path }) => `${problem} ${path}`) };
  };

  it('all have a digest, but for the file of the digests', () => {
    const { files } = JSON.parse(readFileSync(join(packed.installed, 'dist', 'digests.json'), 'utf8'));
    expect([...Object.keys(files), 'dist/digests.json'].sort()).toEqual([...packed.files].sort());
  });

  it('are those that were built', () => {
    expect(verdict(packed.installed)).toEqual({ status: 0, problems: [] });
    expect(mcptest(packed.installed, 'sbom', '--verify').stdout).toMatch(/^PASS /);
  });

  it('are named when they changed, are missing, or were added', () => {
    const installed = join(packed.folder, 'node_modules', 'mcptest');
    cpSync(packed.installed, installed, { recursive: true });
    const list = join(installed, 'dist', 'sbom.cdx.json');
    writeFileSync(list, readFileSync(list, 'utf8').replace('"zod"', '"zed"'));
    rmSync(join(installed, 'README.md'));
    writeFileSync(join(installed, 'docs', 'more.bin'), Buffer.from([0xff, 0xfe, 0x00]));
    expect(verdict(installed)).toEqual({
      status: 1,
      problems: ['missing README.md', 'changed dist/sbom.cdx.json', 'added docs/more.bin'],
    });
    rmSync(join(installed, 'dist', 'digests.json'));
    const { status, stdout, stderr } = mcptest(installed, 'sbom', '--verify');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('digests.json: error: cannot be read');
  });
});
