import { describe, expect, it } from 'vitest';
import type { ProcessResult, SecondCore } from '../../../../src/ports.ts';
import { runCli } from '../../../support/run-cli.ts';

const record = (index: number, tool = `tool-${index % 7}`) =>
  JSON.stringify({
    id: `call-${index}`,
    at: `2026-05-0${1 + (index % 5)}T00:00:00Z`,
    tool,
    decision: 'allow',
    ...(index % 3 === 0 ? { ip: '10.0.0.1' } : {}),
  });
const linesOf = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `${record(from + index)}\n`).join('');

const FILES = {
  'rules.yml': 'version: "1"\npolicies:\n  - { name: a, toolPattern: tool-1, action: allow }\n',
  'draft.yml':
    'version: "1"\npolicies:\n  - { name: b, toolPattern: "tool-*", action: deny, context: { ip: { anyOf: ["10.0.0.0/8"] } } }\n',
  'first.ndjson': linesOf(130),
  'second.ndjson': linesOf(170, 130),
};
const LOGS = ['--audit-log', 'first.ndjson', '--audit-log', 'second.ndjson'];
const backtest = (...more: string[]) => [
  ...['gateway', 'backtest', '--policies', 'rules.yml', '--draft', 'draft.yml', '--format', 'json'],
  ...more,
];

/** Runs the same program in memory as the other process. */
function otherProcess(
  files: Record<string, string>,
  end: (result: Extract<ProcessResult, { kind: 'exited' }>) => ProcessResult = (result) => result,
): SecondCore & { runs: string[][] } {
  const runs: string[][] = [];
  return {
    runs,
    worthwhile: 1,
    run: async (argv) => {
      runs.push([...argv]);
      const { exitCode, stdout, stderr } = await runCli(argv, { files });
      return end({ kind: 'exited', code: exitCode, stdout, stderr });
    },
  };
}

/** What the program says on one core, and on two. */
async function both(argv: readonly string[], files: Record<string, string>, secondCore: SecondCore) {
  const withoutFiles = ({ exitCode, stdout, stderr }: Awaited<ReturnType<typeof runCli>>) => ({
    exitCode,
    stdout,
    stderr,
  });
  return {
    one: withoutFiles(await runCli(argv, { files })),
    two: withoutFiles(await runCli(argv, { files, secondCore })),
  };
}

describe('a backtest on two cores', () => {
  it.each([
    ['two logs', FILES, LOGS],
    ['one log', FILES, ['--audit-log', 'first.ndjson']],
    ['a part of a log', FILES, [...LOGS, '--since', '2026-05-03T00:00:00Z', '--samples', '40']],
    ['a limit', FILES, [...LOGS, '--max-flips', '3']],
    ['no record in the range', FILES, [...LOGS, '--since', '2027-01-01T00:00:00Z']],
  ])('says what it says on one: %s', async (_, files, more) => {
    const core = otherProcess(files);
    const { one, two } = await both(backtest(...more), files, core);
    expect(two).toEqual(one);
    expect(core.runs).toEqual([[...backtest(...more), '--part', expect.stringMatching(/^\d:\d+:/)]]);
  });

  it.each([
    ['first', 'first.ndjson', 10],
    ['second', 'second.ndjson', 150],
    ['second, in both logs', 'both', 150],
  ])('judges lines that are no record in the half of the %s as before', async (_, name, line) => {
    for (const bad of [1, 40]) {
      const broken = (text: string) =>
        text
          .split('\n')
          .map((each, index) => (index >= line && index < line + bad ? 'no record' : each))
          .join('\n');
      const files = { ...FILES };
      if (name !== 'second.ndjson') files['first.ndjson'] = broken(linesOf(400));
      if (name !== 'first.ndjson') files['second.ndjson'] = broken(linesOf(400));
      const { one, two } = await both(backtest(...LOGS), files, otherProcess(files));
      expect(two).toEqual(one);
      expect(one.exitCode).toBe(bad === 1 ? 0 : 2);
    }
  });

  it.each(['first', 'second'])('counts names beyond the room as before, in the %s half', async (half) => {
    const many = Array.from({ length: 10_050 }, (_, index) => `${record(index, `name-${index}`)}\n`).join('');
    const few = linesOf(11_000);
    const files = { ...FILES, 'first.ndjson': half === 'first' ? many + few : few + many };
    const argv = backtest('--audit-log', 'first.ndjson');
    const { one, two } = await both(argv, files, otherProcess(files));
    expect(two).toEqual(one);
    expect(JSON.parse(one.stdout).byTool.other.total).toBeGreaterThan(0);
  });

  it('takes what the other process has counted', async () => {
    const core = otherProcess(FILES, (result) => ({
      ...result,
      stdout: result.stdout.replace(/"counts":\{"total":\d+/, '"counts":{"total":1000000'),
    }));
    const { two } = await both(backtest(...LOGS), FILES, core);
    expect(JSON.parse(two.stdout).total).toBeGreaterThan(1_000_000);
  });

  it.each<[string, (result: Extract<ProcessResult, { kind: 'exited' }>) => ProcessResult]>([
    ['is killed', () => ({ kind: 'killed', signal: 'SIGKILL', stderr: '' })],
    ['is late', () => ({ kind: 'timed-out', stderr: '' })],
    ['cannot be started', () => ({ kind: 'not-found' })],
    ['fails', (result) => ({ ...result, code: 70 })],
    ['prints nothing', (result) => ({ ...result, stdout: '' })],
    ['prints half of it', (result) => ({ ...result, stdout: result.stdout.slice(0, 200) })],
    ['prints something else', (result) => ({ ...result, stdout: '{"records":[1]}' })],
    [
      'leaves out a log',
      (result) => ({ ...result, stdout: result.stdout.replace(/"records":\[\d+,?/, '"records":[0,0,') }),
    ],
    ['prints more', (result) => ({ ...result, stdout: `{"more":1,${result.stdout.slice(1)}` })],
    ['has no rules', (result) => ({ ...result, stdout: result.stdout.replace('tool-1', 'tool-2') })],
    [
      'cannot even be asked for',
      () => {
        throw new Error('E2BIG');
      },
    ],
  ])('reads the second half itself when the other process %s', async (_, end) => {
    const core = otherProcess(FILES, end);
    const { one, two } = await both(backtest(...LOGS), FILES, core);
    expect(two).toEqual(one);
    expect(one.exitCode).toBe(0);
    expect(core.runs).toHaveLength(1);
  });

  it('reads it itself when another file has taken the place of the log, or of the rules', async () => {
    for (const changed of ['first.ndjson', 'rules.yml', 'draft.yml']) {
      const { [changed]: text = '', ...others } = FILES as Record<string, string>;
      const seen = {
        ...others,
        [changed]: changed === 'first.ndjson' ? '' : text.replace('name: ', 'name: x'),
      };
      const { one, two } = await both(backtest('--audit-log', 'first.ndjson'), FILES, otherProcess(seen));
      expect(two).toEqual(one);
    }
  });

  it('asks for nothing that is too small, or that can be read only once', async () => {
    const core = otherProcess(FILES);
    const stdin = { ...FILES, '-': FILES['first.ndjson'] };
    await both(backtest('--audit-log', '-'), stdin, core);
    await both(backtest(...LOGS, '--audit-log', '-'), stdin, core);
    const rules = { ...FILES, '-': FILES['rules.yml'] };
    await both(backtest(...LOGS).with(3, '-'), rules, core);
    await both(backtest(...LOGS), FILES, { ...core, worthwhile: 1e9 });
    await both(backtest(...LOGS, '--audit-log', 'no.ndjson'), FILES, core);
    expect(core.runs).toEqual([]);
  });

  it('ends the other process when its own half fails', async () => {
    let ended = false;
    const secondCore: SecondCore = {
      worthwhile: 1,
      run: (_, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            ended = true;
            resolve({ kind: 'killed', signal: 'SIGKILL', stderr: '' });
          });
        }),
    };
    const argv = backtest('--audit-log', 'first.ndjson', '--audit-log', './first.ndjson');
    const files = { ...FILES, './first.ndjson': FILES['first.ndjson'] };
    expect(await runCli(argv, { files, secondCore })).toMatchObject({ exitCode: 2 });
    expect(ended).toBe(true);
  });

  it('counts a part for nobody else', async () => {
    for (const part of ['1', '7:1:x', '0:1:other']) {
      const { exitCode, stderr } = await runCli(backtest(...LOGS, '--part', part), { files: FILES });
      expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--part') });
    }
    expect((await runCli(['gateway', 'backtest', '--help'])).stdout).not.toContain('--part');
  });
});
