import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type HttpRecorder, startHttpRecorder } from '../../../support/http-recorder.ts';
import { processesWith } from '../../../support/processes.ts';
import { runCli } from '../../../support/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'mcptest-record-suite-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const server = join(import.meta.dirname, '../../../support/session-server.mjs');

let recorder: HttpRecorder | undefined;
afterEach(() => recorder?.close());

let runs = 0;

/** Records a suite; `SERVER` in it stands for the command of the session server. */
async function record(suite: string, flags: readonly string[] = [], env: Record<string, string> = {}) {
  const calls = join(folder, `${runs++}.txt`);
  const command = `command: ${JSON.stringify(process.execPath)}, args: ${JSON.stringify([server, calls])}`;
  const files = { 's.yml': `version: "1"\n${suite.replaceAll('SERVER', command)}` };
  const argv = ['record', '--suite', 's.yml', '--out', 't.jsonl', ...flags];
  const result = await runCli(argv, { files, env });
  expect(processesWith(calls)).toEqual([]);
  const lines = (result.files['t.jsonl'] ?? '').split('\n').filter((line) => line !== '');
  const rows = lines.map((line) => JSON.parse(line));
  const made = existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [];
  return { ...result, rows, made };
}

const ECHO =
  'server: { SERVER }\ntests:\n  - { name: a, tool: echo, args: { text: hi }, expect: { text: hi } }\n';

describe('mcptest record --suite', () => {
  it.each(['legacy', 'modern'])('runs the suite once and keeps its session, %s', async (era) => {
    const { exitCode, stdout, stderr, rows, made, files } = await record(ECHO, ['--protocol', era]);
    expect({ exitCode, made }).toEqual({ exitCode: 0, made: ['echo'] });
    expect(stdout).toContain('PASS 1 test passed');
    expect(rows[0]).toMatchObject({ era, transport: 'stdio', client: { name: 'mcptest' } });
    expect(rows.at(-1)).toMatchObject({ closed: { by: 'client' } });
    const asked = rows.filter(({ frame }) => frame?.method === 'tools/call');
    expect(asked).toMatchObject([{ dir: 'to_server', frame: { params: { name: 'echo' } } }]);
    expect(stderr).toMatch(/^recorded \d+ messages to t\.jsonl\n$/);
    const argv = ['record', 'verify', '--tape', 't.jsonl', '--', process.execPath, server];
    const verified = await runCli(argv, { files: { 't.jsonl': files['t.jsonl'] ?? '' } });
    expect(verified.stdout).toMatch(/^same: (\d+) of \1 requests answered as recorded/m);
  });

  it('keeps the tape of a run that fails, and says that the server ended', async () => {
    const suite = 'server: { SERVER }\ntests:\n  - { name: a, tool: die, args: {} }\n';
    const { exitCode, stdout, rows } = await record(suite);
    expect(exitCode).toBe(1);
    expect(stdout).toContain('FAIL');
    expect(rows.at(-1)).toMatchObject({ closed: { by: 'server', code: 3 } });
  });

  it('keeps the values of the environment that the suite uses off the tape', async () => {
    const suite =
      'server: { SERVER, env: { KEY: { from_env: MY_WORD } } }\ntests:\n  - { name: a, tool: env, args: { name: KEY } }\n';
    const { exitCode, rows, files, stderr } = await record(suite, [], { MY_WORD: 'quiet-word' });
    expect(exitCode).toBe(0);
    expect(files['t.jsonl']).not.toContain('quiet-word');
    expect(files['t.jsonl']).toContain('[redacted:MY_WORD]');
    expect(rows[0]).toMatchObject({ redaction: { env: ['MY_WORD'], values: 1 } });
    expect(stderr).toContain('1 value redacted: environment variable `MY_WORD` (1)');
  });

  it('records over HTTP, without the headers of the command line', async () => {
    recorder = await startHttpRecorder([{ name: 'get_a' }]);
    const suite = 'server: { command: none }\ntests:\n  - { name: a, tool: get_a }\n';
    const flags = ['--url', recorder.url, '--header', 'Authorization: Bearer abc-123'];
    const { exitCode, rows, files } = await record(suite, flags);
    expect(exitCode).toBe(0);
    expect(recorder.headers.authorization).toBe('Bearer abc-123');
    expect(recorder.calls.map(({ name }) => name)).toEqual(['get_a']);
    expect(rows[0]).toMatchObject({ transport: 'http' });
    expect(rows.filter(({ frame }) => frame?.method === 'tools/call')).toHaveLength(1);
    expect(files['t.jsonl']).not.toContain('abc-123');
  });

  it.each([
    [
      `${ECHO}matrix: { protocol: [legacy, modern] }\n`,
      [],
      'the tests need 2 sessions, and a tape holds one',
    ],
    [ECHO, ['--listen', '127.0.0.1:0'], '--listen and --suite contradict each other'],
    [ECHO, ['--name', 'b'], 'no test is selected by --name b'],
    ['server: { command: no-such-program }\ntests: [{ name: a, tool: echo }]\n', [], 'cannot be started'],
  ])('refuses %j with %j, and writes no tape', async (suite, flags, message) => {
    const { exitCode, stderr, files, made } = await record(suite, flags);
    expect(exitCode).toBe(message.includes('selected') ? 7 : 2);
    expect(stderr).toContain(message);
    expect(files['t.jsonl']).toBeUndefined();
    expect(made).toEqual([]);
  });

  it('leaves no tape when it is interrupted, and says so', async () => {
    const calls = join(folder, `${runs++}.txt`);
    const command = `command: ${JSON.stringify(process.execPath)}, args: ${JSON.stringify([server, calls])}`;
    const suite = `version: "1"\nserver: { ${command} }\ntests:\n  - { name: a, tool: hang }\n`;
    const ended = await runCli(['record', '--suite', 's.yml', '--out', 't.jsonl'], {
      files: { 's.yml': suite, 't.jsonl': 'before' },
      onInterrupt: (listener) => {
        const timer = setInterval(() => existsSync(calls) && listener(), 20);
        return () => clearInterval(timer);
      },
    });
    expect(ended).toMatchObject({ exitCode: 2, files: { 't.jsonl': 'before' } });
    expect(ended.stderr).toContain('no tape was written: the run did not finish');
    expect(processesWith(calls)).toEqual([]);
  });

  it.each(['--name', '--tag', '--protocol'])('is needed by %s', async (flag) => {
    const argv = ['record', '--out', 't.jsonl', flag, 'legacy', '--', process.execPath, server];
    const { exitCode, stderr } = await runCli(argv);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`${flag} needs --suite`);
  });
});
