import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isRunning } from '../../../support/processes.ts';
import { runCli } from '../../../support/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'mcptest-probe-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const server = join(import.meta.dirname, '../../../support/stdio-server.mjs');

const READS = { name: 'search_records', annotations: { readOnlyHint: true } };
const WRITES = { name: 'create_record' };
const DESTROYS = { name: 'delete_record' };

let runs = 0;

/** Probes the recording server; gives what it was called with beside what the command did. */
async function probe(told: object, flags: readonly string[] = [], options = {}) {
  const record = join(folder, `${runs++}.jsonl`);
  const command = [process.execPath, server, JSON.stringify({ record, ...told })];
  const result = await runCli(['probe', ...flags, '--', ...command], options);
  const calls = existsSync(record)
    ? readFileSync(record, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).name as string)
    : [];
  return { ...result, calls };
}

async function probeJson(told: object, flags: readonly string[] = []) {
  const result = await probe(told, ['--format', 'json', ...flags]);
  return { ...result, report: JSON.parse(result.stdout) };
}

const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

const text = (value: string) => ({ content: [{ type: 'text', text: value }] });

describe('mcptest probe', () => {
  it('calls read-only tools twice, changing ones once, destructive ones never', async () => {
    const { exitCode, calls, report } = await probeJson({ tools: [DESTROYS, WRITES, READS] });
    expect(exitCode).toBe(0);
    expect(calls).toEqual(['search_records', 'search_records', 'create_record']);
    expect(
      report.tools.map(({ outcome, reason, stability }: Record<string, unknown>) => [
        outcome,
        reason,
        stability,
      ]),
    ).toEqual([
      ['skipped', 'refused', 'not-compared'],
      ['ok', null, 'not-compared'],
      ['ok', null, 'same'],
    ]);
  });

  it('shows no secret that a server says', async () => {
    const key = 'ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8';
    const answers = { search_records: { error: { code: -32000, message: `the key ${key} has expired` } } };
    for (const format of ['pretty', 'json', 'html']) {
      const { stdout } = await probe({ tools: [READS], answers }, ['--format', format]);
      expect(stdout).toContain('the key gh…R8 (40 characters) has expired');
      expect(stdout).not.toContain(key);
    }
  });

  it('calls a destructive tool once with --execute-destructive', async () => {
    const { calls } = await probe({ tools: [DESTROYS] }, ['--execute-destructive']);
    expect(calls).toEqual(['delete_record']);
  });

  it('uses a budget up to the last call, and reports which calls it made', async () => {
    const { calls, report } = await probeJson({ tools: [WRITES, READS, { name: 'list_records' }] }, [
      '--max-calls',
      '3',
    ]);
    expect(calls).toHaveLength(3);
    expect(report).toMatchObject({ calls: 3, max_calls: 3 });
    expect(report.tools[0]).toMatchObject({ outcome: 'skipped', reason: 'budget-exhausted' });
  });

  it('calls nothing in a dry run, and reports what it would call', async () => {
    const { exitCode, calls, stdout } = await probe({ tools: [DESTROYS, WRITES, READS] }, ['--dry-run']);
    expect([exitCode, calls]).toEqual([0, []]);
    expect(stdout).toContain('3 calls planned, none made');
  });

  it('follows a declaration against the name by default, and warns; in strict mode it does not run', async () => {
    const tools = [{ name: 'delete_everything', annotations: { readOnlyHint: true } }];
    const byDefault = await probe({ tools });
    expect(byDefault.calls).toEqual(['delete_everything', 'delete_everything']);
    expect(byDefault.stdout).toContain('warning: readOnlyHint is true, but the name contains `delete`');
    const strictly = await probe({ tools }, ['--strict']);
    expect(strictly.calls).toEqual([]);
    expect(strictly.stdout).toContain('Conflict');
  });

  it('reads all pages, and annotations that the SDK would refuse', async () => {
    const tools = [READS, { name: 'purge', annotations: { destructiveHint: 'yes' } }, WRITES];
    const { report } = await probeJson({ tools, pageSize: 1 });
    expect(report.tools.map(({ name }: { name: string }) => name)).toEqual([
      'search_records',
      'purge',
      'create_record',
    ]);
    expect(report.tools[1]).toMatchObject({
      class: 'Destructive',
      warnings: [{ code: 'malformed-annotations' }],
    });
  });

  it.each([
    ['unstable', [text('1'), text('2')], 1],
    ['protocol-error', { error: { code: -32603, message: 'broken' } }, 1],
    ['protocol-error', { content: 'no list' }, 1],
    ['protocol-error', { content: [], structuredContent: { deep: nested(600) } }, 1],
    ['protocol-error', 'exit', 1],
    ['protocol-error', 'hang', 1],
    ['tool-error', { error: { code: -32602, message: 'not those' } }, 1],
    ['tool-error', { isError: true, ...text('no such record') }, 1],
  ])('reports %s', async (outcome, answer, exit) => {
    const { exitCode, report } = await probeJson({ tools: [READS], answers: { search_records: answer } }, [
      '--timeout',
      '3s',
    ]);
    expect(report.tools[0].outcome).toBe(outcome);
    expect(exitCode).toBe(exit);
  });

  it.each([
    [{ structuredContent: { n: 1 }, content: [] }, 'ok'],
    [{ structuredContent: { n: 'one' }, content: [] }, 'schema-mismatch'],
    [{ content: [] }, 'schema-mismatch'],
    [{ isError: true, content: [] }, 'tool-error'],
  ])('holds an answer against the output schema: %o', async (answer, outcome) => {
    const outputSchema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { n: { type: 'number' } },
    };
    const { report } = await probeJson({
      tools: [{ ...READS, outputSchema }],
      answers: { search_records: answer },
    });
    expect(report.tools[0].outcome).toBe(outcome);
  });

  it('makes no more calls once the server has ended', async () => {
    const tools = [READS, { name: 'list_a' }, { name: 'list_b' }];
    const { report } = await probeJson({ tools, answers: { search_records: 'exit' } }, [
      '--concurrency',
      '1',
    ]);
    expect(report.tools[0].outcome).toBe('protocol-error');
    expect(report.tools.slice(1).map(({ reason }: { reason: string }) => reason)).toEqual([
      'connection-lost',
      'connection-lost',
    ]);
  });

  it('does not call tools with the same name, without valid arguments, or that run only as a task', async () => {
    const tools = [
      READS,
      { ...DESTROYS, name: READS.name },
      { name: 'get_a', inputSchema: { type: 'object', properties: { a: false }, required: ['a'] } },
      { name: 'get_b', execution: { taskSupport: 'required' } },
    ];
    const { calls, report } = await probeJson({ tools });
    expect(calls).toEqual([]);
    expect(report.tools.map(({ reason }: { reason: string }) => reason)).toEqual([
      'listed-twice',
      'listed-twice',
      'no-arguments',
      'task-only',
    ]);
  });

  it('probes the named tools, and exits with 7 when one does not exist', async () => {
    const named = await probe({ tools: [READS, WRITES] }, ['--tool', 'create_record']);
    expect(named.calls).toEqual(['create_record']);
    const unknown = await probe({ tools: [READS, WRITES] }, ['--tool', 'create_records']);
    expect(unknown).toMatchObject({ exitCode: 7, calls: [] });
    expect(unknown.stderr).toContain('did you mean `create_record`?');
  });

  it('calls with the given arguments, unless they are rejected', async () => {
    const inputSchema = { type: 'object', properties: { id: { type: 'integer' } } };
    const told = { tools: [{ ...READS, inputSchema }, WRITES] };
    const { report, calls } = await probeJson(told, ['--args', 'search_records={"id":7}']);
    expect(report.tools[0].arguments).toEqual({ id: 7 });
    expect(calls).toHaveLength(3);
    const refused = await probe(told, ['--args', 'search_records={"id":"7"}']);
    expect(refused).toMatchObject({ exitCode: 2, calls: [] });
    expect(refused.stderr).toContain(
      '--args search_records: the input schema rejects the arguments: `id` must be integer',
    );
  });

  it('makes text of the server harmless', async () => {
    const tools = [{ name: 'get_\u001b[31mred' }];
    const { stdout } = await probe({ tools, noise: 'hello \u001b[31m\n' });
    expect(stdout).toContain('get_\\u001b[31mred');
    expect(stdout).toContain('note: the server prints text to standard output');
    expect(stdout).not.toContain('\u001b');
  });
});

describe('what rightly changes', () => {
  const at = (time: number, more = 'same') => ({
    content: [{ type: 'text', text: 'done' }],
    structuredContent: { 'now/utc': { time }, more },
  });
  const told = { tools: [READS], answers: { search_records: [at(1), at(2)] } };
  const POINTER = '/structuredContent/now~1utc/time';

  it('is named by its place', async () => {
    const { exitCode, stdout } = await probe(told);
    expect(exitCode).toBe(1);
    expect(stdout).toContain(`${POINTER}: first \`1\`, then \`2\``);
    expect(stdout).toContain('\n  help: exempt what rightly changes with --volatile');
  });

  it.each([POINTER, '/structuredContent/now~1utc', '/structuredContent'])(
    'is not compared below --volatile %s',
    async (pointer) => {
      const { exitCode, stdout, report } = await probeJson(told, ['--volatile', pointer]);
      expect([exitCode, report.notes]).toEqual([0, []]);
      expect(JSON.parse(stdout).volatile).toEqual([pointer]);
      expect((await probe(told, ['--volatile', pointer])).stdout).toMatch(
        /all with the same answer, outside of --volatile\n$/,
      );
    },
  );

  it.each([
    '/structuredContent/now',
    '/structuredContent/now~1utc/time/zone',
    '/content/0/text',
    '/content/length',
  ])('is compared outside of --volatile %s', async (pointer) => {
    expect((await probe(told, ['--volatile', pointer])).exitCode).toBe(1);
  });

  it('is compared elsewhere', async () => {
    const other = { ...told, answers: { search_records: [at(1), at(2, 'changed')] } };
    const { exitCode, stdout } = await probe(other, ['--volatile', POINTER]);
    expect(exitCode).toBe(1);
    expect(stdout).toContain('/structuredContent/more: first `"same"`, then `"changed"`');
  });

  it('is accepted of a tool with --expect-unstable', async () => {
    const { exitCode, stdout } = await probe(told, ['--expect-unstable', 'search_records']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`differs, as expected: ${POINTER}: first`);
    expect(stdout).toMatch(/1 of 1 tool called twice and compared, 1 with another answer, as expected\n$/);
  });

  it('is not that a tool fails the second time', async () => {
    const answers = { search_records: [at(1), { isError: true, ...text('busy') }] };
    const flags = [
      '--expect-unstable',
      'search_records',
      '--volatile',
      '/content',
      '--volatile',
      '/structuredContent',
    ];
    const { exitCode, report } = await probeJson({ tools: [READS], answers }, flags);
    expect([exitCode, report.tools[0].outcome]).toEqual([1, 'unstable']);
  });

  it('is noted where nothing needed it', async () => {
    const { exitCode, report } = await probeJson({ tools: [READS, WRITES] }, [
      ...['--volatile', '/content/0/time', '--volatile', '/content/0/text'],
      ...['search_records', 'create_record', 'search_record'].flatMap((name) => ['--expect-unstable', name]),
    ]);
    expect(exitCode).toBe(0);
    expect(report.notes).toEqual([
      '--volatile /content/0/time matched nothing in the answers that were compared',
      '--expect-unstable search_records: both answers were the same',
      '--expect-unstable create_record: no two answers were compared',
      '--expect-unstable search_record: no tool with this name is probed; did you mean `search_records`?',
    ]);
  });

  it('is shown with the text around it', async () => {
    const long = (time: string) => text(`${'x'.repeat(200)} created at ${time} by hand ${'y'.repeat(200)}`);
    const answers = { search_records: [long('6:14:26'), long('6:14:36')] };
    const { stdout } = await probe({ tools: [READS], answers });
    expect(stdout).toContain('created at 6:14:2');
    expect(stdout).toContain('created at 6:14:3');
    expect(stdout).toMatch(
      /first `…"x+ created at 6:14:26 by hand y+"…`, then `…"x+ created at 6:14:36 by hand y+"…`/,
    );
  });

  it.each(['/', 'content/0', '/isError', '/structured_content', '/content/~', '/contents'])(
    'cannot be %j',
    async (pointer) => {
      const { exitCode, stderr, calls } = await probe(told, ['--volatile', pointer]);
      expect({ exitCode, calls }).toEqual({ exitCode: 2, calls: [] });
      expect(stderr).toContain('--volatile must be a JSON pointer into an answer');
    },
  );
});

describe('the calls of --setup', () => {
  const LOGIN = { name: 'login' };
  const DELETES = { name: 'delete_all' };
  const withSetup = (setup: string, told: object, flags: readonly string[] = []) =>
    probe(told, ['--setup', 's.yml', ...flags], { files: { 's.yml': `version: "1"\nsetup: ${setup}\n` } });

  it('are made first, once, as they are written, and are noted', async () => {
    const { exitCode, calls, stdout } = await withSetup(
      '[{ tool: login, args: { user: a } }, { tool: delete_all }]',
      { tools: [READS, LOGIN, DELETES] },
      ['--json', '--tool', 'search_records'],
    );
    expect(exitCode).toBe(0);
    expect(calls).toEqual(['login', 'delete_all', 'search_records', 'search_records']);
    expect(JSON.parse(stdout)).toMatchObject({
      notes: ['2 setup calls were made before the probe'],
      calls: 2,
    });
  });

  it('are not made in a dry run', async () => {
    const told = { tools: [READS, LOGIN] };
    const { exitCode, calls } = await withSetup('[{ tool: login }]', told, ['--dry-run']);
    expect({ exitCode, calls }).toEqual({ exitCode: 0, calls: [] });
  });

  it.each([
    ['a tool error', { login: { isError: true, content: [] } }, [], 'it answered with a tool error'],
    ['a protocol error', { login: { error: { code: -32603, message: 'locked' } } }, [], '-32603: locked'],
    ['an end of the server', { login: 'exit' }, [], 'the connection ended'],
    ['a budget of none', {}, ['--max-calls', '0'], '--max-calls 0 is used up'],
  ])('end the probe with exit code 2 after %s', async (_, answers, flags, message) => {
    const told = { tools: [READS, LOGIN], answers };
    const { exitCode, stderr, stdout, calls } = await withSetup('[{ tool: login }]', told, flags);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain('s.yml: error: setup[0]: the setup call of `login` failed: ');
    expect(stderr).toContain(message);
    expect(calls).not.toContain('search_records');
  });

  it.each([
    ['[{ tool: logn }]', 'the server lists no tool `logn`\n  help: did you mean `login`?'],
    ['[]', 'setup: must be a non-empty list, found an empty list'],
    ['[{ name: login }]', 'unknown key `name`'],
  ])('are refused: %s', async (setup, message) => {
    const { exitCode, stderr, calls } = await withSetup(setup, { tools: [READS, LOGIN] });
    expect({ exitCode, calls }).toEqual({ exitCode: 2, calls: [] });
    expect(stderr).toContain(message);
  });
});

describe('a probe that checked nothing', () => {
  const REFUSES = { isError: true, ...text('log in first') };

  it.each([
    ['no tool may be called', { tools: [DESTROYS] }, []],
    ['no arguments exist', { tools: [{ ...READS, inputSchema: { not: {} } }] }, []],
    ['the budget allows no call', { tools: [READS] }, ['--max-calls', '0']],
    ['tool errors are allowed', { tools: [DESTROYS] }, ['--allow-tool-errors']],
  ])('exits with 7 and says so: %s', async (_, told, flags) => {
    const { exitCode, stdout, calls } = await probe(told, flags);
    expect({ exitCode, calls }).toEqual({ exitCode: 7, calls: [] });
    expect(stdout).toContain('\nno tool was called, so nothing was checked\n  help: ');
    const { report } = await probeJson(told, flags);
    expect(report).toMatchObject({ accepted: false, conclusion: 'nothing-called' });
  });

  it('exits with 1 if every call came back as a tool error, and says so', async () => {
    const told = { tools: [READS, WRITES], answers: { search_records: REFUSES, create_record: REFUSES } };
    const { exitCode, stdout } = await probe(told);
    expect(exitCode).toBe(1);
    expect(stdout).toContain('\nevery call came back as a tool error, so nothing was checked\n  help: ');
    const allowed = await probe(told, ['--allow-tool-errors']);
    expect(allowed.exitCode).toBe(0);
    expect(allowed.stdout).toMatch(/every call came back as a tool error, so nothing was checked\n$/);
    const other = await probe({ tools: [READS, WRITES], answers: { search_records: REFUSES } });
    expect(other.exitCode).toBe(0);
  });

  it('accepts no fault because tool errors are allowed', async () => {
    const told = {
      tools: [READS],
      answers: { search_records: { error: { code: -32603, message: 'broken' } } },
    };
    const { exitCode, report } = await probeJson(told, ['--allow-tool-errors']);
    expect([exitCode, report.conclusion]).toEqual([1, 'faults']);
  });

  it('exits with 1 if the server ends while it is probed', async () => {
    const told = { tools: [READS, { name: 'list_a' }], exitAfter: 1 };
    const { exitCode, report } = await probeJson(told, ['--concurrency', '1']);
    expect(exitCode).toBe(1);
    expect(report).toMatchObject({ accepted: false, conclusion: 'faults' });
  });
});

describe('mcptest probe, when the server cannot be reached', () => {
  it.each([
    [
      { exit: 3 },
      'ended with code 3 before it answered\n  help: the server wrote to standard error:\n    no licence was found\n',
    ],
    [
      { silent: true, noise: 'Loading...\n' },
      'did not answer within 8 s\n  help: the server printed to standard output',
    ],
    [{ refuseHandshake: true }, 'refused the connection: not today (-32600)'],
    [{ silentList: true }, 'tools/list failed: no answer within 8 s'],
    [{ tools: [] }, 'lists no tools'],
    [{ tools: [{ description: 'nameless' }] }, 'tools/list returned a tool without a name: tools[0]'],
    [{ tools: [READS, {}], pageSize: 1 }, 'tools/list returned a tool without a name: tools[1]'],
    [
      { tools: [READS], endless: 'same' },
      'the pages of tools/list do not end: the server returned the same cursor twice',
    ],
    [{ many: 10_001 }, 'tools/list returned more than 10000 tools'],
    [{ tools: [READS], endless: 'slow' }, /tools\/list (did not finish|failed: no answer) within 8 s/],
  ])('%o', async (told, message) => {
    // only a case that waits for the time limit has a short one: a busy machine takes seconds to start a server
    const timeout = String(message).includes('within 8 s') ? '8s' : '300s';
    const { exitCode, stdout, stderr } = await probe(told, ['--timeout', timeout]);
    expect(exitCode).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(message);
  });

  it('stops after 1000 pages', async () => {
    const { exitCode, stderr } = await probe({ tools: [READS], endless: 'new' }, ['--timeout', '25s']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('tools/list returned more than 1000 pages');
  });

  it.each([
    [
      ['--', 'no-such-program-anywhere'],
      '`no-such-program-anywhere` cannot be started: there is no such program',
    ],
    [['--', 'npx server'], 'help: pass the command and its arguments as separate words: remove the quotes'],
    [
      ['http://127.0.0.1:1/mcp'],
      'expected a command after `--`, found a URL\n  help: pass the URL with --url',
    ],
    [['npx', '-y', 'server'], 'help: pass the command of the server, with its own options, after `--`'],
    [[], 'no server is given'],
    [['--url', 'http://127.0.0.1:1/mcp'], '`http://127.0.0.1:1/mcp` cannot be reached'],
    [['--url', 'ftp://example.com'], '--url must be an http or https URL'],
    [['--url', 'http://127.0.0.1:1/', '--', 'node'], 'found both a command and --url'],
    [['--url', 'http://127.0.0.1:1/', '--header', 'secret'], '--header must be a name and a value'],
    [['--timeout', '0s', '--', 'node'], '--timeout must be from 1ms'],
    [['--call-delay', '2h', '--', 'node'], '--call-delay must be from 0ms to 1h'],
    [['--call-delay', 'soon', '--', 'node'], '--call-delay must be a duration'],
  ])('%o', async (args, message) => {
    const { exitCode, stderr } = await runCli(['probe', ...args]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });
});

it.each([
  ['console.error(":: a"); throw new Error("b");', '\\u003a: a', 'Error: b', /^Node\.js v/],
  [
    'for (let n = 0; n < 9; n++) console.error(n); console.error("error E1"); for (let n = 0; n < 9; n++) console.error(n)',
    '0',
    'error E1',
    /^8$/,
  ],
  // more than what is kept
  [
    'console.error("wrong key"); for (let n = 0; n < 9999; n++) console.error("x".repeat(n % 9))',
    'wrong key',
    '...',
    /^x*$/,
  ],
])(
  'shows the beginning, the error and the end of what a server said: %s',
  async (program, first, error, last) => {
    const { stderr } = await runCli([
      'probe',
      '--',
      process.execPath,
      '-e',
      `${program}; process.exitCode = 1`,
    ]);
    const [, help, ...said] = stderr.trimEnd().split('\n');
    expect(help).toBe('  help: the server wrote to standard error:');
    expect(said.length).toBeLessThanOrEqual(9);
    const lines = said.map((line) => line.trim());
    expect(lines[0]).toBe(first);
    expect(lines).toContain(error);
    expect(lines.at(-1)).toMatch(last);
  },
);

it('says that a message is too long, on stdio as over HTTP', async () => {
  const program = 'process.stdout.write("x".repeat(33 * 2 ** 20)); setInterval(() => {}, 1000)';
  const { exitCode, stderr } = await runCli(['probe', '--', process.execPath, '-e', program]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('the server sent a message longer than 16777216 bytes');
});

describe('the processes of a server', () => {
  it.each([
    ['a report', {}],
    ['a server that does not start', { silent: true }],
    ['a server that will not end', { stubborn: true }],
  ])('are gone after %s, those that it started too', async (_, told) => {
    const pids = join(folder, `pids-${runs}`);
    // time enough for the server to write them down, on a busy machine too
    await probe({ tools: [READS], grandchild: pids, ...told }, ['--timeout', '4s']);
    const [child, grandchild] = readFileSync(pids, 'utf8').split(' ').map(Number);
    expect([isRunning(child as number), isRunning(grandchild as number)]).toEqual([false, false]);
  });

  it('are gone after an interruption, in the middle of a call', async () => {
    const pids = join(folder, 'pids-interrupted');
    const record = join(folder, 'interrupted.jsonl');
    const { exitCode, stderr, stdout } = await probe(
      { tools: [READS], record, grandchild: pids, answers: { search_records: 'hang' } },
      [],
      {
        onInterrupt: (listener: () => void) => {
          const timer = setInterval(() => existsSync(record) && listener(), 50);
          return () => clearInterval(timer);
        },
      },
    );
    expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 2, stdout: '', stderr: 'error: interrupted\n' });
    const [child, grandchild] = readFileSync(pids, 'utf8').split(' ').map(Number);
    expect([isRunning(child as number), isRunning(grandchild as number)]).toEqual([false, false]);
  });
});

it('reaches a server that supports only the newest protocol revision', async () => {
  const record = join(folder, 'modern.txt');
  const command = [process.execPath, join(server, '../modern-server.mjs'), record];
  const { exitCode, stdout } = await runCli(['probe', '--', ...command]);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('modern 1.0.0 over stdio, MCP 2026-07-28');
  expect(readFileSync(record, 'utf8')).toBe('get_text\nget_text\n');
});

describe('what a probe reports as compared', () => {
  const tools = [READS, { name: 'list_a' }, { name: 'list_b' }, { name: 'list_c' }];

  it.each([
    [{ tools }, [], '4 of 4 tools called twice and compared, all with the same answer'],
    [
      { tools },
      ['--max-calls', '6', '--concurrency', '1'],
      '2 of 4 tools called twice and compared, all with the same answer',
    ],
    [{ tools }, ['--max-calls', '4'], '0 of 4 tools called twice and compared'],
    [{ tools: [WRITES] }, [], 'no tool may be called twice, so no answers were compared'],
  ])('%o %j', async (told, flags, words) => {
    const { stdout } = await probe(told, flags);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(`no faults of the server found; ${words}`);
  });

  it('marks tools that were called once', async () => {
    const { stdout } = await probe({ tools: [READS, { name: 'list_a' }] }, ['--max-calls', '3']);
    expect(stdout).toMatch(/ok +list_a .* 1: \d+ ms, not compared\n/);
    const whole = await probe({ tools: [READS, WRITES] });
    expect(whole.stdout).not.toContain('not compared');
  });
});
