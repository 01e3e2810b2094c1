import { describe, expect, it } from 'vitest';
import { ARTIFACT_KINDS, flagOf } from '../../../src/artifacts/kinds.ts';
import { main } from '../../../src/main.ts';
import { sha256 } from '../../../src/node/sha256.ts';
import { POLICY_FORMAT_NAMES } from '../../../src/report/policy/formats.ts';
import { wrap } from '../../../src/report/wrap.ts';
import { runCli } from '../../support/run-cli.ts';

const POLICY = 'version: "1"\nrules: [{ id: a, fact: run.failed, max: 0 }]\n';
const files = { 'policy.yml': POLICY, 'run.json': '{"summary":{"total":1,"passed":1,"failed":0}}' };
const simulate = (...args: string[]) =>
  runCli(['policy', 'simulate', '--policy', 'policy.yml', ...args], { files });

describe('help', () => {
  it.each([
    ['the program', []],
    ['a group', ['policy']],
  ])('is shown for %s without a command, as bad usage', async (_, args) => {
    const { exitCode, stdout, stderr } = await runCli(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain('Usage: mcptest');
  });

  it.each(['simulate', 'facts', 'check', 'init'])(
    'of policy %s has an example and every flag',
    async (name) => {
      const { exitCode, stdout, stderr } = await runCli(['policy', name, '--help']);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(stdout).toContain(`$ mcptest policy ${name}`);
      if (name !== 'check') for (const kind of ARTIFACT_KINDS) expect(stdout).toContain(flagOf(kind));
    },
  );

  it.each(['show', 'convert'])('of cassette %s has an example', async (name) => {
    const { exitCode, stdout } = await runCli(['cassette', name, '--help']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`$ mcptest cassette ${name}`);
  });

  it.each([['evidence'], ['evidence', 'keygen'], ['evidence', 'server-json']])(
    'of %s %s has an example, and no flag of another command',
    async (...names) => {
      const { exitCode, stdout } = await runCli([...names, '--help']);
      expect(exitCode).toBe(0);
      expect(stdout).toContain(`$ mcptest ${names.join(' ')}`);
      expect(stdout.includes('--reproducible')).toBe(names.length === 1);
    },
  );

  it.each([
    ...['simulate', 'check'].map((name) => ['policy', name]),
    ...['run', 'check'].map((name) => ['scenario', name]),
    ...['simulate', 'check', 'backtest', 'suggest'].map((name) => ['gateway', name]),
    ...['show', 'convert'].map((name) => ['cassette', name]),
    ['evidence'],
    ...['verify', 'verify-bundle', 'server-json'].map((name) => ['evidence', name]),
  ])('of %s %s fills its lines', async (...names) => {
    const { stdout } = await runCli([...names, '--help']);
    const [, description = ''] = stdout.split('\n\n');
    expect(description).toBe(wrap(description.replaceAll('\n', ' '), 80).join('\n'));
  });

  it.each([
    [['help'], ['--help']],
    [
      ['help', 'policy'],
      ['policy', '--help'],
    ],
    [
      ['help', 'policy', 'simulate'],
      ['policy', 'simulate', '--help'],
    ],
    [
      ['policy', 'help', 'check'],
      ['policy', 'check', '--help'],
    ],
    [
      ['--no-color', 'help', 'cassette', 'show', 'a.json'],
      ['cassette', 'show', '--help'],
    ],
  ])('is what %j asks for', async (asked, args) => {
    const expected = await runCli(args);
    expect(expected.exitCode).toBe(0);
    expect(await runCli(asked)).toEqual(expected);
  });

  it('leaves a file named help to its command', async () => {
    const { stderr } = await runCli(['policy', 'check', 'help']);
    expect(stderr).toContain('help: error: cannot be read');
  });

  it.each([
    ['simulate'],
    ['check'],
    ['backtest'],
    ['suggest'],
    ['policies', 'list'],
    ['policies', 'add'],
    ['policies', 'enable'],
    ['policies', 'disable'],
    ['policies', 'remove'],
    ['suggestions', 'accept'],
  ])('of gateway %s %s has an example', async (...names) => {
    const { exitCode, stdout } = await runCli(['gateway', ...names, '--help']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`$ mcptest gateway ${names.join(' ')}`);
  });

  it('lists the formats and the exit codes', async () => {
    const { stdout } = await runCli(['policy', 'simulate', '--help']);
    for (const format of POLICY_FORMAT_NAMES) expect(stdout).toContain(format);
    expect((await runCli(['--help'])).stdout).toMatch(/^ {2}70 {2}a bug in mcptest$/m);
  });

  it('knows the version', async () => {
    expect(await runCli(['--version'])).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^\d/) });
  });
});

describe('a command that does not exist', () => {
  it.each([
    ['version', 'mcptest --version'],
    ['check', '`mcptest policy check`, `mcptest scenario check` or `mcptest gateway check`?'],
    ['--no-color verify e.json', 'did you mean `mcptest record verify` or `mcptest evidence verify`'],
  ])('`%s` points to what there is', async (line, pointer) => {
    const args = line.split(' ');
    const { exitCode, stdout, stderr } = await runCli(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(/^error: there is no command `mcptest [a-z-]+`\n {2}help: /);
    expect(stderr).toContain(pointer);
    for (const [, flag] of stderr.matchAll(/simulate (--[a-z-]+)/g)) {
      expect(ARTIFACT_KINDS.map(flagOf)).toContain(flag);
    }
    for (const [, name = ''] of stderr
      .split('help: ')[1]
      ?.matchAll(/`mcptest ([a-z -]+?)(?: --[a-z-]+)?`/g) ?? []) {
      const known = await runCli([...name.split(' ').filter((word) => word !== '--version'), '--help']);
      expect({ name, exitCode: known.exitCode }).toEqual({ name, exitCode: 0 });
    }
  });

  it('has the help of the one that is meant', async () => {
    const { stdout } = await runCli(['help', 'policy', 'simulate']);
    expect(stdout).toBe((await runCli(['policy', 'simulate', '--help'])).stdout);
  });
});

describe('bad usage', () => {
  it.each([
    ['an unknown command', ['polcy'], 'Did you mean policy?'],
    ['an unknown flag', ['policy', 'facts', '--run-reprot', 'run.json'], 'Did you mean --run-report?'],
    ['an unknown command to be helped with', ['help', 'polcy'], "unknown command 'polcy'"],
    ['an unknown command of a group', ['help', 'policy', 'simulat'], "unknown command 'simulat'"],
    ['a missing policy', ['policy', 'simulate'], "required option '--policy <file>' not specified"],
    ['a misspelt policy', ['policy', 'simulate', '--polcy', 'policy.yml'], 'Did you mean --policy?'],
    ['a misspelt output', ['cassette', 'convert', 'a.json', '--uot', 'b.json'], 'Did you mean --out?'],
    ['a missing operand', ['policy', 'check'], "missing required argument 'file'"],
    ['an operand too many', ['policy', 'check', 'a.yml', 'b.yml'], 'too many arguments'],
    ['an operand where none belongs', ['policy', 'facts', 'run.json'], 'too many arguments'],
    [
      'a rule set that no flag names',
      ['gateway', 'simulate', 'policies.yml'],
      'error: too many arguments: `policies.yml`\n  help: pass the rule set (YAML or JSON) with --policies\n',
    ],
    ['a rule set to list', ['gateway', 'policies', 'list', 'policies.yml'], 'JSON) with --policies\n'],
    [
      'a policy that no flag names',
      ['policy', 'simulate', 'policy.yml'],
      'pass the policy file (YAML) with --policy\n',
    ],
    ['an operand too many of evidence', ['evidence', 'run.json', 'b.json'], 'too many arguments: `b.json`'],
    ['an empty operand', ['policy', 'check', ''], 'error: the file is empty\n  help: is a variable unset?\n'],
    ['terminal codes in an argument', ['po\u001b[31m'], "unknown command 'po\\u001b[31m'"],
  ])('is %s', async (_, args, message) => {
    const result = await runCli(args, { files });
    expect(result).toMatchObject({ exitCode: 2, stdout: '' });
    expect(result.stderr).toContain(message);
  });

  it.each([
    ['a flag without its value', ['--run-report'], 'argument missing'],
    ['an empty value', ['--run-report', ''], 'error: --run-report is empty\n  help: is a variable unset?\n'],
    [
      'a flag for a value',
      ['--run-report', '--gate'],
      'error: --run-report has no value: `--gate` follows it\n  help: is a variable unset? for a file of that name, write ./--gate\n',
    ],
    [
      'a flag for a value, joined',
      ['--run-report=--gate'],
      'error: --run-report has no value: `--gate` follows it',
    ],
    [
      'a flag given twice',
      ['--now', '2026-06-01T12:00:00Z', '--now', '2026-06-01T12:00:00Z'],
      'error: --now is given twice\n  help: pass it only once\n',
    ],
    [
      'a misspelt format',
      ['--format', 'jsn'],
      'error: --format must be one of pretty, json, junit, sarif, github, markdown, html, found `jsn`\n  help: did you mean `json`?\n',
    ],
    ['a format of other letter case', ['--format', 'JSON'], 'did you mean `json`?'],
    ['an unknown format', ['--format', 'protobuf'], '--format must be one of pretty, json, junit'],
    ['a time that is none', ['--now', 'today'], '--now must be an RFC 3339 time, found `today`'],
    ['a duration that is none', ['--warn-expiring', 'soon'], '--warn-expiring must be a duration'],
  ])('is %s', async (_, args, message) => {
    const result = await simulate(...args);
    expect(result).toMatchObject({ exitCode: 2, stdout: '' });
    expect(result.stderr).toContain(message);
  });
});

describe('evidence, a command and a group', () => {
  const run = JSON.stringify({
    summary: { total: 1, passed: 1, failed: 0 },
    ended_at: '2026-05-30T04:12:08Z',
  });

  it('takes a file that is called like one of its commands', async () => {
    const result = await runCli(['evidence', './verify'], { files: { './verify': run } });
    expect(result).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('evidence/v1') });
  });

  it.each([['before'], ['after']])('knows its options %s the file', async (place) => {
    const options = ['--out', 'e.json', '--no-color'];
    const args = place === 'before' ? [...options, 'run.json'] : ['run.json', ...options];
    const { exitCode, files } = await runCli(['evidence', ...args], { files: { 'run.json': run } });
    expect({ exitCode, files: Object.keys(files) }).toEqual({ exitCode: 0, files: ['run.json', 'e.json'] });
  });

  it('leaves the options of its commands to them, also after those of the program', async () => {
    const { exitCode, files } = await runCli([
      '--no-color',
      'evidence',
      'keygen',
      '--out',
      'release',
      '--debug',
    ]);
    expect({ exitCode, files: Object.keys(files) }).toEqual({
      exitCode: 0,
      files: ['release.key', 'release.pub'],
    });
  });

  it('refuses an option of its own before a command', async () => {
    const result = await runCli(['evidence', '--out', 'e.json', 'verify', 'run.json']);
    expect(result).toMatchObject({ exitCode: 2, stdout: '' });
    expect(result.stderr).toContain('error: --out comes before `verify`');
  });

  it('wants a file', async () => {
    expect(await runCli(['evidence'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("missing required argument 'run.json'"),
    });
  });
});

describe('--json', () => {
  const inputs = {
    's.yml': 'scenarios: [{ name: a, cassette: a.json, transitions: [{ tool: b }], expect_state: { x: 1 } }]',
    'a.json': '{"turns":[{"final_response":"r"}]}',
    'g.yml': '{ name: a, toolPattern: b, action: deny }',
    'tools.json': '{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}',
    ...files,
  };

  it.each([
    ['scenario', 'run', 's.yml'],
    ['scenario', 'check', 's.yml'],
    ['cassette', 'show', 'a.json'],
    ['policy', 'simulate', '--policy', 'policy.yml', '--now', '2026-06-01T00:00:00Z'],
    ['policy', 'facts'],
    ['policy', 'check', 'policy.yml'],
    ['gateway', 'check', 'g.yml'],
    ['gateway', 'policies', 'list', '--policies', 'g.yml'],
    ['exec-policy', 'classify', 'tools.json'],
  ])('is --format json for %s %s', async (...args) => {
    const short = await runCli([...args, '--json'], { files: inputs });
    expect(JSON.parse(short.stdout)).toHaveProperty('schema_version');
    expect(short).toEqual(await runCli([...args, '--format', 'json'], { files: inputs }));
    expect(await runCli([...args, '--json', '--format', 'json'], { files: inputs })).toEqual(short);
    expect(await runCli([...args, '--json', '--format', 'pretty'], { files: inputs })).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: 'error: --json and --format pretty contradict each other\n  help: pass only one of them\n',
    });
  });
});

describe('--json beside another format', () => {
  it.each([
    ['policy', 'facts'],
    ['gateway', 'simulate', '--policies', 'no.yml'],
    ['gateway', 'backtest', '--policies', 'no.yml'],
    ['gateway', 'suggest', '--policies', 'no.yml'],
    ['gateway', 'suggestions', 'list', '--policies', 'no.yml'],
    ['evidence', 'verify', 'no.json'],
    ['probe', '--url', 'http://127.0.0.1:9/'],
  ])('is refused by %s %s before anything is read or called', async (...args) => {
    expect(await runCli([...args, '--json', '--format', 'pretty'])).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: 'error: --json and --format pretty contradict each other\n  help: pass only one of them\n',
    });
  });
});

describe('the exit code', () => {
  it('is that of the verdict only with --gate', async () => {
    expect(await simulate()).toMatchObject({ exitCode: 0 });
    expect(await simulate('--gate')).toMatchObject({ exitCode: 1 });
    expect(await simulate('--gate', '--run-report', 'run.json')).toMatchObject({ exitCode: 0 });
  });

  it('is 2 for every file that cannot be read, all of them named', async () => {
    const result = await simulate('--run-report', 'no.json', '--security', 'neither.json');
    expect(result).toMatchObject({ exitCode: 2, stdout: '' });
    expect(result.stderr.match(/^\S+: error: cannot be read/gm)).toHaveLength(2);
  });

  it('is 70 for a fault of ours, with its stack only on demand', async () => {
    const broken = (): never => {
      throw new TypeError('a \u001b[31mfault');
    };
    const run = async (...args: string[]) => {
      let stderr = '';
      const exitCode = await main({
        argv: ['policy', 'check', 'policy.yml', ...args],
        env: {},
        files: {
          readText: broken,
          readFile: broken,
          listFolder: broken,
          openAuditFile: broken,
          receive: broken,
          listEntries: broken,
          realPath: broken,
          makeFolder: broken,
          replaceFolder: broken,
          removeFiles: broken,
          writeWhole: broken,
          readLines: broken,
          readArchive: broken,
          plainFile: broken,
          readHashed: broken,
          readBytes: broken,
          replaceText: broken,
          writeNew: broken,
          writeTogether: broken,
          checkTogether: broken,
          withScratchFolder: broken,
          isReadableByOthers: broken,
          draft: broken,
        },
        processes: { run: broken },
        stdout: { isTerminal: false, write: broken },
        stderr: { isTerminal: false, write: (text) => (stderr += text) },
        sha256,
        systemTime: () => 0,
        onInterrupt: () => () => {},
      });
      return { exitCode, stderr };
    };
    const { exitCode, stderr } = await run();
    expect(exitCode).toBe(70);
    expect(stderr).toMatch(
      /^mcptest: unexpected error: a \\u001b\[31mfault\n {2}help: .*--debug and report the output\n$/,
    );
    expect((await run('--debug')).stderr).toContain('    at ');
  });

  it('shows the stack of an input error on demand', async () => {
    const { exitCode, stderr } = await simulate('--run-report', 'no.json', '--debug');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('InputError');
  });
});
