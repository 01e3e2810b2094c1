import { describe, expect, it } from 'vitest';
import { type BacktestHalf, countHalf } from '../../../../src/commands/gateway/count-half.ts';
import type { SecondCore } from '../../../../src/ports.ts';
import { memoryFiles } from '../../../support/memory-files.ts';
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

type Counted = Awaited<ReturnType<typeof countHalf>>;

/** Counts in memory as the other thread would: all that it knows, and all that is known of it, is a copy. */
function otherThread(
  files: Record<string, string>,
  end: (counted: Counted) => unknown = (counted) => counted,
): SecondCore & { halves: unknown[] } {
  const halves: unknown[] = [];
  return {
    halves,
    worthwhile: 1,
    countHalf: async (half) => {
      halves.push(half);
      const counted = await countHalf(structuredClone(half) as BacktestHalf, memoryFiles({ ...files }));
      return structuredClone(end(counted));
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
    const core = otherThread(files);
    const { one, two } = await both(backtest(...more), files, core);
    expect(two).toEqual(one);
    expect(core.halves).toEqual([expect.objectContaining({ from: expect.any(Number) })]);
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
      const { one, two } = await both(backtest(...LOGS), files, otherThread(files));
      expect(two).toEqual(one);
      expect(one.exitCode).toBe(bad === 1 ? 0 : 2);
    }
  });

  it.each(['first', 'second'])('counts names beyond the room as before, in the %s half', async (half) => {
    const many = Array.from({ length: 10_050 }, (_, index) => `${record(index, `name-${index}`)}\n`).join('');
    const few = linesOf(11_000);
    const files = { ...FILES, 'first.ndjson': half === 'first' ? many + few : few + many };
    const argv = backtest('--audit-log', 'first.ndjson');
    const { one, two } = await both(argv, files, otherThread(files));
    expect(two).toEqual(one);
    expect(JSON.parse(one.stdout).byTool.other.total).toBeGreaterThan(0);
  });

  it('takes what the other thread has counted', async () => {
    const core = otherThread(FILES, (counted) => {
      const { counts } = counted!.counted;
      return { ...counted, counted: { ...counted!.counted, counts: { ...counts, total: 1_000_000 } } };
    });
    const { two } = await both(backtest(...LOGS), FILES, core);
    expect(JSON.parse(two.stdout).total).toBeGreaterThan(1_000_000);
  });

  it('reads the second half itself when the other thread fails', async () => {
    const core = otherThread(FILES, () => {
      throw new Error('out of memory');
    });
    const { one, two } = await both(backtest(...LOGS), FILES, core);
    expect(two).toEqual(one);
    expect(one.exitCode).toBe(0);
    expect(core.halves).toHaveLength(1);
  });

  it('reads it itself when another file has taken the place of the log', async () => {
    const { one, two } = await both(
      backtest('--audit-log', 'first.ndjson'),
      FILES,
      otherThread({ ...FILES, 'first.ndjson': '' }),
    );
    expect(two).toEqual(one);
  });

  it('judges by the rules that it has read, whatever becomes of their files', async () => {
    const { one, two } = await both(
      backtest(...LOGS),
      FILES,
      otherThread({ ...FILES, 'rules.yml': '', 'draft.yml': '' }),
    );
    expect(two).toEqual(one);
  });

  it('asks for nothing that is too small, or that can be read only once', async () => {
    const core = otherThread(FILES);
    const stdin = { ...FILES, '-': FILES['first.ndjson'] };
    await both(backtest('--audit-log', '-'), stdin, core);
    await both(backtest(...LOGS, '--audit-log', '-'), stdin, core);
    await both(backtest(...LOGS), FILES, { ...core, worthwhile: 1e9 });
    await both(backtest(...LOGS, '--audit-log', 'no.ndjson'), FILES, core);
    expect(core.halves).toEqual([]);
  });

  it('ends the other thread when its own half fails', async () => {
    let ended = false;
    const secondCore: SecondCore = {
      worthwhile: 1,
      countHalf: (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            ended = true;
            reject(signal.reason);
          });
        }),
    };
    const argv = backtest('--audit-log', 'first.ndjson', '--audit-log', './first.ndjson');
    const files = { ...FILES, './first.ndjson': FILES['first.ndjson'] };
    expect(await runCli(argv, { files, secondCore })).toMatchObject({ exitCode: 2 });
    expect(ended).toBe(true);
  });
});
