import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { RunResult } from '../../../../src/features/run/run-result.ts';
import { RUN_FORMATS } from '../../../../src/report/run/formats.ts';
import { startHttpRecorder } from '../../../support/http-recorder.ts';
import { processesWith } from '../../../support/processes.ts';
import { runCli } from '../../../support/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'mcptest-run-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const server = join(import.meta.dirname, '../../../support/session-server.mjs');

let runs = 0;

interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly calls: readonly string[];
  readonly files: Record<string, string>;
}

/** Runs a suite against the session server; `SERVER` in it stands for its command. */
async function run(suite: string, flags: readonly string[] = [], options: object = {}): Promise<Ran> {
  const record = join(folder, `${runs++}.txt`);
  const command = JSON.stringify([server, record]);
  const text = `version: "1"\n${suite.replaceAll('SERVER', `command: ${JSON.stringify(process.execPath)}, args: ${command}`)}`;
  const files = { 's.yml': text, ...(options as { files?: object }).files };
  const result = await runCli(['run', 's.yml', ...flags], { ...options, files });
  expect(processesWith(record)).toEqual([]);
  const calls = existsSync(record) ? readFileSync(record, 'utf8').trim().split('\n') : [];
  return { ...result, calls };
}

async function report(suite: string, flags: readonly string[] = [], options: object = {}) {
  const { exitCode, stdout, calls } = await run(suite, ['--json', ...flags], options);
  const report: RunResult = JSON.parse(stdout);
  return { exitCode, calls, report, tests: report.tests.map(({ name, status }) => `${name}: ${status}`) };
}

const one = (test: string, more = '') => `server: { SERVER }\ntests:\n  - { name: a, ${test} }\n${more}`;
const ECHO = one('tool: echo, args: { text: hi }, expect: { text: hi }');

describe('mcptest run', () => {
  it('accepts a suite whose tests pass, and reports what was spoken, called and how long it took', async () => {
    const { exitCode, report: said, tests, calls } = await report(ECHO);
    expect(exitCode).toBe(0);
    expect(tests).toEqual(['a: pass']);
    expect(calls).toEqual(['echo']);
    expect(said).toMatchObject({
      schema_version: 'mcptest.dev/run/v1',
      summary: { total: 1, passed: 1, failed: 0, skipped: 0 },
      servers: [{ name: 'server', transport: 'stdio', protocol_version: '2026-07-28' }],
      coverage: { tools: { listed: 16, called: 1 }, prompts: { listed: 1, called: 0 } },
      tests: [
        { file: 's.yml', line: 4, calls: [{ phase: 'call', kind: 'tool', name: 'echo', outcome: 'ok' }] },
      ],
    });
  });

  it.each([
    ['a wrong text', 'tool: echo, args: { text: hi }, expect: { text: ho }', 'fail'],
    ['an error as ok', 'tool: fail, args: {}', 'fail'],
    ['a JSON-RPC error for a tool error', 'tool: break, args: {}, expect: { outcome: tool_error }', 'fail'],
    [
      'a tool error for a JSON-RPC error',
      'tool: fail, args: {}, expect: { outcome: protocol_error }',
      'fail',
    ],
    ['a malformed answer', 'tool: wrong, args: {}', 'fail'],
    ['a server that hangs', 'tool: hang, args: {}, timeout: 300ms', 'fail'],
    ['a server that dies', 'tool: die, args: {}', 'error'],
    [
      'a server that dies, where an error is expected',
      'tool: die, args: {}, expect: { outcome: error }',
      'error',
    ],
    ['a failed call before', 'tool: echo, args: {}, before: [{ tool: fail }]', 'error'],
    ['a failed check after', 'tool: echo, args: {}, verify: [{ tool: fail }]', 'fail'],
    ['no snapshot', 'tool: echo, args: {}, expect: { snapshot: true }', 'fail'],
  ])('is not accepted with %s', async (_, test, status) => {
    const { exitCode, tests } = await report(one(test));
    expect([exitCode, tests]).toEqual([1, [`a: ${status}`]]);
  });

  it.each([
    ['a tool error', 'tool: fail, args: {}, expect: { outcome: tool_error }'],
    [
      'a JSON-RPC error',
      'tool: break, args: {}, expect: { outcome: protocol_error, error: { code: -32000 } }',
    ],
    [
      'an assertion',
      'tool: echo, args: { n: 3 }, expect: { assertions: [{ target: structuredContent.n, matcher: { min: 3 } }] }',
    ],
    [
      'a scripted answer',
      'tool: book, args: {}, client: { capabilities: { elicitation: {} }, answers: [{ elicit: { accept: { date: May } } }] }',
    ],
    ['a prompt', 'prompt: review, args: { what: it }'],
    ['a resource', 'resource: "note:///a"'],
    ['a resource of a template', 'resource: "day:///2026"'],
  ])('accepts, in both eras, %s', async (_, test) => {
    const { exitCode, tests } = await report(one(test), ['--protocol', 'both']);
    expect([exitCode, tests]).toEqual([0, ['a [legacy]: pass', 'a [modern]: pass']]);
  });

  it('gives the tests after the death of a server no answer, and shows its last words', async () => {
    const suite = `server: { SERVER }\ntests:\n  - { name: a, tool: die, args: {} }\n  - { name: b, tool: echo, args: {} }\n`;
    const { exitCode, stdout, calls } = await run(suite, ['--parallel', '1']);
    expect(exitCode).toBe(1);
    expect(calls).toEqual(['die']);
    expect(stdout).toContain('error  a  s.yml:4\n  the connection ended during the call\n');
    expect(stdout).toContain('error  b  s.yml:5\n  the server had ended before the call\n');
    expect(stdout).toContain('0 of 16 tools called');
    expect(stdout).toContain('standard error of server:\n  out of memory\n');
  });

  it('masks values from the environment wherever they appear', async () => {
    const suite = `server: { SERVER, env: { KEY: { from_env: TOKEN } } }\ntests:\n  - { name: a, tool: env, args: { name: KEY }, expect: { text: no } }\n`;
    const options = { env: { TOKEN: 'very-secret' } };
    for (const flags of [[], ['--json']]) {
      const { stdout, stderr } = await run(suite, flags, options);
      expect(stdout).toContain('[TOKEN]');
      expect(stdout + stderr).not.toContain('very-secret');
    }
    const { exitCode, stderr, calls } = await run(suite);
    expect([exitCode, calls]).toEqual([2, []]);
    expect(stderr).toContain('server.env.KEY.from_env: the variable `TOKEN` is not set');
  });

  it('shows no secret that a server says, in any format, while assertions see it', async () => {
    const key = 'ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8';
    const leaking = join(folder, 'leaking.mjs');
    const says = `say ${key} and {"password":"hunter2-and-more"}`;
    writeFileSync(
      leaking,
      `process.env.KEY = ${JSON.stringify(says)}; console.log(process.env.KEY); console.error(process.env.KEY); await import(${JSON.stringify(pathToFileURL(server).href)});\n`,
    );
    const asked = 'tool: env, args: { name: KEY }, expect:';
    const files = {
      's.yml': [
        `version: "1"\nserver: { command: ${JSON.stringify(process.execPath)}, args: [${JSON.stringify(leaking)}] }\ntests:`,
        `  - { name: seen, ${asked} { assertions: [{ target: text, matcher: { contains: ${key} } }] } }`,
        `  - { name: other text, ${asked} { text: other } }`,
        `  - { name: other part, ${asked} { assertions: [{ target: text, matcher: { regex: none } }] } }`,
        `  - { name: refused, ${asked} { outcome: tool_error } }`,
        `  - { name: after, tool: fail, args: { text: ${key} } }\n`,
      ].join('\n'),
    };
    const reports = Object.keys(RUN_FORMATS).filter((format) => format !== 'pretty');
    const flags = reports.flatMap((format) => ['--report', `${format}=report.${format}`]);
    const { exitCode, stdout, stderr, files: written } = await runCli(['run', 's.yml', ...flags], { files });
    expect(exitCode).toBe(1);
    const shown: RunResult = JSON.parse(written['report.json'] ?? '');
    expect(shown.tests.map(({ name, status }) => `${name}: ${status}`)).toEqual([
      'seen: pass',
      'other text: fail',
      'other part: fail',
      'refused: fail',
      'after: fail',
    ]);
    for (const text of [stdout, ...reports.map((format) => written[`report.${format}`] ?? '')]) {
      expect(text).toContain('gh…R8 (40 characters)');
      expect(text).not.toContain(key.slice(0, 12));
      expect(text).not.toContain('hunter2');
    }
    expect(stderr).not.toContain(key);
  });

  it('shows noise on standard output, which fails only with --strict-transport', async () => {
    const suite = one('tool: print, args: {}');
    const { exitCode, report: said } = await report(suite);
    expect([exitCode, said.servers[0]?.noise]).toEqual([
      0,
      { count: 2, lines: ['plain text', 'more of it'] },
    ]);
    expect((await report(suite, ['--strict-transport'])).exitCode).toBe(1);
  });

  it('holds the tools that were called against --require-coverage', async () => {
    expect((await report(ECHO, ['--require-coverage', '6'])).exitCode).toBe(0);
    const { exitCode, report: said } = await report(ECHO, ['--require-coverage', '8']);
    expect([exitCode, said.tests.at(-1)]).toMatchObject([1, { name: 'coverage', status: 'fail' }]);
  });

  it('says what may have been meant by a tool that is not listed', async () => {
    const { exitCode, report: said } = await report(one('tool: ehco, args: {}'));
    expect([exitCode, said.tests[0]?.findings?.at(-1)]).toMatchObject([
      1,
      { code: 'unlisted', message: 'the server lists no tool `ehco`; did you mean `echo`?' },
    ]);
    const expecting = (more: string) =>
      report(one(`tool: ehco, args: {}, expect: { outcome: error }${more}`));
    const misspelt = await expecting('');
    expect([misspelt.exitCode, misspelt.report.tests[0]?.message]).toEqual([
      1,
      'the server lists no tool `ehco`; did you mean `echo`?; if the test means that, say `unlisted: true`',
    ]);
    expect((await expecting(', unlisted: true')).exitCode).toBe(0);
  });

  it('gives the tests of an era that the server does not speak no answer, and runs those of the other', async () => {
    const matrix = 'matrix: { protocol: ["2025-11-25", "2024-11-05"] }\n';
    const { exitCode, tests, calls, report: said } = await report(ECHO + matrix);
    expect({ exitCode, tests, calls }).toEqual({
      exitCode: 1,
      tests: ['a [2025-11-25]: pass', 'a [2024-11-05]: error'],
      calls: ['echo'],
    });
    expect(said.tests[1]?.message).toContain('does not speak MCP 2024-11-05; it speaks 2025-11-25');
    const none = await run(`${ECHO}matrix: { protocol: ["2024-11-05", "2025-03-26"] }\n`);
    expect([none.exitCode, none.stdout]).toEqual([2, '']);
  });

  it('makes a failed teardown a problem of the run', async () => {
    const { exitCode, tests, report: said } = await report(`${ECHO}teardown: [{ tool: fail }]\n`);
    expect([exitCode, tests]).toEqual([1, ['a: pass', 'teardown: error']]);
    expect(said.tests.at(-1)?.message).toContain('a call of `teardown` failed: ');
  });
});

it('takes a limit that a call of the suite, or one of the command line, can exceed', async () => {
  const limited = (more: string) => one(`tool: echo, args: {}, ${more}expect: { max_ms: 300000 }`);
  for (const [more, flags] of [
    ['timeout: 6m, ', []],
    ['', ['--max-time', '6m']],
  ] as const) {
    expect((await run(limited(more), flags)).exitCode).toBe(0);
  }
  const hurried = one('tool: echo, args: {}, expect: { max_ms: 200000 }');
  expect((await run(hurried, ['--timeout', '20s', '--max-time', '20s'])).exitCode).toBe(0);
});

describe('a run in both eras', () => {
  it('says what the server lists and answers otherwise, and accepts it', async () => {
    const both = join(import.meta.dirname, '../../../support/both-server.mjs');
    const suite = 'version: "1"\nserver: { command: none }\ntests: [{ name: a, tool: get_a }]\n';
    const told = JSON.stringify({ record: join(folder, 'both.txt'), odd: true, only: true });
    const argv = ['run', 's.yml', '--protocol', 'both', '--', process.execPath, both, told];
    const { exitCode, stdout } = await runCli(argv, { files: { 's.yml': suite } });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('note: server: tools listed in modern, and not in legacy: get_c\n');
    expect(stdout).toContain(
      'note: a: the answer in modern differs from that in legacy: content[0].text: found `"new"`, not `"old"`\n',
    );
  });
});

describe('what mcptest run runs', () => {
  const TWO = `server: { SERVER }\ntests:\n  - { name: read / one, tool: echo, args: {}, tags: [quick] }\n  - { name: write one, tool: log, args: {} }\n`;

  it.each([
    [['--name', 'read*'], ['echo']],
    [
      ['--name', '*one'],
      ['echo', 'log'],
    ],
    [['--name', 'write on?'], ['log']],
    [['--tag', 'quick'], ['echo']],
  ])('is selected by %j', async (flags, calls) => {
    expect((await run(TWO, [...flags, '--parallel', '1'])).calls).toEqual(calls);
  });

  it.each([
    [['--name', 'rea'], 'no test is selected by --name rea'],
    [['--tag', 'quik'], 'did you mean `quick`?'],
    [['--name', 'write*', '--tag', 'quick'], 'no test is selected by --name write* --tag quick'],
  ])('must not be nothing: %j', async (flags, message) => {
    const { exitCode, stderr, stdout, calls } = await run(TWO, flags);
    expect({ exitCode, stdout, calls }).toEqual({ exitCode: 7, stdout: '', calls: [] });
    expect(stderr).toContain(message);
  });

  it('is not accepted when all tests are skipped, and refused when there are none', async () => {
    const { exitCode, report: said } = await report(one('tool: echo, args: {}, skip: true'));
    expect([exitCode, said.summary.skipped]).toEqual([1, 1]);
    expect((await run('server: { SERVER }\ntests: []\n')).exitCode).toBe(2);
  });

  it('takes another server in place of the only one of the suite, and mcptest.yml when none is named', async () => {
    const suite =
      'version: "1"\nserver: { command: no-such-program }\ntests: [{ name: a, tool: echo, args: {} }]\n';
    const command = ['--', process.execPath, server];
    const files = { 'mcptest.yml': suite, 's.yml': suite };
    expect((await runCli(['run', ...command], { files })).exitCode).toBe(0);
    expect((await runCli(['run', 's.yml', ...command], { files })).exitCode).toBe(0);
    expect((await runCli(['run'])).stderr).toContain(
      'no suite is given, and there is no mcptest.yml or mcptest.yaml',
    );
    const named = suite.replace('server:', 'servers: { x:').replace(' }\n', ' } }\n');
    const refused = await runCli(['run', 's.yml', ...command], { files: { 's.yml': named } });
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('so a command or --url cannot take their place');
  });

  it.each([
    [
      'a server that does not start',
      'server: { command: no-such-program }\ntests: [{ name: a, tool: echo, args: {} }]\n',
      [],
      'cannot be started',
    ],
    [
      'a protocol that it does not speak',
      ECHO,
      ['--protocol', '2024-11-05'],
      'does not speak MCP 2024-11-05; it speaks 2025-11-25',
    ],
    ['an unknown protocol', ECHO, ['--protocol', 'new'], '--protocol must be'],
    [
      'a limit that nothing exceeds',
      one('tool: echo, args: {}, expect: { max_ms: 300000 }'),
      [],
      's.yml:4:56: error: tests[0].expect.max_ms: is never exceeded: the call is given up after 300000 ms',
    ],
    ['no time', ECHO, ['--timeout', '0s'], '--timeout must be from 1ms'],
    [
      'a snapshot that nobody reviews',
      ECHO,
      ['--update-snapshots'],
      '--update-snapshots is refused because CI is set',
    ],
  ])('cannot be evaluated with %s', async (_, suite, flags, message) => {
    const { exitCode, stdout, stderr } = await run(suite, flags, { env: { CI: 'true' } });
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });
});

describe('mcptest run --header', () => {
  it('sends the header to --url, and shows its value nowhere', async () => {
    const recorder = await startHttpRecorder([{ name: 'get_a' }]);
    const suite =
      'version: "1"\nserver: { command: none }\ntests: [{ name: a, tool: get_a, expect: { text: abc-123 } }]\n';
    const flags = [
      '--url',
      recorder.url,
      '--header',
      'Authorization: Bearer abc-123',
      '--header',
      'Accept: a/b',
    ];
    const ran = await runCli(['run', 's.yml', ...flags, '--json'], { files: { 's.yml': suite } });
    await recorder.close();
    expect(recorder.headers).toMatchObject({ authorization: 'Bearer abc-123' });
    expect(ran.exitCode).toBe(1);
    expect(ran.stdout).toContain('expected `\\"[Authorization]\\"`');
    expect(ran.stdout + ran.stderr).not.toContain('abc-123');
  });

  it('needs --url', async () => {
    for (const command of [[], ['--', process.execPath, server]]) {
      const { exitCode, stderr } = await run(ECHO, ['--header', 'A: b', ...command]);
      expect(exitCode).toBe(2);
      expect(stderr).toContain('--header needs --url');
    }
  });
});

describe('the snapshots of a run', () => {
  it('are written on demand, compared, and serve both eras', async () => {
    const suite = one('tool: echo, args: { text: hi }, expect: { snapshot: true }');
    const written = await run(suite, ['--update-snapshots']);
    expect(written.exitCode).toBe(0);
    expect(written.stdout).toContain('wrote 1 snapshot to __snapshots__/s.snap.yml');
    const file = '__snapshots__/s.snap.yml';
    const files = { [file]: written.files[file] as string };
    expect((await run(suite, ['--protocol', 'both'], { files })).exitCode).toBe(0);
    const changed = await run(suite.replace('text: hi', 'text: ho'), [], { files });
    expect(changed.exitCode).toBe(1);
    const updated = await run(suite.replace('text: hi', 'text: ho'), ['--update-snapshots'], { files });
    expect(updated.files[file]).toContain('ho');
  });
});

describe('the progress of a run', () => {
  const PATIENT = one('tool: work, args: { steps: 1 }');

  it('is on standard error, on a terminal alone, and is taken back', async () => {
    const { stderr } = await run(PATIENT, [], { isTerminal: true });
    expect(stderr).toContain('0 of 1 tests\n  running a\n');
    expect(stderr).toMatch(/\u001b\[\d+F\u001b\[0J$/);
    expect((await run(PATIENT)).stderr).toBe('');
  });
});

it('leaves nothing behind when it is interrupted', async () => {
  const record = join(folder, `${runs}.txt`);
  const { exitCode, stdout, stderr } = await run(one('tool: hang, args: {}'), [], {
    onInterrupt: (listener: () => void) => {
      const timer = setInterval(() => existsSync(record) && listener(), 50);
      return () => clearInterval(timer);
    },
  });
  expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 2, stdout: '', stderr: 'error: interrupted\n' });
});

it('takes many servers at once for no leak', async () => {
  const warnings: string[] = [];
  const listen = ({ name }: Error) => warnings.push(name);
  process.on('warning', listen);
  const names = [...Array(12).keys()].map((number) => `s${number}`);
  const suite = [
    `servers: { ${names.map((name) => `${name}: { SERVER }`).join(', ')} }`,
    'tests:',
    ...names.map((name) => `  - { name: ${name}, server: ${name}, tool: echo, args: {} }`),
  ].join('\n');
  const { exitCode, calls } = await run(suite, ['--parallel', '12']);
  process.off('warning', listen);
  expect({ exitCode, calls: calls.length, warnings }).toEqual({ exitCode: 0, calls: 12, warnings: [] });
});
