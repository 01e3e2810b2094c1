import { linkSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseFlag } from '../../../src/cli/parse-flag.ts';
import { refuseSharedFiles, reportFiles } from '../../../src/commands/report-files.ts';
import { InputError } from '../../../src/errors.ts';
import { reports } from '../../../src/flags.ts';
import { nodeFiles } from '../../../src/node/files.ts';
import { runCli } from '../../support/run-cli.ts';

const server = join(import.meta.dirname, '../../support/session-server.mjs');
const conforming = join(import.meta.dirname, '../../support/conforming-server.mjs');

const FLAG = reports('--report <format=file>', 'also', ['json', 'junit', 'tap']);

function problem(act: () => unknown): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.diagnostics.map(({ message, help }) => `${message}; ${help}`).join();
  }
}

describe('--report', () => {
  it('names a format and a file, several times', () => {
    const first = parseFlag(FLAG, 'junit=a.xml', undefined);
    expect(parseFlag(FLAG, 'json=b=c.json', first)).toEqual([
      { format: 'junit', file: 'a.xml' },
      { format: 'json', file: 'b=c.json' },
    ]);
  });

  it.each([
    ['jnit=a.xml', '--report must be FORMAT=FILE, found the format `jnit`; did you mean `junit`?'],
    ['a.xml', '--report must be FORMAT=FILE, found the format `a.xml`; formats: json, junit, tap'],
    [
      'junit',
      '--report junit names no file; write it like --report junit=report.txt, or use --format for standard output',
    ],
    [
      'tap=',
      '--report tap names no file; write it like --report tap=report.txt, or use --format for standard output',
    ],
  ])('is refused: %s', (given, message) => {
    expect(problem(() => parseFlag(FLAG, given, undefined))).toBe(message);
  });
});

describe('the files of reports', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mcptest-reports-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const path = (name: string) => join(folder, name);
  writeFileSync(path('there'), '');
  symlinkSync(path('there'), path('link'));
  linkSync(path('there'), path('hard'));

  const shared = (out: string | undefined, ...files: readonly string[]) =>
    problem(() =>
      refuseSharedFiles({ out, report: files.map((file) => ({ format: 'json', file })) }, nodeFiles()),
    );

  it('are those of --out and --report', () => {
    expect(reportFiles({})).toEqual([]);
    expect(reportFiles({ out: 'a', report: [{ format: 'json', file: 'b' }] })).toEqual(['a', 'b']);
  });

  it.each([
    [undefined, ['new', 'new']],
    ['new', ['new']],
    ['new', [`../${folder.split('/').at(-1)}/new`]],
    ['there', ['link']],
    [undefined, ['hard', 'there']],
    ['none/new', ['none/new']],
  ])('may not be one file: --out %s, --report %j', (out, files) => {
    expect(shared(out && path(out), ...files.map(path))).toMatch(/^two reports go to `.*`; give each/);
  });

  it('may not be standard output when the report goes there', () => {
    for (const file of ['/dev/stdout', '/dev/fd/1']) {
      expect(shared(undefined, file)).toMatch(/^two reports go to standard output; /);
      expect(shared(path('new'), file)).toBeUndefined();
    }
  });

  it('may be several files', () => {
    expect(shared(path('new'), path('newer'), path('there'))).toBeUndefined();
    expect(shared(undefined)).toBeUndefined();
  });
});

const suite = (env = '') =>
  [
    'version: "1"',
    `server: { command: ${JSON.stringify(process.execPath)}, args: [${JSON.stringify(server)}, /dev/null]${env} }`,
    'tests: [{ name: one, tool: echo, args: { text: hi }, expect: { text: hi } }]',
    '',
  ].join('\n');

describe('a run', () => {
  it('writes each file, in addition to the report, and warns of a secret in the suite', async () => {
    const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
    const flags = ['--report', 'junit=a.xml', '--report', 'tap=a.tap', '--json'];
    const { exitCode, stdout, stderr, files } = await runCli(['run', 's.yml', ...flags], {
      files: { 's.yml': suite(`, env: { API_TOKEN: ${token} }`) },
    });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).summary.passed).toBe(1);
    expect(files['a.xml']).toContain('<testcase name="one"');
    expect(files['a.tap']).toContain('ok 1 - one\n');
    expect(stderr).toContain('server.env.API_TOKEN: looks like a secret');
    expect(stderr + stdout + files['a.xml'] + files['a.tap']).not.toContain(token);
  });

  it('refuses two reports to one file before anything is started', async () => {
    const argv = ['run', 's.yml', '--out', 'a', '--report', 'tap=./a'];
    const files = { 's.yml': suite() };
    const ran = await runCli(argv, { files });
    expect(ran).toMatchObject({ exitCode: 2, stdout: '', files });
    expect(ran.stderr).toContain('two reports go to `./a`');
  });
});

const label = (index: number) =>
  JSON.stringify({ id: `i${index}`, correct: index % 10 !== 0, confidence: 0.9 });
const call = (name: string) => ({ name, args: {}, is_error: false, result: 'done' });
const cassette = (...names: readonly string[]) =>
  JSON.stringify({
    schema_version: 'mcptest.dev/cassette/v1',
    turns: [{ user: 'go', tool_calls: names.map(call), final_response: 'ok' }],
  });
const tools = JSON.stringify({
  tools: [{ name: 'read', description: 'Reads.', inputSchema: { type: 'object' } }],
});

/** Every command that makes an artifact, with inputs. */
const PRODUCERS: Readonly<
  Record<string, { argv: readonly string[]; files: Record<string, string>; version: string }>
> = {
  run: { argv: ['run', 's.yml'], files: { 's.yml': suite() }, version: 'mcptest.dev/run/v1' },
  security: { argv: ['security', 't.json'], files: { 't.json': tools }, version: 'mcptest.dev/security/v1' },
  'conformance run': {
    argv: ['conformance', 'run', '--', process.execPath, conforming, '{}'],
    files: {},
    version: 'mcptest.dev/conformance/v1',
  },
  'judge certify': {
    argv: ['judge', 'certify', '--labels', 'l.jsonl', '--judge-model', 'judge'],
    files: { 'l.jsonl': Array.from({ length: 200 }, (_, index) => label(index)).join('\n') },
    version: 'mcptest.dev/judge-cert/v1',
  },
  'model-compat diff': {
    argv: ['model-compat', 'diff', '--baseline', 'a/x.json', '--candidate', 'b/x.json'],
    files: { 'a/x.json': cassette('read'), 'b/x.json': cassette('read', 'write') },
    version: 'mcptest.dev/model-compat/v1',
  },
};

describe.each(Object.entries(PRODUCERS))('%s', (_, { argv, files: inputs, version }) => {
  // a command such as `conformance run` ends with the command of a server
  const withFlags = (...flags: readonly string[]) => {
    const cut = argv.indexOf('--');
    return cut === -1 ? [...argv, ...flags] : [...argv.slice(0, cut), ...flags, ...argv.slice(cut)];
  };

  it('writes its artifact to --out, and shows the report for people', async () => {
    const { exitCode, stdout, stderr, files } = await runCli(withFlags('--out', 'out.json'), {
      files: inputs,
    });
    expect([exitCode < 2, stderr]).toEqual([true, 'wrote out.json\n']);
    expect(JSON.parse(files['out.json'] ?? '')).toMatchObject({ schema_version: version });
    expect(stdout).not.toBe('');
    expect(stdout).not.toContain('schema_version');
  });

  it('writes what --format names to --out, and nothing else', async () => {
    const flags = ['--out', 'out.md', '--format', 'markdown', '--report', 'json=out.json'];
    const plain = await runCli(argv, { files: inputs });
    const { exitCode, stdout, stderr, files } = await runCli(withFlags(...flags), { files: inputs });
    expect([exitCode, stdout]).toEqual([plain.exitCode, '']);
    const [verdict = ''] = plain.stdout.split('\n');
    expect(verdict).toMatch(/^[A-Z]{3}/);
    expect(stderr).toBe(`wrote out.md and out.json: ${verdict.replace(/ {2,}/g, ' ')}\n`);
    expect(files['out.md']).not.toContain('schema_version');
    expect(JSON.parse(files['out.json'] ?? '')).toMatchObject({ schema_version: version });
  });
});

describe('other commands', () => {
  const policy = 'version: "1.0"\nrules:\n  - { id: a, fact: run.failed, max: 0 }\n';
  const report = '<testsuite tests="1" failures="1"><testcase name="a"><failure/></testcase></testsuite>';

  it('write further reports also when the answer is no', async () => {
    const argv = ['policy', 'simulate', '--policy', 'p.yml', '--run-report', 'r.xml', '--gate'];
    const further = ['--report', 'json=a.json', '--report', 'markdown=a.md'];
    const files = { 'p.yml': policy, 'r.xml': report };
    const ran = await runCli([...argv, ...further], { files, env: { FORCE_COLOR: '1' } });
    expect(ran.exitCode).toBe(1);
    expect(ran.stdout).toContain('\u001b[');
    expect(JSON.parse(ran.files['a.json'] ?? '').verdict).toBe('fail');
    expect(ran.files['a.md']).toContain('FAIL');
    const refused = await runCli([...argv, '--report', 'json=p.yml'], { files });
    expect(refused).toMatchObject({ exitCode: 2, stdout: '', files });
    expect(refused.stderr).toContain('p.yml');
  });

  it('say what they wrote, with the verdict where standard output does not show it', async () => {
    const argv = ['policy', 'simulate', '--policy', 'p.yml', '--run-report', 'r.xml', '--gate'];
    const files = { 'p.yml': policy, 'r.xml': report };
    const told = async (...flags: string[]) => (await runCli([...argv, ...flags], { files })).stderr;
    const verdict = 'FAIL the one rule fails the gate';
    expect(await told('--format', 'html', '--out', 'a.html')).toBe(`wrote a.html: ${verdict}\n`);
    expect(await told('--json', '--report', 'html=a\u001b.html')).toBe(`wrote a\\u001b.html: ${verdict}\n`);
    expect(await told('--report', 'html=a.html', '--report', 'json=a.json')).toBe(
      'wrote a.html and a.json\n',
    );
    expect(await told()).toBe('');
  });

  it('refuse a format that the list of rules has not', async () => {
    const ran = await runCli(['security', '--rules', '--report', 'sarif=a.sarif', '--report', 'json=a.json']);
    expect(ran).toMatchObject({ exitCode: 2, stdout: '', files: {} });
    expect(ran.stderr).toContain('--rules has no format sarif');
    const fine = await runCli(['security', '--rules', '--report', 'json=a.json']);
    expect(JSON.parse(fine.files['a.json'] ?? '').schema_version).toBe('mcptest.dev/security-rules/v1');
  });

  it('keep the results of calls for a recording as JSON', async () => {
    const files = { 'c.json': cassette('read') };
    const { stdout, files: written } = await runCli(
      ['cassette', 'show', 'c.json', '--report', 'json=a.json'],
      {
        files,
      },
    );
    expect(stdout).toContain('read');
    expect(written['a.json']).toContain('"done"');
  });
});
