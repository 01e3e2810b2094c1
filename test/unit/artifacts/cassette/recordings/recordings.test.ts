import { describe, expect, it } from 'vitest';
import { type RecordedRun, Recordings } from '../../../../../src/artifacts/cassette/recordings/recordings.ts';
import { memoryFiles } from '../../../../support/memory-files.ts';

const run = (name: string) =>
  JSON.stringify({ tool_calls: [{ name, is_error: false, result: 'ok' }], final_response: 'r' });

/** Takes all runs of some lists of references, one list after the other, and counts how often each file is read. */
async function takeAll(lists: readonly (readonly string[])[], texts: Record<string, string>, path = '.') {
  const memory = memoryFiles(texts);
  const reads: string[] = [];
  const readFile = (file: string) => {
    reads.push(file);
    return memory.readFile(file);
  };
  const recordings = await Recordings.of(lists, { path, files: { ...memory, readFile } });
  const runs: RecordedRun[][] = [];
  for (const list of lists.keys()) {
    const taken: RecordedRun[] = [];
    for await (const each of recordings.runsOf(list)) taken.push(each);
    runs.push(taken);
  }
  return { reads, runs };
}

const referencesOf = (runs: readonly (readonly RecordedRun[])[]) =>
  runs.map((list) => list.map(({ reference }) => reference));

describe('the recordings of a suite', () => {
  it('are read once, however many scenarios use them', async () => {
    const { reads, runs } = await takeAll([['a.json'], ['b.json', 'a.json'], ['*.json']], {
      'a.json': run('a'),
      'b.json': run('b'),
    });
    expect(reads).toEqual(['a.json', 'b.json']);
    expect(referencesOf(runs)).toEqual([['a.json'], ['b.json', 'a.json'], ['a.json', 'b.json']]);
  });

  it('are reported below their folder, and named in messages as they can be opened', async () => {
    const { runs } = await takeAll(
      [['many.json']],
      { 'runs/many.json': `[${run('a')},${run('b')}]` },
      'runs',
    );
    expect(runs[0]?.map(({ reference, file }) => [reference, file])).toEqual([
      ['many.json#/0', 'runs/many.json#/0'],
      ['many.json#/1', 'runs/many.json#/1'],
    ]);
  });

  it('that cannot be read say so once, and to each scenario', async () => {
    const { runs } = await takeAll([['a.json'], ['a.json'], ['*.txt']], {});
    const problem = expect.objectContaining({
      file: 'a.json',
      message: 'cannot be read: no such file or folder',
    });
    expect(runs.flat().map(({ read, news }) => ({ read, errors: news.errors }))).toEqual([
      { read: { problems: [problem] }, errors: [problem] },
      { read: { problems: [problem] }, errors: [] },
      {
        read: { problems: [expect.objectContaining({ message: 'matches no file' })] },
        errors: [expect.objectContaining({ message: 'matches no file' })],
      },
    ]);
  });

  it('warn once of a file, however many runs it holds', async () => {
    const unanswered = { tool_calls: [{ name: 'a' }], final_response: 'r' };
    const texts = { 'a.json': JSON.stringify([unanswered, unanswered]) };
    const { runs } = await takeAll([['a.json'], ['a.json']], texts);
    expect(runs.flat().map(({ news }) => news.warnings.length)).toEqual([1, 0, 0, 0]);
  });
});

describe('the same recording twice in a list', () => {
  const same = expect.objectContaining({ message: 'is the same recording as `a.json`' });
  const texts = {
    'a.json': run('a'),
    'copy.json': JSON.stringify(JSON.parse(run('a')), null, 2),
    'reordered.json': `{"final_response":"r","tool_calls":[{"result":"ok","is_error":false,"name":"a"}]}\r\n`,
    'list.json': `[${run('a')}]`,
    'many.json': `[${run('b')},${run('a')}]`,
    'other.json': run('c'),
  };

  it.each([
    ['by its name', 'a.json'],
    ['by a glob', 'a*.json'],
    ['as a copy in another layout', 'copy.json'],
    ['with its keys in another order', 'reordered.json'],
    ['as a list of one', 'list.json'],
    ['by a pointer', 'many.json#/1'],
  ])('%s is an error, not a trial', async (_, again) => {
    const { runs } = await takeAll([['a.json', again, 'other.json']], texts);
    expect(runs[0]?.map(({ read }) => 'problems' in read && read.problems)).toEqual([false, [same], false]);
    expect(runs[0]?.[1]?.news.errors).toEqual([same]);
  });

  it('is found in one file, too', async () => {
    const { runs } = await takeAll([['m.json']], { 'm.json': `[${run('a')},${run('b')},${run('a')}]` });
    expect(runs[0]?.map(({ read }) => 'problems' in read)).toEqual([false, false, true]);
  });

  it('is not found in other scenarios, nor where only the calls are equal', async () => {
    const stamped = (time: string) => JSON.stringify({ ...JSON.parse(run('a')), started_at: time });
    const { runs } = await takeAll([['a.json'], ['a.json', 'b.json', 'c.json']], {
      'a.json': run('a'),
      'b.json': stamped('1'),
      'c.json': stamped('2'),
    });
    expect(runs.flat().map(({ read }) => 'value' in read)).toEqual([true, true, true, true]);
  });
});
