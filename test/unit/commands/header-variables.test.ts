import { afterEach, describe, expect, it } from 'vitest';
import { type HttpRecorder, startHttpRecorder } from '../../support/http-recorder.ts';
import { runCli } from '../../support/run-cli.ts';

let recorder: HttpRecorder | undefined;
afterEach(() => recorder?.close());

const env = { MY_TOKEN: 'quiet-word', MY_KEY: 'deep-well' };
const SUITE = 'version: "1"\nserver: { command: none }\ntests:\n  - { name: a, tool: get_a }\n';
const TAPE = [
  {
    schema_version: 'mcptest.dev/tape/v1',
    era: 'modern',
    transport: 'http',
    client: {},
    server: {},
    redaction: { env: [], values: 0 },
  },
  { t: 0, dir: 'to_server', stream: 0, frame: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
  { t: 1, dir: 'to_client', stream: 0, frame: { jsonrpc: '2.0', id: 1, result: { tools: [] } } },
];
const files = {
  's.yml': SUITE,
  't.jsonl': TAPE.map((row) => `${JSON.stringify(row)}\n`).join(''),
};

/** A server that says again what it was sent, and runs a command against it. */
async function against(argv: readonly string[]) {
  recorder = await startHttpRecorder([
    { name: 'get_a', description: 'for quiet-word and deep-well', annotations: { readOnlyHint: true } },
  ]);
  const flags = ['--url', recorder.url, '--bearer-env', 'MY_TOKEN', '--header-env', 'X-Api-Key=MY_KEY'];
  return runCli([...argv, ...flags], { files, env });
}

describe.each([
  ['probe', ['probe', '--json']],
  ['scaffold', ['scaffold', '--out', 'new.yml', '--observe']],
  ['init', ['init']],
  ['snapshot', ['snapshot']],
  ['run', ['run', 's.yml', '--json']],
  ['record --suite', ['record', '--suite', 's.yml', '--out', 'new.jsonl']],
  ['record verify', ['record', 'verify', '--tape', 't.jsonl', '--json']],
])('%s', (_, argv) => {
  it('sends headers from the environment, and writes their values nowhere', async () => {
    const { exitCode, stdout, stderr, files: after } = await against(argv);
    expect(exitCode, stderr).toBeLessThan(2);
    expect(recorder?.headers).toMatchObject({ authorization: 'Bearer quiet-word', 'x-api-key': 'deep-well' });
    for (const text of [stdout, stderr, ...Object.values(after)]) {
      expect(text).not.toContain('quiet-word');
      expect(text).not.toContain('deep-well');
    }
  });

  it('refuses a variable that is not set', async () => {
    const flags = ['--url', 'http://127.0.0.1:9/mcp', '--bearer-env', 'NO_SUCH_VARIABLE'];
    const { exitCode, stderr } = await runCli([...argv, ...flags], { files, env });
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--bearer-env names `NO_SUCH_VARIABLE`, which is not set'),
    });
  });

  it('refuses a value that is too short to be hidden', async () => {
    const flags = ['--url', 'http://127.0.0.1:9/mcp', '--bearer-env', 'PIN'];
    const { exitCode, stderr } = await runCli([...argv, ...flags], { files, env: { PIN: '123' } });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('the value of `PIN` has fewer than 4 characters, so it cannot be hidden');
  });
});

it('a first suite names the variables, so that it runs as it is', async () => {
  const { files: after } = await against(['scaffold', '--out', 'new.yml']);
  expect(after['new.yml']).toContain('headers: { "X-Api-Key": { "from_env": "MY_KEY" } }');
  expect(after['new.yml']).toContain('auth: { "bearer_env": "MY_TOKEN" }');
  const ran = await runCli(['run', 'new.yml'], { files: after, env });
  expect(ran).toMatchObject({ exitCode: 0 });
  const without = await runCli(['run', 'new.yml'], { files: after });
  expect(without).toMatchObject({ exitCode: 2 });
});
