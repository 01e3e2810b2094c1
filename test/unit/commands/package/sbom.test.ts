import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../../src/node/sha256.ts';
import { runCli } from '../../../support/run-cli.ts';

const BUILT = { 'README.md': '# mcptest\n', 'bin/mcptest.js': 'run();\n', 'docs/a.md': '# a\n' };

function digestsOf(files: Readonly<Record<string, string>>): string {
  const digests = Object.entries(files).map(([path, text]) => [path, sha256(text)]);
  return JSON.stringify({
    schema_version: 'mcptest.dev/package-digests/v1',
    files: Object.fromEntries(digests),
  });
}

/** Verifies a package of which these files are there. */
async function verify(folder: string, there: Readonly<Record<string, string>>, digests = digestsOf(BUILT)) {
  const all = { ...there, 'dist/digests.json': digests };
  const files = Object.fromEntries(Object.entries(all).map(([path, text]) => [`${folder}/${path}`, text]));
  const { exitCode, stdout, stderr } = await runCli(['sbom', '--verify', '--json'], {
    files,
    packageFolder: folder,
  });
  const problems = stdout === '' ? [] : JSON.parse(stdout).problems;
  return {
    exitCode,
    stderr,
    problems: problems.map(({ problem, path }: Record<string, string>) => `${problem} ${path}`),
  };
}

describe('sbom --verify', () => {
  const installed = 'project/node_modules/mcptest';

  it.each([installed, 'clone'])('accepts the files that were built, in %s', async (folder) => {
    expect(await verify(folder, BUILT)).toEqual({ exitCode: 0, stderr: '', problems: [] });
  });

  it('finds what was added anywhere in an installed package, and in the program of a clone', async () => {
    const there = { ...BUILT, 'src/x.ts': '', 'bin/x.js': '', 'dist/x.cjs': '', 'docs/x.md': '', x: '' };
    const inside = ['added bin/x.js', 'added dist/x.cjs'];
    const everywhere = [...inside, 'added docs/x.md', 'added src/x.ts', 'added x'];
    expect(await verify(installed, there)).toEqual({ exitCode: 1, stderr: '', problems: everywhere });
    const withDist = digestsOf({ ...BUILT, 'dist/main.cjs': '' });
    const cloned = { ...there, 'dist/main.cjs': '', '.git/HEAD': '', 'test/x.ts': '' };
    const clone = await verify('clone', cloned, withDist);
    expect(clone).toEqual({ exitCode: 1, stderr: '', problems: inside });
    // a tarball that was unpacked somewhere
    expect(await verify('unpacked', there)).toEqual({ exitCode: 1, stderr: '', problems: everywhere });
  });

  it('finds a file whose digest was taken out, too', async () => {
    const { 'bin/mcptest.js': _, ...fewer } = BUILT;
    const found = await verify(installed, BUILT, digestsOf(fewer));
    expect(found).toMatchObject({ exitCode: 1, problems: ['added bin/mcptest.js'] });
  });

  it.each([
    ['no digest', digestsOf({})],
    ['no JSON', 'x'],
    ['another format', digestsOf(BUILT).replace('/v1', '/v2')],
    ['an unknown key', digestsOf(BUILT).replace('{', '{"more":1,')],
  ])('cannot evaluate digests with %s', async (_, digests) => {
    const { exitCode, stderr } = await verify(installed, BUILT, digests);
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining('digests.json') });
  });

  it('cannot evaluate without digests, whatever else is there', async () => {
    const result = await runCli(['sbom', '--verify'], { files: { 'p/a': '' }, packageFolder: 'p' });
    expect(result).toMatchObject({ exitCode: 2, stdout: '' });
    expect(result.stderr).toContain('p/dist/digests.json: error: cannot be read: no such file or folder');
  });

  it('names every file of a package from which all were removed', async () => {
    const { exitCode, problems } = await verify('clone', {});
    expect({ exitCode, problems }).toEqual({
      exitCode: 1,
      problems: Object.keys(BUILT).map((path) => `missing ${path}`),
    });
  });
});
