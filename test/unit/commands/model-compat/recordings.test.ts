import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordingSources } from '../../../../src/commands/model-compat/recording-sources.ts';
import { recordingOf, runOf, trialsOf } from '../../../support/compared-runs.ts';
import { memoryFiles } from '../../../support/memory-files.ts';
import { runCli } from '../../../support/run-cli.ts';

const DIFF = ['model-compat', 'diff', '--format', 'json'];

/** Compares `old` and `new` of these files, or what the flags say. */
async function diff(files: Record<string, string>, ...flags: string[]) {
  const sides = flags.includes('--baseline') ? [] : ['--baseline', 'old', '--candidate', 'new'];
  return runCli([...DIFF, ...sides, ...flags], { files });
}

/** The cases of a comparison, with the number of trials of both sides. */
async function casesOf(files: Record<string, string>, ...flags: string[]): Promise<Record<string, string>> {
  const { stdout, stderr } = await diff(files, ...flags);
  // many of the files here are equal on both sides
  expect(stderr.replace(/^.*: warning: .* also in --baseline, byte for byte: .*\n {2}help: .*\n/, '')).toBe(
    '',
  );
  const { entries } = JSON.parse(stdout) as {
    entries: { id: string; baseline: { trials: number }; candidate: { trials: number } }[];
  };
  return Object.fromEntries(
    entries.map(({ id, baseline, candidate }) => [id, `${baseline.trials}:${candidate.trials}`]),
  );
}

const ONE = recordingOf(runOf());
const TWO = recordingOf(runOf(), runOf({ answer: 'ready' }));

describe('the recordings of model-compat diff', () => {
  it('reads a folder with all recordings below it, and nothing else', async () => {
    const side = (folder: string) => ({
      [`${folder}/shop/refund.trial-1.json`]: ONE,
      [`${folder}/shop/refund.trial-2.json`]: ONE,
      [`${folder}/book/1.json`]: ONE,
      [`${folder}/book/2.json`]: ONE,
      [`${folder}/README.md`]: 'not a recording',
      [`${folder}/.cache/x.json`]: 'hidden',
    });
    const files = { ...side('old'), ...side('new') };
    const wanted = { book: '2:2', 'shop/refund': '2:2' };
    expect(await casesOf(files)).toEqual(wanted);
  });

  it.each(['./old/', 'x/../old', '/work/old', '../old', '.'])(
    'names cases by their path below the folder %s',
    (folder) => {
      const tidy = posix.normalize(folder).replace(/\/$/, '');
      const path = posix.join(tidy, 'shop/a.json');
      const files = { ...memoryFiles({ [path]: '' }), listFolder: () => ({ files: [path], folders: [] }) };
      expect(recordingSources('--baseline', [folder], files)).toEqual([
        { reference: path, name: 'shop/a.json' },
      ]);
    },
  );

  it('reads files, globs and runs in a file, and each file once', async () => {
    const files = { 'old/a.json': ONE, 'old/b.json': TWO, 'new/a.json': ONE, 'new/b.json': TWO };
    const all = ['--candidate', 'new/*.json'];
    expect(await casesOf(files, '--baseline', 'old/*.json', ...all)).toEqual({ a: '1:1', b: '2:2' });
    expect(await casesOf(files, '--baseline', 'old/{a,b}.json', ...all)).toEqual({ a: '1:1', b: '2:2' });
    expect(await casesOf(files, '--baseline', 'old/a.json', 'old', './old/b.json', ...all)).toEqual({
      a: '1:1',
      b: '2:2',
    });
    expect(await casesOf(files, '--baseline', 'old/b.json#/0', '--candidate', 'new/b.json')).toEqual({
      b: '1:2',
    });
    expect(await casesOf(files, '--baseline', 'old/b.js*#/1', '--candidate', 'new/b.json#/0')).toEqual({
      b: '1:1',
    });
  });

  it('names the case of a numbered file by its folder', async () => {
    const files = { 'old/refund/1.json': ONE, 'new/refund/2.json': ONE };
    expect(
      await casesOf(files, '--baseline', 'old/refund/1.json', '--candidate', 'new/refund/2.json'),
    ).toEqual({ refund: '1:1' });
  });

  it('warns when all recordings of a side are copies of those of the baseline', async () => {
    const olds = { 'old/a.json': ONE, 'old/b.json': TWO };
    const all = 'warning: all 2 recordings are also in --baseline, byte for byte: ';
    const copied = await diff({ ...olds, 'new/a.json': ONE, 'new/b.json': TWO });
    expect(copied).toMatchObject({ exitCode: 0 });
    expect(copied.stderr).toContain(`new/a.json: ${all}--candidate cannot differ from it`);
    const oneOf = await diff({ ...olds, 'new/a.json': ONE, 'new/b.json': `${TWO} ` });
    expect(oneOf.stderr).toBe('');
    const same = await diff(olds, '--baseline', 'old', '--candidate', 'old');
    expect(same.stderr).toContain(`${all}--candidate`);
    const single = await diff({ 'old/a.json': ONE, 'new/a.json': ONE });
    expect(single.stderr).toContain('new/a.json: warning: the only recording is also in --baseline');
    // one model against itself, recorded again, with a copy as its noise
    const files = {
      ...olds,
      'new/a.json': `${ONE} `,
      'new/b.json': `${TWO} `,
      'again/a.json': ONE,
      'again/b.json': TWO,
    };
    const noise = await diff(files, '--baseline', 'old', '--candidate', 'new', '--aa', 'again');
    expect(noise.stderr).toContain(`again/a.json: ${all}--aa cannot differ from it`);
    expect(noise.stderr).not.toContain('--candidate');
    const runs = await diff(olds, '--baseline', 'old/b.json#/0', '--candidate', 'old/b.json#/1');
    expect(runs.stderr).toBe('');
  });

  it('reads one side from standard input', async () => {
    const text = recordingOf(runOf({ task: 'a' }));
    const files = { '-': text, 'new.json': text };
    const flags = ['--baseline', '-', '--candidate', 'new.json', '--case-key', 'task'];
    expect(await casesOf(files, ...flags)).toEqual({ a: '1:1' });
  });

  it.each([
    [['--candidate', 'new'], '--baseline is missing'],
    [['--baseline', 'old/*.yaml', '--candidate', 'new'], 'old/*.yaml: error: matches no file'],
    [
      ['--baseline', 'docs', '--candidate', 'new'],
      'docs: error: contains no recording: no file ends in .json,',
    ],
    [['--baseline', 'gone', '--candidate', 'new'], 'gone: error: cannot be read'],
  ])('refuses %j', async (flags, message) => {
    const files = { 'old/a.json': ONE, 'new/a.json': ONE, 'docs/README.md': '' };
    const { exitCode, stderr } = await runCli([...DIFF, ...flags], { files });
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
  });

  it('refuses a run whose calls are not known', async () => {
    const files = {
      'old/a.json': ONE,
      'new/a.json': JSON.stringify({ caveats: ['acts-in-text'], turns: [{ final_response: 'x' }] }),
    };
    const { exitCode, stderr } = await diff(files);
    expect(stderr).toContain('new/a.json: error: cannot be compared: the agent acted through text');
    expect(exitCode).toBe(2);
  });

  it('tells of every file that is no recording', async () => {
    const { exitCode, stderr } = await diff({ 'old/a.json': '{', 'old/b.json': '7', 'new/a.json': ONE });
    expect(stderr).toMatch(/^old\/a\.json:1:2: error:[\s\S]*^old\/b\.json:1:1: error:/m);
    expect(exitCode).toBe(2);
  });
});

describe('the names of cases', () => {
  const tasks = (...ids: readonly unknown[]) =>
    JSON.stringify(ids.map((task_id) => (task_id === undefined ? runOf() : runOf({ task_id }))));

  it('come from the runs of a file that state them, also with numbers that are none', async () => {
    const text = tasks('x', 7, 'x');
    const wanted = { x: '2:2', 7: '1:1' };
    expect(await casesOf({ 'old/a.json': text, 'new/b.json': text })).toEqual(wanted);
    const lines = (JSON.parse(text) as unknown[]).map((run) => JSON.stringify(run)).join('\n');
    expect(await casesOf({ 'old/a.jsonl': lines, 'new/b.json': text })).toEqual(wanted);
    const python = text.replace('"task_id":"x"', '"score":NaN,"task_id":"x"');
    const { stdout } = await diff({ 'old/a.json': python, 'new/b.json': text });
    expect(JSON.parse(stdout)).toMatchObject({ summary: { total: 2 } });
  });

  it('come from the samples of an Inspect log, whose epochs are trials', async () => {
    const sample = (id: unknown, epoch: number) => ({
      id,
      epoch,
      input: 'go',
      messages: [
        { role: 'user', content: 'go' },
        { role: 'assistant', content: `done in ${epoch}` },
      ],
    });
    const log = JSON.stringify({
      version: 2,
      status: 'success',
      eval: { model: 'harbour-1' },
      samples: [sample(2, 1), sample('x', 1), sample(2, 2)],
    });
    expect(await casesOf({ 'old/a.json': log, 'new/b.json': log })).toEqual({ 2: '2:2', x: '1:1' });
  });

  it('are one however their accents are written', async () => {
    const files = { 'old/caf\u00e9.json': ONE, 'new/cafe\u0301.json': ONE };
    expect(await casesOf(files)).toEqual({ 'caf\u00e9': '1:1' });
  });

  it('come from --case-key, a member or a pointer', async () => {
    const text = recordingOf(runOf({ info: { task: 'refund' }, label: 'a' }));
    const files = { 'old/1.json': text, 'new/2.json': text };
    expect(await casesOf(files, '--case-key', '/info/task')).toEqual({ refund: '1:1' });
    expect(await casesOf(files, '--case-key', 'label')).toEqual({ a: '1:1' });
  });

  it.each([
    [['--case-key', 'task'], 'old/a.json: error: has no `task` that is text or a number'],
    [['--case-key', 'turns'], 'old/a.json: error: has no `turns` that is text or a number'],
    [['--case-key', '/turns/00'], 'old/a.json: error: has no `/turns/00` that is'],
    [['--case-key', '__proto__'], 'old/a.json: error: has no `__proto__` that is'],
    [['--verdict-key', 'reward'], 'has no `reward` that is true, false or a number from 0 to 1'],
    [['--verdict-key', 'label'], 'has no `label` that is true, false or a number from 0 to 1'],
    [
      ['--verdict-key', 'label', '--suite', 's.yml'],
      '--suite and --verdict-key both say whether a run holds',
    ],
  ])('or the verdict, is refused with %j', async (flags, message) => {
    const text = recordingOf(runOf({ label: 'a' }));
    const { exitCode, stderr } = await diff({ 'old/a.json': text, 'new/a.json': text }, ...flags);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
  });

  it('are refused where only some runs of a file state them', async () => {
    const { exitCode, stderr } = await diff({
      'old/a.json': tasks('x', undefined),
      'new/a.json': tasks('x'),
    });
    expect(stderr).toContain(
      'old/a.json#/1: error: does not say which case it is, and other runs of the file do',
    );
    expect(exitCode).toBe(2);
  });
});

describe('the verdict on runs', () => {
  it('is read from --verdict-key', async () => {
    const runs = (...rewards: unknown[]) => recordingOf(...rewards.map((reward) => runOf({ reward })));
    const files = {
      'old/a.json': runs(1, true, 1, 1, 1.0, 1, 1),
      'new/a.json': runs(0, 0.5, false, 0, 0, 0, 0),
    };
    const { exitCode, stdout } = await diff(files, '--verdict-key', 'reward');
    expect(JSON.parse(stdout)).toMatchObject({
      verdicts: 'recorded',
      summary: { fail: 1 },
      entries: [{ id: 'a', detail: 'reward does not hold', decided_by: 'case' }],
    });
    expect(exitCode).toBe(1);
    const pretty = await runCli(
      ['model-compat', 'diff', '--baseline', 'old', '--candidate', 'new', '--verdict-key', 'reward'],
      { files },
    );
    expect(pretty.stdout).toContain('verdicts   what the recordings state\n');
  });

  it('counts an empty answer as one that does not hold', async () => {
    const empty = JSON.stringify(
      Array.from({ length: 5 }, () => ({
        turns: [{ user: 'go', tool_calls: [] }],
        caveats: ['answered-nothing'],
      })),
    );
    const { stdout } = await diff({ 'old/a.json': recordingOf(...trialsOf(5, 0)), 'new/a.json': empty });
    expect(JSON.parse(stdout)).toMatchObject({ entries: [{ classification: 'FAIL' }] });
    expect(stdout).toContain('ended with an empty answer');
  });
});
