import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { readLogs } from '../../../../src/artifacts/audit-log/read.ts';
import { readCall } from '../../../../src/artifacts/audit-log/read-call.ts';
import type { Diagnostic } from '../../../../src/diagnostic.ts';
import { parseJson } from '../../../../src/documents/json.ts';
import { attempt } from '../../../../src/errors.ts';
import { nodeFiles } from '../../../../src/node/files.ts';
import { memoryFiles } from '../../../support/memory-files.ts';

const GOOD = '{"at":"2026-06-01T12:00:00Z","tool":"t","decision":"hold"}';
const BAD = '{"at":"2026-06-01T12:00:00Z","tool":"t"}';

async function read(texts: Record<string, string>, paths = Object.keys(texts)) {
  const seen: string[] = [];
  const reading = await readLogs(paths, memoryFiles(texts), ({ tool, decision }, line, file) =>
    seen.push(`${file}:${line} ${tool} ${decision}`),
  );
  return { ...reading, seen };
}

const folder = mkdtempSync(join(tmpdir(), 'mcptest-log-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('readLogs', () => {
  it('hands on the records of all files with their lines, blank lines aside', async () => {
    const { seen, records } = await read({ a: `${GOOD}\n\n  \r\n${GOOD}`, b: `${GOOD}\r\n` });
    expect(seen).toEqual(['a:1 t require_approval', 'a:4 t require_approval', 'b:1 t require_approval']);
    expect(records).toBe(3);
  });

  it('accepts one line in a hundred that is no record, and no more', async () => {
    const of = (good: number, bad: number) => [...Array(good).fill(GOOD), ...Array(bad).fill(BAD)].join('\n');
    expect(await read({ a: of(99, 1) })).toMatchObject({ records: 99, unreadable: 1 });
    await expect(read({ a: of(98, 1) })).rejects.toThrow('1 of 99 lines is not an audit record');
    await expect(read({ a: of(1000, 0), b: of(0, 1) })).rejects.toThrow('1 of 1 lines');
  });

  it('counts a line that is too long to be read as one that is no record', async () => {
    const files = (good: number) => ({
      realPath: () => null,
      async *readLines() {
        yield [...Array<string>(good).fill(GOOD), null];
      },
    });
    const reading = await readLogs(['a'], files(99), () => {});
    expect(reading).toMatchObject({
      records: 99,
      unreadable: 1,
      problems: [{ file: 'a', position: { line: 100 }, message: 'the line is longer than 64 MiB' }],
    });
    await expect(readLogs(['a'], files(98), () => {})).rejects.toThrow(
      '1 of 99 lines is not an audit record',
    );
  });

  it('needs a record, though not in each file', async () => {
    expect(await read({ a: '', b: GOOD })).toMatchObject({ records: 1 });
    await expect(read({ a: '', b: '\n' })).rejects.toThrow('contains no audit records');
  });

  it.each([
    ['a list', `[${GOOD},\n${GOOD}]`, "`jq -c '.[]'`"],
    ['records over several lines', JSON.stringify(JSON.parse(GOOD), null, 2), '`jq -c .`'],
    ['times in seconds', GOOD.replace(/"2026[^"]*"/, '1717243200'), "`jq -c '.at |= (floor | todate)'`"],
    ['times in fractions', GOOD.replace(/"2026[^"]*"/, '1717243200.25'), 'converts seconds'],
    [
      'times in milliseconds',
      GOOD.replace(/"2026[^"]*"/, '1717243200000'),
      "`jq -c '.at |= (. / 1000 | floor | todate)'`",
    ],
    ['records without a decision', BAD, '--assume allow'],
    ['anything else', GOOD.replace('hold', 'maybe'), undefined],
  ])('says what makes a log of %s', async (_, a, help) => {
    const { problems } = (await attempt(() => read({ a }))) as { problems: readonly Diagnostic[] };
    if (help === undefined) expect(problems[0]?.help).toBeUndefined();
    else expect(problems[0]?.help).toContain(help);
  });

  it('tells of the first faults by line and column, and counts all', async () => {
    const { problems, unreadable } = await read({
      a: [...Array(990).fill(GOOD), ...Array(9).fill(BAD)].join('\n'),
    });
    expect(unreadable).toBe(9);
    expect(problems.map(({ position }) => position?.line)).toEqual([991, 992, 993, 994, 995]);
    expect(problems[0]).toMatchObject({ file: 'a', path: ['decision'] });
  });

  it('is as strict as all JSON is', async () => {
    const deep = `{"at":"2026-06-01T12:00:00Z","tool":"t","decision":"allow","arguments":${'{"a":'.repeat(500)}1${'}'.repeat(500)}}`;
    const twice = GOOD.replace('{', '{"tool":"u",');
    for (const line of [deep, twice, `${GOOD} x`, '{"tool":'])
      await expect(read({ a: line })).rejects.toThrow('not an audit record');
  });

  it('refuses the same file twice, by whatever name', async () => {
    await expect(read({ a: GOOD }, ['a', './a'])).rejects.toThrow('is given twice');
  });

  it('unpacks what is compressed', async () => {
    const path = join(folder, 'log.gz');
    writeFileSync(path, gzipSync(`${GOOD}\n`.repeat(50_000)));
    let count = 0;
    const { records } = await readLogs([path], nodeFiles(), (_, line) => {
      count += line;
    });
    expect(records).toBe(50_000);
    expect(count).toBe((50_000 * 50_001) / 2);
  });
});

describe('readCall', () => {
  it('reads every key, takes null as absence and passes over the rest', () => {
    const text = JSON.stringify({
      tool: 'db.write',
      at: '2026-06-01T12:00:00+02:00',
      agent: { id: null, labels: ['ci'], extra: 1 },
      arguments: { a: 1 },
      ip: null,
      risk: 12,
      signals: ['pii', { category: 'secret', severity: 'high', points: 3 }],
      decision: 'nonsense',
    });
    expect(readCall(parseJson(text, 'call.json'))).toEqual({
      tool: 'db.write',
      at: Date.UTC(2026, 5, 1, 10),
      agent: { labels: ['ci'] },
      arguments: { a: 1 },
      risk: 12,
      signals: [{ category: 'pii' }, { category: 'secret', severity: 'high', points: 3 }],
    });
  });

  it('reports all findings at once', () => {
    const text = '{"tool":"","risk":0.93,"at":"noon","signals":["secrets"]}';
    expect(() => readCall(parseJson(text, 'f'))).toThrow(
      expect.objectContaining({
        diagnostics: [
          expect.objectContaining({ path: ['tool'] }),
          expect.objectContaining({ path: ['risk'] }),
          expect.objectContaining({ path: ['at'] }),
          expect.objectContaining({ path: ['signals', 0] }),
        ],
      }),
    );
  });
});
