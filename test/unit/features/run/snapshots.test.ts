import { describe, expect, it } from 'vitest';
import { readSnapshots } from '../../../../src/artifacts/snapshot/read.ts';
import { writeSnapshots } from '../../../../src/artifacts/snapshot/write.ts';
import { InputError } from '../../../../src/errors.ts';
import type { CompiledTest } from '../../../../src/features/run/compile-suite.ts';
import {
  refuseUpdateInCi,
  Snapshots,
  snapshotName,
  snapshotPath,
} from '../../../../src/features/run/snapshots.ts';
import { suiteJudges } from '../../../../src/features/run/suite-judges.ts';
import type { Exchange } from '../../../../src/mcp/exchange.ts';
import { answered, compiled, failed, REFUSED } from './compiled.ts';

const conceal = <T>(value: T): T => value;

async function suiteWith(mask = '[]') {
  const suite = await compiled(
    `{ name: one, tool: t, expect: { snapshot: true, mask: ${mask} }, verify: [{ tool: u, expect: { snapshot: true } }] }`,
    '{ name: two, tool: t }',
  );
  const test = suite.tests[0] as CompiledTest;
  return { suite, test };
}

function text(value: string) {
  return answered({ content: [{ type: 'text', text: value }] });
}

/** Takes the snapshot of an answer, writes it, reads it, and judges another answer by it. */
async function compare(first: Parameters<Snapshots['judge']>[2], second: typeof first, mask?: string) {
  const { suite, test } = await suiteWith(mask);
  const taking = new Snapshots({ stored: undefined, update: true, conceal });
  expect(taking.judge(test, test, first)).toEqual([]);
  const stored = readSnapshots(writeSnapshots(taking.updated(suite)), 'suite.snap.yml');
  return new Snapshots({ stored, update: false, conceal })
    .judge(test, test, second)
    .map(({ message }) => message);
}

describe('a snapshot', () => {
  it('fails when it does not exist, and says how to write it', async () => {
    const { test } = await suiteWith();
    for (const stored of [undefined, new Map()]) {
      const snapshots = new Snapshots({ stored, update: false, conceal });
      expect(snapshots.judge(test, test, text('a'))).toMatchObject([
        { code: 'snapshot', message: expect.stringContaining('`--update-snapshots` writes it') },
      ]);
    }
  });

  it('is met by the same answer, and shows what differs', async () => {
    expect(await compare(text('a'), text('a'))).toEqual([]);
    expect(await compare(text('a'), text('b'))).toEqual([
      'snapshot: content[0].text: found `"b"`, expected `"a"`; `--update-snapshots` accepts the new answer',
    ]);
    expect(await compare(answered(), failed(REFUSED))).toEqual([expect.stringContaining('error')]);
  });

  it('masks what changes from run to run, and leaves out what differs between eras', async () => {
    const one = answered({
      content: [
        { type: 'text', text: 'at 2026-12-01T10:00:00Z on http://127.0.0.1:4711/x', _meta: { a: 1 } },
      ],
      structuredContent: { id: '5f0c1b1e-0000-4000-8000-0123456789ab' },
      isError: false,
    });
    const two = answered({
      content: [{ type: 'text', text: 'at 2026-12-02T11:30:00.5+01:00 on http://127.0.0.1:81/x' }],
      structuredContent: { id: '5f0c1b1e-0000-4000-8000-ba9876543210' },
      resultType: 'complete',
      _meta: { trace: 'x' },
    });
    expect(await compare(one, two)).toEqual([]);
  });

  it('masks places and patterns that the suite names', async () => {
    const mask = '[{ pointer: /structuredContent/rows/*/id }, { pattern: "took [0-9]+ ms" }]';
    const answer = (id: number, took: number) =>
      answered({
        content: [{ type: 'text', text: `took ${took} ms` }],
        structuredContent: { rows: [{ id, n: 1 }] },
      });
    expect(await compare(answer(1, 5), answer(2, 77), mask)).toEqual([]);
    expect(await compare(answer(1, 5), answer(2, 77))).not.toEqual([]);
  });

  it('has a name of its own for each call of a test', async () => {
    const { test } = await suiteWith();
    expect(snapshotName(test, test)).toBe('one');
    expect(snapshotName(test.verify[0] as never, test)).toBe('one > verify[0]');
  });

  it('never holds a value of the environment', async () => {
    const { suite, test } = await suiteWith();
    const snapshots = new Snapshots({
      stored: undefined,
      update: true,
      conceal: (value) => JSON.parse(JSON.stringify(value).replaceAll('s3cr3t', '[TOKEN]')),
    });
    snapshots.judge(test, test, text('the token is s3cr3t'));
    expect(writeSnapshots(snapshots.updated(suite))).not.toContain('s3cr3t');
  });

  it('is not written when two calls of a run differ', async () => {
    const { test } = await suiteWith();
    const snapshots = new Snapshots({ stored: undefined, update: true, conceal });
    expect(snapshots.judge(test, test, text('a'))).toEqual([]);
    expect(snapshots.judge(test, test, text('b'))).toMatchObject([
      { message: expect.stringContaining('two calls of this run differ') },
    ]);
  });
});

describe('the judges of a suite', () => {
  it('judge answers, snapshots and times of the calls of the suite, and no others', async () => {
    const { suite, test } = await suiteWith();
    const judges = suiteJudges(
      suite,
      new Snapshots({ stored: undefined, update: false, conceal }),
      undefined,
    );
    const tool = { name: 't', outputSchema: { type: 'object' } };
    const findings = await judges.answer({ call: test.call, exchange: text('a'), tool });
    expect(findings.map(({ code }) => code)).toEqual(['output_schema', 'snapshot']);
    expect(judges.duration(test.call, [5000])).toEqual([]);
    const other = { ...test.call };
    await expect(judges.answer({ call: other, exchange: text('a'), tool })).rejects.toThrow(TypeError);
  });
});

describe('a suite of which every call fails', () => {
  const LOGIN = failed({ kind: 'error-response', code: -32001, message: 'log in first' });

  async function verdictOn(exchanges: readonly Exchange[], ...tests: string[]) {
    const suite = await compiled(...tests);
    const judges = suiteJudges(
      suite,
      new Snapshots({ stored: undefined, update: false, conceal }),
      undefined,
    );
    for (const [index, exchange] of exchanges.entries()) {
      const { call } = suite.tests[index] as CompiledTest;
      await judges.answer({ call, exchange, tool: undefined });
    }
    return judges.oneCause();
  }

  const one = '{ name: one, tool: t, expect: { outcome: error } }';
  const two = '{ name: two, tool: u, expect: { outcome: error } }';

  it('has checked nothing when there is one cause', async () => {
    expect(await verdictOn([LOGIN, LOGIN], one, two)).toContain('-32001: `"log in first"`');
  });

  it('has checked something when the causes differ, a call succeeds, a test names the error, or there is one call', async () => {
    expect(await verdictOn([LOGIN, failed(REFUSED)], one, two)).toBeUndefined();
    expect(await verdictOn([LOGIN, answered()], one, two)).toBeUndefined();
    expect(await verdictOn([answered(), LOGIN], one, two)).toBeUndefined();
    const named = '{ name: two, tool: u, expect: { error: { code: -32001 } } }';
    expect(await verdictOn([LOGIN, LOGIN], one, named)).toBeUndefined();
    expect(await verdictOn([LOGIN], one)).toBeUndefined();
  });
});

describe('the snapshots of a suite', () => {
  it('name those that no test has, and an update drops them', async () => {
    const { suite, test } = await suiteWith();
    const stored = new Map<string, unknown>([
      ['one > verify[0]', { content: [] }],
      ['two', {}],
      ['gone', {}],
    ]);
    const snapshots = new Snapshots({ stored, update: true, conceal });
    expect(snapshots.obsolete(suite)).toEqual(['two', 'gone']);
    snapshots.judge(test, test, text('a'));
    expect([...snapshots.updated(suite).keys()]).toEqual(['one > verify[0]', 'one']);
  });

  it('are next to the suite', () => {
    expect(snapshotPath('mcptest.yml')).toBe('__snapshots__/mcptest.snap.yml');
    expect(snapshotPath('a/b.test.yaml')).toBe('a/__snapshots__/b.test.snap.yml');
  });

  it('read as they were written', () => {
    const snapshots = new Map<string, unknown>([
      ['a: b', { content: [{ type: 'text', text: 'x\ny' }] }],
      ['__proto__', { error: { code: 1 } }],
      ['1', {}],
    ]);
    const read = readSnapshots(writeSnapshots(snapshots), 'f');
    expect(new Map([...read].sort())).toEqual(new Map([...snapshots].sort()));
    expect(readSnapshots(writeSnapshots(new Map()), 'f').size).toBe(0);
  });

  it.each(['', 'version: "2"\nsnapshots: {}', 'version: "1"', 'version: "1"\nsnapshots: {}\nother: 1'])(
    'are refused when the file is damaged: %j',
    (source) => {
      expect(() => readSnapshots(source, 'f')).toThrow(InputError);
    },
  );

  it('are not updated on a build server unless it is allowed', () => {
    expect(() => refuseUpdateInCi('true', false)).toThrow(InputError);
    expect(() => refuseUpdateInCi('1', false)).toThrow(InputError);
    refuseUpdateInCi('true', true);
    refuseUpdateInCi(undefined, false);
    refuseUpdateInCi('false', false);
  });
});
