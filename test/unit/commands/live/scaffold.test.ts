import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { testSuiteSchema } from '../../../../src/artifacts/test-suite/schema.ts';
import { REVIEW_MARKER } from '../../../../src/exec-policy/decide.ts';
import { startHttpRecorder } from '../../../support/http-recorder.ts';
import { runCli } from '../../../support/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'mcptest-scaffold-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const server = join(import.meta.dirname, '../../../support/stdio-server.mjs');

const properties = { id: { type: 'string' }, count: { type: 'integer' } };
const inputSchema = { type: 'object', properties, required: ['id'] };
const TOOLS = [
  { name: 'get_record', annotations: { readOnlyHint: true }, inputSchema },
  { name: 'create_record', inputSchema },
  { name: 'delete_record', inputSchema },
];

/** The suite that is written for tools in a file. */
async function scaffoldFile(tools: unknown, ...flags: string[]) {
  const files = { 'tools.json': JSON.stringify(tools) };
  const result = await runCli(['scaffold', '--tools-from', 'tools.json', '--out', 's.yml', ...flags], {
    files,
  });
  expect(result.exitCode).toBe(0);
  const text = result.files['s.yml'] ?? '';
  return { ...result, text, suite: testSuiteSchema.parse(parse(text)) };
}

describe('mcptest scaffold', () => {
  it('writes a happy path, a missing argument and a wrong type for each tool', async () => {
    const { suite, exitCode, stdout } = await scaffoldFile(TOOLS);
    expect(exitCode).toBe(0);
    expect(suite.server).toEqual({ command: 'mcptest', args: ['mock', '--tools-from', 'tools.json'] });
    expect(suite.tests.slice(0, 3)).toEqual([
      { name: 'get_record: happy path', tool: 'get_record', args: { id: 'text' }, expect: { outcome: 'ok' } },
      { name: 'get_record: missing argument id', tool: 'get_record', args: {}, expect: { outcome: 'error' } },
      {
        name: 'get_record: wrong type of id',
        tool: 'get_record',
        args: { id: 1 },
        expect: { outcome: 'error' },
      },
    ]);
    expect(suite.tests.map(({ tool, serial, skip }) => [tool, serial, skip])).toEqual(
      TOOLS.flatMap(({ name }) =>
        Array(3).fill([
          name,
          name === 'get_record' ? undefined : true,
          name === 'delete_record' || undefined,
        ]),
      ),
    );
    expect(stdout).toBe(
      'wrote s.yml: 9 tests for 3 tools\nmarked `# review before first run` and skipped: delete_record\n' +
        'read it, then type\n  mcptest run s.yml\n' +
        's.yml has no schema line for editors, because mcptest is not in node_modules here\n',
    );
  });

  it('puts the marker before each test of a destructive tool, and before no other', async () => {
    const { text } = await scaffoldFile(TOOLS);
    const lines = text.split('\n').map((line) => line.trim());
    const marked = lines.flatMap((line, index) => (line.startsWith(REVIEW_MARKER) ? [lines[index + 1]] : []));
    expect(marked).toEqual(lines.filter((line) => line.startsWith('- name: "delete_record')));
    expect(marked).toHaveLength(3);
  });

  it('in strict mode holds back tools that are not shown to be read-only', async () => {
    const { suite } = await scaffoldFile(TOOLS, '--strict');
    expect(suite.tests.filter(({ skip }) => skip).map(({ tool }) => tool)).toEqual([
      ...Array(3).fill('create_record'),
      ...Array(3).fill('delete_record'),
    ]);
  });

  it('explains why a test is missing', async () => {
    const { text, suite, stderr } = await scaffoldFile([
      { name: 'plain' },
      { name: 'plain' },
      { name: 'never', inputSchema: { type: 'object', required: ['a'], properties: { a: false } } },
      { name: 'slow', execution: { taskSupport: 'required' } },
    ]);
    expect(stderr).toContain('`plain` is listed twice');
    expect(suite.tests).toHaveLength(1);
    expect(text).toContain('# no missing-argument case: no argument is required');
    expect(text).toContain('# no wrong-type case: no argument has a type');
    expect(text).toContain('# the server lists another tool with this name');
    expect(text).toContain('# no arguments can be generated: `a`: no value can be generated for it');
    expect(text).toContain('# no tests: the tool runs only as a task, and a test makes a plain call');
  });

  it('writes a valid, reproducible suite, whatever a server sends', async () => {
    const name = fc.oneof(
      fc.string({ minLength: 1, unit: 'binary' }),
      fc.constantFrom(
        'delete\n- name: x',
        'a: b #',
        '"',
        '\u202e\u0085\u2028',
        'drop\u{e0041}',
        "{}'*&!|>%@`",
      ),
    );
    const tool = fc.record({
      name: name.map((text) => text.replace(/^\s*$/, 'a')),
      inputSchema: fc
        .dictionary(name, fc.constantFrom({ type: 'string' }, { type: 'integer' }))
        .map((each) => ({
          type: 'object',
          properties: each,
          required: Object.keys(each),
        })),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(tool, { minLength: 1, maxLength: 3, selector: (each) => each.name }),
        async (tools) => {
          const { suite, text } = await scaffoldFile(tools);
          expect(new Set(suite.tests.map((test) => test.tool))).toEqual(
            new Set(tools.map((each) => each.name)),
          );
          expect((await scaffoldFile(tools)).text).toBe(text);
          for (const { name } of tools) expect(suite.tests.find((test) => test.tool === name)).toBeDefined();
        },
      ),
      { numRuns: 40 },
    );
  });

  it.each([
    ['mock_server: { name: a, tools: [{ name: b, inputschema: {} }] }', 'did you mean `inputSchema`?'],
    ['mock_server: { name: a, tools: [{ name: b }, { name: b }] }', '`b` appears twice'],
    ['mock_server: { tools: [{ name: b }] }', 'mock_server.name'],
  ])('reads a manifest as strictly as a mock: %s', async (manifest, message) => {
    const files = { 'm.yml': manifest };
    const scaffolded = await runCli(['scaffold', '--tools-from', 'm.yml', '--out', 's.yml'], { files });
    expect(scaffolded.exitCode).toBe(2);
    expect(scaffolded.stderr).toContain(message);
    expect(scaffolded.files['s.yml']).toBeUndefined();
    expect((await runCli(['mock', '--tools-from', 'm.yml'], { files })).stderr).toBe(scaffolded.stderr);
  });

  it('says why no test can be made up for any of the tools', async () => {
    const task = { execution: { taskSupport: 'required' }, inputSchema: { type: 'object' } };
    const tools = ['a', 'b', 'c', 'd'].map((name) => ({ name, ...task }));
    const files = { 'tools.json': JSON.stringify({ tools }) };
    const result = await runCli(['scaffold', '--tools-from', 'tools.json', '--out', 's.yml'], { files });
    expect([result.exitCode, result.files]).toEqual([2, files]);
    expect(result.stderr).toContain(
      'no test can be made up for any of 4 tools: a (no tests: the tool runs only as a task, and a test makes a plain call), b ',
    );
    expect(result.stderr).toContain(' and 1 more\n');
  });

  it('never overwrites a file, and then starts no server', async () => {
    const files = { 'tools.json': JSON.stringify(TOOLS), 's.yml': 'mine' };
    const result = await runCli(['scaffold', '--tools-from', 'tools.json', '--out', 's.yml'], { files });
    expect(result.exitCode).toBe(2);
    expect(result.stderr).toContain('s.yml: error: already exists');
    expect(result.files['s.yml']).toBe('mine');
  });

  it.each([
    [['--tools-from', 'tools.json', '--observe'], '--tools-from and --observe contradict'],
    [['--tools-from', 'tools.json', '--url', 'http://127.0.0.1:1'], '--tools-from and --url contradict'],
    [['--tools-from', 'tools.json', '--', 'node'], '--tools-from and a command contradict'],
    [['--tools-from', '-'], '--tools-from must be a file'],
    [[], 'no server is given'],
  ])('refuses %j', async (flags, message) => {
    const files = { 'tools.json': JSON.stringify(TOOLS) };
    const result = await runCli(['scaffold', '--out', 's.yml', ...flags], { files });
    expect(result.exitCode).toBe(2);
    expect(result.stderr).toContain(message);
    expect(result.files['s.yml']).toBeUndefined();
  });
});

describe('scaffold of a server', () => {
  let runs = 0;

  async function scaffold(...flags: string[]) {
    const record = join(folder, `${runs++}.jsonl`);
    const told = JSON.stringify({ record, tools: TOOLS });
    const command = [process.execPath, server, told];
    const result = await runCli(['scaffold', '--out', 's.yml', ...flags, '--', ...command]);
    expect(result.stderr).toBe('');
    const calls = existsSync(record) ? readFileSync(record, 'utf8').trim().split('\n') : [];
    const suite = testSuiteSchema.parse(parse(result.files['s.yml'] ?? ''));
    return { suite, calls: calls.map((line) => JSON.parse(line).name) };
  }

  it('calls nothing without --observe', async () => {
    const { calls, suite } = await scaffold();
    expect(calls).toEqual([]);
    expect(suite.server).toMatchObject({ command: process.execPath });
    expect(suite.tests).toHaveLength(9);
  });

  it('observes the calls that the policy allows, and expects their answers', async () => {
    const { calls, suite } = await scaffold('--observe');
    expect(calls).toEqual(['get_record', 'get_record', 'create_record']);
    const happy = suite.tests.filter(({ name }) => name.endsWith('happy path'));
    expect(happy.map((test) => 'text' in (test.expect ?? {}))).toEqual([true, false, false]);
  });

  it('expects no fault of the server, but reports it', async () => {
    const tools = ['get_broken', 'get_unstable', 'get_refused'].map((name) => ({ name }));
    const text = (value: string) => ({ content: [{ type: 'text', text: value }] });
    const answers = {
      get_broken: { error: { code: -32603, message: 'broken' } },
      get_unstable: [text('1'), text('2')],
      get_refused: { isError: true, ...text('no') },
    };
    const command = [process.execPath, server, JSON.stringify({ tools, answers })];
    const { exitCode, stdout, files } = await runCli([
      'scaffold',
      '--out',
      's.yml',
      '--observe',
      '--',
      ...command,
    ]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(
      'the server has faults, which no test expects: get_broken (protocol-error), get_unstable (unstable)\n',
    );
    const written = files['s.yml'] ?? '';
    expect(written).toContain(
      '# the server has a fault, which no test expects: protocol-error, error -32603: broken\n',
    );
    expect(testSuiteSchema.parse(parse(written)).tests.map((test) => test.expect)).toEqual([
      { outcome: 'ok' },
      { outcome: 'ok' },
      { outcome: 'error' },
    ]);
  });

  it('observes within the budget', async () => {
    const { calls } = await scaffold('--observe', '--max-calls', '1');
    expect(calls).toEqual(['get_record']);
  });
});

it('counts a stream of events that is opened again against the budget, as a probe does', async () => {
  const { url, calls, close } = await startStreamEnder();
  try {
    const flags = ['--observe', '--max-calls', '1', '--call-delay', '0'];
    const { exitCode, files } = await runCli(['scaffold', '--out', 's.yml', '--url', url, ...flags]);
    expect({ exitCode, calls }).toEqual({ exitCode: 0, calls: [] });
    expect(files['s.yml']).toContain('get_record');
  } finally {
    await close();
  }
});

/** Starts a server that ends each stream of events at once, and lists its tools after a stream was opened again. */
async function startStreamEnder() {
  const calls: string[] = [];
  let streams = 0;
  let openedAgain = () => {};
  const again = new Promise<void>((resolve) => {
    openedAgain = resolve;
  });
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      if (++streams === 2) openedAgain();
      return response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(`id: ${streams}\nretry: 0\ndata: \n\n`);
    }
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.method !== 'POST') return response.writeHead(200).end();
    const { id, method, params } = JSON.parse(body);
    if (id === undefined) return response.writeHead(202).end();
    if (method === 'tools/call') calls.push(params.name);
    if (method === 'tools/list') await again;
    const serverInfo = { name: 'ender', version: '1.0.0' };
    const result =
      method === 'initialize'
        ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo }
        : { tools: TOOLS, content: [] };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${port}/mcp`, calls, close };
}

it('writes a URL without its query, which may contain a key', async () => {
  const recorder = await startHttpRecorder(TOOLS);
  try {
    const url = `${recorder.url}?key=secret`;
    const header = ['--header', 'Authorization: Bearer hidden'];
    const { exitCode, stdout, files } = await runCli(['scaffold', '--out', 's.yml', '--url', url, ...header]);
    expect(exitCode).toBe(0);
    const written = files['s.yml'] ?? '';
    expect(testSuiteSchema.parse(parse(written)).server).toEqual({ url: recorder.url });
    expect(stdout + written).not.toMatch(/secret|hidden/);
  } finally {
    await recorder.close();
  }
});
