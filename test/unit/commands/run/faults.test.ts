import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { processesWith } from '../../../support/processes.ts';
import { runCli } from '../../../support/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'mcptest-faults-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const shop = join(import.meta.dirname, '../../../support/shop-server.mjs');

/** A suite that a shop without faults passes. */
const SUITE = `version: "1"
server: { command: node, args: [server.js] }
tests:
  - name: reads
    tool: get_item
    args: { id: a1 }
    expect: { assertions: [{ target: structuredContent, matcher: { exact: { id: a1, title: lamp, price: 12 } } }] }
  - { name: refuses, tool: get_item, args: { id: none }, expect: { outcome: tool_error } }
  - name: adds
    serial: true
    tool: add_item
    args: { id: b2, price: 7 }
    verify: [{ tool: count_items, args: {}, expect: { text: "2" } }]
  - name: opens
    serial: true
    tool: open_vault
    args: {}
    verify: [{ tool: get_vault, args: {}, expect: { text: gold } }]
`;
const CALLS = ['get_item', 'get_item', 'add_item', 'count_items', 'open_vault', 'get_vault'];

type Cell = `${'legacy' | 'modern'} ${'stdio' | 'http'}`;

let runs = 0;

/** Runs a command against a shop with a fault, on a transport and in an era, and looks for what it leaves behind. */
async function against(cell: Cell, told: object, argv: readonly string[], suite = SUITE) {
  const [era, transport] = cell.split(' ');
  const record = join(folder, `${runs++}.txt`);
  const http = transport === 'http';
  const program = [shop, JSON.stringify({ ...told, eras: [era], record, http })];
  const server = http ? spawn(process.execPath, program, { stdio: ['ignore', 'ignore', 'pipe'] }) : undefined;
  try {
    const url = server && (await urlOf(server));
    const target = url === undefined ? ['--', process.execPath, ...program] : ['--url', url];
    const { exitCode, stdout, stderr } = await runCli([...argv, ...target], { files: { 's.yml': suite } });
    const left = processesWith(record).length - (server ? 1 : 0);
    const calls = existsSync(record) ? readFileSync(record, 'utf8').trim().split('\n') : [];
    return { exitCode, said: stdout + stderr, calls, left };
  } finally {
    rmSync(`${record}.stay`, { force: true });
    server?.kill('SIGKILL');
  }
}

function urlOf({ stderr }: ReturnType<typeof spawn>): Promise<string> {
  return new Promise((resolve) =>
    stderr?.on('data', (text) => resolve(/http:\S+/.exec(String(text))?.[0] ?? '')),
  );
}

/** Faults that end in silence. The others are not hurried: the machine may be busy. */
const SILENT =
  /^(hang|text-result|wrong-error|http-hang|other-id|text-id|swapped|null-result|result-and-error|progress-flood|closes-output|noise-in-line|sse-never|sse-ends|sse-cut|http-202|http-html)$/;
const HURRY = ['--timeout', '400ms', '--max-time', '800ms'];
const CELLS: Cell[] = ['legacy stdio', 'modern stdio', 'legacy http', 'modern http'];

describe('mcptest run', () => {
  it.each(CELLS)('accepts a right server, and makes each call once: %s', async (cell) => {
    const { exitCode, said, calls, left } = await against(cell, {}, ['run', 's.yml', '--parallel', '1']);
    expect([exitCode, said, calls, left]).toEqual([0, expect.stringContaining('4 tests passed'), CALLS, 0]);
    expect(said).toContain('5 of 5 tools called');
  });

  it.each<[string, Cell, number, RegExp]>([
    ['stale-list', 'legacy stdio', 1, /answers for the tool `get_vault`, which it does not list/],
    ['stale-list', 'modern http', 1, /answers for the tool `get_vault`, which it does not list/],
    [
      'same-tool-twice',
      'legacy stdio',
      1,
      /breaks the protocol: it lists the tool `count_items` more than once/,
    ],
    [
      'same-tool-twice',
      'modern http',
      1,
      /breaks the protocol: it lists the tool `count_items` more than once/,
    ],
    ['nameless-tool', 'modern stdio', 2, /returned a tool without a name/],
    ['error-as-ok', 'legacy http', 1, /found a result without an error, expected a tool error/],
    ['lost-field', 'modern stdio', 1, /breaks the `outputSchema`/],
    ['lost-optional-field', 'legacy stdio', 1, /structuredContent: /],
    ['wrong-type', 'modern http', 1, /breaks the `outputSchema`/],
    ['double-effect', 'legacy stdio', 1, /text: found `"3"`, expected `"2"`/],
    ['refuses', 'legacy stdio', 2, /not today/],
    ['same-cursor', 'modern stdio', 2, /the same cursor twice/],
    ['no-list', 'legacy http', 2, /no list of tools/],
    ['crash-at-start', 'modern stdio', 2, /no licence was found/],
    ['crash-in-call', 'modern stdio', 1, /the connection ended during the call/],
    ['no-result-type', 'modern stdio', 1, /malformed answer: .*missing required resultType/],
    ['strange-result-type', 'modern stdio', 1, /Unsupported result type 'done'/],
    ['crash-after-last', 'legacy stdio', 1, /the server `server` ended before the run did/],
    ['crash-after-last', 'modern stdio', 1, /the server `server` ended before the run did/],
    ['twice-late', 'legacy http', 1, /breaks the protocol: it answers request \d twice/],
    ['extra-answer', 'modern http', 1, /breaks the protocol: it answers request 4711, which was not sent/],
    ['text-result', 'modern stdio', 1, /no answer within 0.4 s/],
    ['wrong-error', 'legacy stdio', 1, /no answer within 0.4 s/],
    ['exit-at-start', 'legacy stdio', 2, /ended with code 0 before it answered/],
    ['crash-at-initialize', 'legacy stdio', 2, /ended with code 1 before it answered/],
    ['future-version', 'legacy http', 2, /protocol version is not supported: 2099-01-01/],
    ['no-server-info', 'legacy stdio', 2, /serverInfo: Invalid input/],
    ['list-error', 'modern http', 2, /tools\/list failed: error -32603: no list/],
    ['http-503-html', 'modern http', 1, /HTTP 503/],
    ['http-empty', 'legacy http', 1, /malformed answer/],
    ['http-hang', 'modern http', 1, /no answer within/],
    ['hang', 'legacy stdio', 1, /no answer within 0.4 s/],
    ['hang', 'modern http', 1, /no answer within 0.4 s/],
    ['other-id', 'modern stdio', 1, /breaks the protocol: it answers request 4711, which was not sent/],
    ['text-id', 'legacy stdio', 1, /breaks the protocol: it answers request "\d", which was not sent/],
    ['text-id', 'modern http', 1, /found a malformed answer: the answer names another request, expected/],
    ['twice', 'legacy stdio', 1, /breaks the protocol: it answers request \d twice/],
    ['twice', 'modern http', 1, /breaks the protocol: it answers request \d twice/],
    ['swapped', 'modern stdio', 1, /FAIL/],
    ['no-content', 'modern http', 1, /malformed answer: .*content: Invalid input/],
    ['error-text-flag', 'legacy stdio', 1, /malformed answer: .*isError: Invalid input/],
    ['error', 'modern stdio', 1, /JSON-RPC error -32603: `"it broke"`/],
    ['null-result', 'legacy stdio', 1, /FAIL/],
    ['result-and-error', 'modern stdio', 1, /FAIL/],
    ['deep', 'legacy http', 1, /the answer nests too deep/],
    ['many-values', 'modern stdio', 1, /a message with more than 250000 values/],
    ['many-values', 'legacy http', 1, /a message with more than 250000 values/],
    ['progress-flood', 'modern stdio', 1, /no answer within 0.[48] s/],
    ['elicits', 'legacy stdio', 1, /breaks the protocol: it asks `elicitation\/create`/],
    ['samples', 'legacy http', 1, /breaks the protocol: it asks `sampling\/createMessage`/],
    ['asks-roots', 'legacy stdio', 1, /breaks the protocol: it asks `roots\/list`/],
    ['asks-roots', 'modern http', 1, /asks for input that the client does not offer/],
    ['half-answer', 'modern stdio', 1, /the connection ended during the call/],
    ['closes-output', 'legacy stdio', 1, /FAIL/],
    [
      'noise-in-line',
      'modern stdio',
      1,
      /text to standard output that is not a message, [0-9]+ lines?: debug:/,
    ],
    ['http-500', 'legacy http', 1, /HTTP 500/],
    ['http-401', 'modern http', 2, /HTTP 401/],
    ['http-401-in-call', 'modern http', 1, /HTTP 401/],
    ['http-redirect', 'legacy http', 1, /redirects to/],
    ['http-html', 'modern http', 1, /FAIL/],
    ['http-no-json', 'legacy http', 1, /FAIL/],
    ['http-202', 'modern http', 1, /FAIL/],
    ['http-reset', 'legacy http', 1, /the connection ended during the call/],
    ['sse-cut', 'modern http', 1, /FAIL/],
    ['sse-ends', 'legacy http', 1, /FAIL/],
    ['sse-never', 'modern http', 1, /no answer within/],
    ['session-expires', 'legacy http', 1, /HTTP 404/],
  ])('never accepts the fault %s: %s', async (fault, cell, code, words) => {
    const { exitCode, said, calls, left } = await against(cell, { fault }, [
      'run',
      's.yml',
      ...(SILENT.test(fault) ? HURRY : []),
    ]);
    expect([exitCode, said, left]).toEqual([code, expect.stringMatching(words), 0]);
    expect(said).not.toContain('undefined');
    const counted = (name: string) => calls.filter((call) => call === name).length;
    for (const name of new Set(calls)) {
      expect(counted(name)).toBeLessThanOrEqual(CALLS.filter((call) => call === name).length);
    }
  });

  it.each([
    ['--start-timeout', ['--start-timeout', '500ms'], SUITE],
    ['start_timeout', [], SUITE.replace('tests:', 'defaults: { start_timeout: 500ms }\ntests:')],
  ])('waits for the start of a server as long as %s says', async (_, flags, suite) => {
    const told = { fault: 'never-answers' };
    const { exitCode, said, left } = await against('legacy stdio', told, ['run', 's.yml', ...flags], suite);
    expect([exitCode, said, left]).toEqual([2, expect.stringContaining('within 0.5 s'), 0]);
  });

  it.each<[string, Cell, object, number, string]>([
    [
      'a fault, if it promised to say so',
      'legacy stdio',
      {},
      1,
      'breaks the protocol: it lists different tools than before, and has not said that they changed, though it declares `listChanged`: get_item',
    ],
    [
      'a note without that promise',
      'legacy stdio',
      { promises: false },
      0,
      'note: server lists different tools than before, without saying that they changed: get_item',
    ],
    [
      'a note in the modern era, where only subscribers are told',
      'modern stdio',
      {},
      0,
      'note: server lists different tools than before, without saying that they changed: get_item',
    ],
  ])('takes tools that change silently for %s', async (_, cell, told, code, words) => {
    const suite = SUITE.slice(0, SUITE.indexOf('  - name: opens'));
    const { exitCode, said } = await against(
      cell,
      { fault: 'changing-schema', ...told },
      ['run', 's.yml'],
      suite,
    );
    expect([exitCode, said]).toEqual([code, expect.stringContaining(words)]);
  });

  it.each(['run s.yml', 'probe', 'snapshot'])(
    '%s says that a process left the group of its server',
    async (line) => {
      const { said, left } = await against('legacy stdio', { fault: 'leaves-a-process' }, line.split(' '));
      expect([said, left]).toEqual([expect.stringContaining('left its process group, as setsid does'), 1]);
    },
  );

  it('ends a server that does not end by itself', async () => {
    const { exitCode, left } = await against('legacy stdio', { fault: 'hangs-on-close' }, ['run', 's.yml']);
    expect([exitCode, left]).toEqual([0, 0]);
  });
});
