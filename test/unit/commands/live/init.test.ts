import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { laneKeys } from '../../../../src/artifacts/test-suite/lanes-schema.ts';
import { compileSuite } from '../../../../src/features/run/compile-suite.ts';
import { runCli } from '../../../support/run-cli.ts';

const server = join(import.meta.dirname, '../../../support/stdio-server.mjs');
const tools = ['find_book', 'delete_book'].map((name) => ({ name, inputSchema: { type: 'object' } }));
const command = [process.execPath, server, JSON.stringify({ tools })];

/** A project that depends on mcptest. */
const DEPENDS = '{"devDependencies":{"mcptest":"1"}}';
const ADD = 'git add package.json package-lock.json';

describe('mcptest init', () => {
  it('writes a suite, a policy and a CI job that fit each other', async () => {
    const { exitCode, files, stdout } = await runCli(['init', '--', ...command]);
    expect(exitCode).toBe(0);
    expect(Object.keys(files).sort()).toEqual([
      '.github/workflows/mcptest.yml',
      '.gitignore',
      'mcptest.yml',
      'policy.yml',
    ]);
    const suite = parse(files['mcptest.yml'] ?? '') as { server: object; tests: { skip?: boolean }[] };
    expect(suite.server).toEqual({ command: command[0], args: command.slice(1) });
    expect(suite.tests.some(({ skip }) => skip)).toBe(true);
    const { jobs } = parse(files['.github/workflows/mcptest.yml'] ?? '') as {
      jobs: { mcptest: { steps: { run?: string }[] } };
    };
    const lines = jobs.mcptest.steps.flatMap(({ run }) => run ?? []);
    const typed = stdout.split('\n').flatMap((line) => /^ {2}mcptest (.*)$/.exec(line)?.[1] ?? []);
    // the job runs what the user is told to type, and annotates what failed
    expect(typed.map((line) => `./node_modules/.bin/mcptest ${line}`)).toEqual(
      lines.slice(1).map((line) => line.replace(' --format github', '')),
    );
    expect(lines[1]).toContain('mcptest run --format github ');

    const policy = { files: { 'policy.yml': files['policy.yml'] ?? '' } };
    expect(await runCli(['policy', 'check', 'policy.yml'], policy)).toMatchObject({ exitCode: 0 });
    const ran = await runCli((typed[0] ?? '').split(' '), { files });
    expect([0, 1]).toContain(ran.exitCode);
    const gate = await runCli((typed[1] ?? '').split(' '), { files: ran.files });
    expect(gate.exitCode).toBe(ran.exitCode);
  });

  it('shows each lane of `mcptest all` as a comment, which is a lane without its mark', async () => {
    const { files } = await runCli(['init', '--', ...command]);
    const text = files['mcptest.yml'] ?? '';
    const keys = Object.keys(laneKeys);
    const off = (text.match(/^# \w+: .*$/gm) ?? []).filter((line) =>
      keys.includes(line.slice(2, line.indexOf(':'))),
    );
    expect(off.map((line) => line.slice(2, line.indexOf(':')))).toEqual(keys);
    for (const lines of [...off.map((line) => [line]), off]) {
      const on = lines.reduce((suite, line) => suite.replace(line, line.slice(2)), text);
      const { suite } = await compileSuite(on, 'mcptest.yml');
      const parsed = parse(on) as object;
      for (const line of lines) expect(parsed).toHaveProperty(line.slice(2, line.indexOf(':')));
      expect(suite.tests.length).toBeGreaterThan(0);
    }
    const gated = { ...files, 'mcptest.yml': text.replace('# policy: ', 'policy: ') };
    const all = await runCli(['all'], { files: gated });
    expect([0, 1]).toContain(all.exitCode);
    expect(all.stdout).toContain('policy simulate');
  });

  it('writes a job for GitLab, or none', async () => {
    const gitlab = await runCli(['init', '--ci', 'gitlab', '--', ...command]);
    expect(parse(gitlab.files['.gitlab-ci.yml'] ?? '')).toHaveProperty('mcptest.script');
    const none = await runCli(['init', '--ci', 'none', '--', ...command]);
    expect(Object.keys(none.files).sort()).toEqual(['.gitignore', 'mcptest.yml', 'policy.yml']);
  });

  it('writes nothing when no test can be made up', async () => {
    const schema = { type: 'object', properties: { x: { pattern: '(?=a)' } }, required: ['x'] };
    const told = JSON.stringify({ tools: [{ name: 'find_book', inputSchema: schema }] });
    const refused = await runCli(['init', '--', process.execPath, server, told]);
    expect(refused).toMatchObject({ exitCode: 2, files: {} });
    expect(refused.stderr).toContain(
      'no test can be made up for the tool: find_book (no arguments can be generated: ',
    );
  });

  it('overwrites nothing, and starts nothing then', async () => {
    const files = { 'policy.yml': 'mine' };
    const refused = await runCli(['init', '--', './no-such-server'], { files });
    expect(refused).toMatchObject({ exitCode: 2, files });
    expect(refused.stderr).toContain('policy.yml: error: already exists');
  });

  it.each<[string, Record<string, string>, string[]]>([
    ['an empty folder', {}, ['npm init -y', 'npm install --save-dev MCPTEST', ADD]],
    ['a project without mcptest', { 'package.json': '{}' }, ['npm install --save-dev MCPTEST', ADD]],
    ['a broken package.json', { 'package.json': '[' }, ['npm install --save-dev MCPTEST', ADD]],
    ['a project without a lock file', { 'package.json': DEPENDS }, ['npm install', ADD]],
    ['a project with all of it', { 'package.json': DEPENDS, 'package-lock.json': '{}' }, []],
  ])('says what the CI job needs before it can install mcptest, in %s', async (_, files, steps) => {
    const { stdout } = await runCli(['init', '--', ...command], { files });
    const said = stdout.split('\n').filter((line) => /^ {2}(npm|git add package)/.test(line));
    expect(said.map((line) => line.trim())).toEqual(steps);
    expect(stdout.includes('the CI job installs mcptest with `npm ci`')).toBe(steps.length > 0);
    // with all of it, the files that `npm ci` needs go with those that were written
    const added = /^ {2}git add mcptest.*$/m.exec(stdout)?.[0] ?? '';
    expect(added.includes(' package.json package-lock.json')).toBe(steps.length === 0);
    const none = await runCli(['init', '--ci', 'none', '--', ...command], { files });
    expect(none.stdout).not.toContain('npm');
  });

  it.each([
    ['file:vendor/mcptest-0.1.0.tgz', ['vendor/mcptest-0.1.0.tgz']],
    ['file:./vendor/mcptest-0.1.0.tgz', ['vendor/mcptest-0.1.0.tgz']],
    ['file:vendor/missing.tgz', []],
    ['file:../mcptest-0.1.0.tgz', []],
    ['file:/tmp/mcptest-0.1.0.tgz', []],
    ['file:vendor', []],
    ['1', []],
  ])('adds the tarball from which the CI job installs: %s', async (from, tarballs) => {
    const files = {
      'package.json': JSON.stringify({ devDependencies: { mcptest: from } }),
      'vendor/mcptest-0.1.0.tgz': '',
      '../mcptest-0.1.0.tgz': '',
      '/tmp/mcptest-0.1.0.tgz': '',
    };
    const added = ['git add package.json package-lock.json', ...tarballs].join(' ');
    const early = await runCli(['init', '--', ...command], { files });
    expect(early.stdout.split('\n')).toContain(`  ${added}`);
    const locked = { ...files, 'package-lock.json': '{}' };
    const { stdout } = await runCli(['init', '--', ...command], { files: locked });
    expect(stdout).toContain(` .gitignore ${added.replace('git add ', '')}\n`);
    const none = await runCli(['init', '--ci', 'none', '--', ...command], { files: locked });
    expect(none.stdout).not.toContain('vendor');
  });

  it.each<[string, string | undefined, string]>([
    ['none', undefined, '/.mcptest/report/ /.mcptest/demo/ /.mcptest/approvals/ /run.json'],
    ['nothing of it', 'node_modules', '/.mcptest/report/ /.mcptest/demo/ /.mcptest/approvals/ /run.json'],
    ['a part of it', '.mcptest/report\r\nrun.json\r\n', '/.mcptest/demo/ /.mcptest/approvals/'],
    ['a part that it takes back', '!/.mcptest/demo/\n', '/.mcptest/report/ /.mcptest/approvals/ /run.json'],
    ['the folder', '/.mcptest/\n', '/run.json'],
    ['all in the folder', '**/.mcptest/**\n', '/run.json'],
    ['all of it', '.mcptest\n/run.json\n', ''],
  ])('keeps outputs out of git, where .gitignore has %s', async (_, before, added) => {
    const files = before === undefined ? {} : { '.gitignore': before };
    const { stdout, files: after } = await runCli(['init', '--', ...command], { files });
    const lines = (after['.gitignore'] ?? '').slice(before?.length ?? 0).split('\n');
    expect(lines.filter((line) => line.startsWith('/')).join(' ')).toBe(added);
    expect((after['.gitignore'] ?? '').startsWith(before ?? '')).toBe(true);
    expect(stdout.includes('added to .gitignore: ')).toBe(added !== '');
    expect(stdout).toContain(added === '' ? 'mcptest.yml' : `added to .gitignore: ${added}\n`);
    expect(/^ {2}git add .*\.gitignore/m.test(stdout)).toBe(added !== '');
    // what was added is there the next time
    const kept = { '.gitignore': after['.gitignore'] ?? '' };
    expect((await runCli(['init', '--', ...command], { files: kept })).files).toMatchObject(kept);
  });

  it('says what a .gitignore lacks that cannot be read', async () => {
    const { exitCode, stdout, files } = await runCli(['init', '--', ...command], {
      files: { '.gitignore/x': '' },
    });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('.gitignore cannot be read; add to it: /.mcptest/report/ ');
    expect(files['.gitignore/x']).toBe('');
  });

  it('says that the CI job has to run the lanes, too', async () => {
    const { files } = await runCli(['init', '--', ...command]);
    expect(files['mcptest.yml']).toContain('let it run `mcptest all` instead');
  });

  it('says that another package manager has another command', async () => {
    const files = { 'package.json': DEPENDS, 'pnpm-lock.yaml': '' };
    const { stdout } = await runCli(['init', '--', ...command], { files });
    expect(stdout).toContain(
      'the CI job runs `npm ci`; with pnpm-lock.yaml, write the install command of your package manager there',
    );
  });

  it('names the schemas for editors where the package is installed', async () => {
    const schemas = 'node_modules/mcptest/schemas';
    const installed = ['test-suite.v1', 'policy.v1'].map((name) => [`${schemas}/${name}.schema.json`, '{}']);
    const { files } = await runCli(['init', '--', ...command], { files: Object.fromEntries(installed) });
    const first = (path: string) => files[path]?.split('\n')[0];
    expect(first('mcptest.yml')).toContain(`$schema=./${schemas}/test-suite.v1.schema.json`);
    expect(first('policy.yml')).toContain(`$schema=./${schemas}/policy.v1.schema.json`);
  });

  it('makes up arguments, and a run says so where the server refuses them', async () => {
    const inputSchema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
    const answers = { find_book: { isError: true, content: [{ type: 'text', text: 'no such path' }] } };
    const picky = JSON.stringify({ tools: [{ name: 'find_book', inputSchema }], answers });
    const { files } = await runCli(['init', '--ci', 'none', '--', process.execPath, server, picky]);
    const { exitCode, stdout } = await runCli(['run'], { files });
    expect(exitCode).toBe(1);
    expect(stdout).toContain('; called with `{"path":"text"}`');
    expect(stdout).toContain('make up the arguments of happy paths');
  });
});
