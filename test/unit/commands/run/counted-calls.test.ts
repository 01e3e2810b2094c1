import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runCli } from '../../../support/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'mcptest-counted-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const server = join(import.meta.dirname, '../../../support/stdio-server.mjs');

const text = (words: string) => ({ content: [{ type: 'text', text: words }] });
const FAILED = { ...text('busy'), isError: true };
const TOOLS = [
  { name: 'get_book', annotations: { readOnlyHint: true } },
  { name: 'get_plain' },
  { name: 'delete_book', annotations: { readOnlyHint: true } },
  { name: 'add_book', annotations: { readOnlyHint: false } },
];

let runs = 0;

/** Runs a suite against a server that notes its calls. Returns the exit code, and how often each tool was called there. */
async function count(tests: string, flags: readonly string[], answers: object = {}) {
  const record = join(folder, `${runs++}.txt`);
  const suite = `version: "1"\nserver: { command: none }\ntests:\n${tests}\n`;
  const told = JSON.stringify({ record, tools: TOOLS, answers });
  const argv = ['run', 's.yml', '--json', ...flags, '--', process.execPath, server, told];
  const { exitCode, stdout, stderr } = await runCli(argv, { files: { 's.yml': suite } });
  expect(stderr).toBe('');
  const names = existsSync(record)
    ? readFileSync(record, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).name as string)
    : [];
  const calls: Record<string, number> = {};
  for (const name of names) calls[name] = (calls[name] ?? 0) + 1;
  return { exitCode, calls, report: JSON.parse(stdout) };
}

describe('the server counts the calls of', () => {
  it.each<[string, string, readonly string[], object]>([
    ['a test without flags', '{ name: a, tool: get_book }', [], { get_book: 1 }],
    ['three trials', '{ name: a, tool: get_book }', ['--trials', '3'], { get_book: 3 }],
    ['its own trials', '{ name: a, tool: get_book, trials: 2 }', ['--trials', '5'], { get_book: 2 }],
    ['a serial test', '{ name: a, tool: add_book, serial: true }', ['--trials', '3'], { add_book: 1 }],
    [
      'trials with a check',
      '{ name: a, tool: add_book, verify: [{ tool: get_book }] }',
      ['--trials', '2'],
      { add_book: 2, get_book: 2 },
    ],
    ['a retry that is not needed', '{ name: a, tool: get_book }', ['--retry', '3'], { get_book: 1 }],
  ])('%s', async (_, test, flags, calls) => {
    expect(await count(`  - ${test}`, flags)).toMatchObject({ exitCode: 0, calls });
  });

  it.each<[string, string, object]>([
    ['a tool that is declared read-only', '{ name: a, tool: get_book }', { get_book: 4 }],
    ['a tool that declares nothing', '{ name: a, tool: get_plain }', { get_plain: 1 }],
    ['a destructive name that is declared read-only', '{ name: a, tool: delete_book }', { delete_book: 4 }],
    ['a tool that changes something', '{ name: a, tool: add_book }', { add_book: 1 }],
    ['one that a person calls idempotent', '{ name: a, tool: add_book, idempotent: true }', { add_book: 4 }],
    [
      'a test that checks with a tool that changes something',
      '{ name: a, tool: get_book, verify: [{ tool: add_book }] }',
      { get_book: 1 },
    ],
  ])('--retry 3 of a failing test of %s', async (_, test, calls) => {
    const answers = Object.fromEntries(TOOLS.map(({ name }) => [name, FAILED]));
    expect(await count(`  - ${test}`, ['--retry', '3'], answers)).toMatchObject({ exitCode: 1, calls });
  });

  it('a test that passes when it is tried again, which is flaky and no plain pass', async () => {
    const ran = await count('  - { name: a, tool: get_book }', ['--retry', '3'], {
      get_book: [FAILED, FAILED, text('1')],
    });
    expect(ran).toMatchObject({ exitCode: 0, calls: { get_book: 3 } });
    expect(ran.report.tests[0]).toMatchObject({ status: 'pass', flaky: true, attempts: 3 });
    expect(ran.report.tests[0].calls).toHaveLength(3);
  });

  it('trials, which end with the first that fails, and begin again with a retry', async () => {
    const ran = await count('  - { name: a, tool: get_book }', ['--trials', '3', '--retry', '1'], {
      get_book: [text('1'), FAILED, text('1'), text('1'), text('1')],
    });
    expect(ran).toMatchObject({ exitCode: 0, calls: { get_book: 5 } });
    expect(ran.report.tests[0]).toMatchObject({ flaky: true, attempts: 2 });
  });
});

it('a run of 500 tests stays readable, and begins its tests in order, a few at a time', async () => {
  const tests = Array.from({ length: 500 }, (_, n) => {
    const wrong = n % 50 === 7 ? ', expect: { text: other }' : '';
    return `  - { name: test ${n}, tool: get_book, args: { n: ${n} }${n % 5 === 0 ? ', skip: true' : ''}${wrong} }`;
  });
  const record = join(folder, 'many.txt');
  const suite = `version: "1"\nserver: { command: none }\ntests:\n${tests.join('\n')}\n`;
  const told = JSON.stringify({ record, tools: TOOLS, answers: { get_book: text('1') } });
  const argv = ['run', 's.yml', '--parallel', '4', '--', process.execPath, server, told];
  const { exitCode, stdout } = await runCli(argv, { files: { 's.yml': suite } });
  expect(exitCode).toBe(1);
  const lines = stdout.split('\n');
  expect(lines[0]).toBe('FAIL 10 of 500 tests failed, 100 skipped');
  expect(lines.filter((line) => line.startsWith('fail'))).toHaveLength(10);
  expect(lines.slice(lines.indexOf('skip   test 90: the suite skips it')).join('\n')).toBe(
    [
      'skip   test 90: the suite skips it',
      'skip   test 95: the suite skips it',
      'skip   and 80 more tests',
      '',
      '1 of 4 tools called; not called: get_plain, delete_book, add_book',
      '',
    ].join('\n'),
  );
  const order = readFileSync(record, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).args.n as number);
  expect(order).toHaveLength(400);
  // a test overtakes at most those that run with it
  for (const [place, n] of order.entries()) {
    expect(Math.abs(order.filter((other) => other < n).length - place)).toBeLessThan(4);
  }
});
