import { describe, expect, it } from 'vitest';
import { complete, readWhole } from '../../../../../src/artifacts/cassette/read.ts';
import { refusalOf } from '../../../../support/load.ts';
import { memoryFiles } from '../../../../support/memory-files.ts';

const run = (name: string) => ({ turns: [{ final_response: name }] });
const text = (value: unknown) => JSON.stringify(value);

const files = memoryFiles({
  'runs.json': text([run('zero'), run('one')]),
  'deep.json': text({
    'a/b': { '~': run('odd'), '': run('empty'), '01': run('key') },
    list: [run('listed')],
  }),
  'issue#7.json': text([run('seven')]),
  'whole.json#/0': text(run('whole')),
  'whole.json': text([run('part')]),
  'dir#/f.json': text(run('in a folder')),
  '-': text([run('input')]),
});

const said = (reference: string) =>
  complete(readWhole(reference, files)).value.map(({ cassette }) => cassette.turns[0]?.final_response);
const refused = (reference: string) => refusalOf(async () => said(reference));

describe('a reference', () => {
  it.each([
    ['runs.json', ['zero', 'one']],
    ['runs.json#', ['zero', 'one']],
    ['runs.json#/1', ['one']],
    ['deep.json#/a~1b/~0', ['odd']],
    ['deep.json#/a~1b/', ['empty']],
    ['deep.json#/a~1b/01', ['key']],
    ['deep.json#/list', ['listed']],
    ['-#/0', ['input']],
  ])('leads to a value inside a file: %s', (reference, expected) => {
    expect(said(reference)).toEqual(expected);
  });

  it.each([
    ['issue#7.json', ['seven']],
    ['issue#7.json#/0', ['seven']],
    ['dir#/f.json', ['in a folder']],
    ['whole.json#/0', ['whole']],
  ])('may have a # in the name of the file: %s', (reference, expected) => {
    expect(said(reference)).toEqual(expected);
  });

  it('is given back for each run of a list', () => {
    const references = (reference: string) =>
      complete(readWhole(reference, files)).value.map((recording) => recording.reference);
    expect(references('runs.json')).toEqual(['runs.json#/0', 'runs.json#/1']);
    expect(references('runs.json#/1')).toEqual(['runs.json#/1']);
    expect(references('deep.json#/list')).toEqual(['deep.json#/list/0']);
    expect(references('deep.json#/a~1b/~0')).toEqual(['deep.json#/a~1b/~0']);
    expect(references('dir#/f.json')).toEqual(['dir#/f.json']);
  });

  it('says whether it leads to a list', () => {
    expect(readWhole('runs.json', files).isList).toBe(true);
    expect(readWhole('issue#7.json', files).isList).toBe(true);
    expect(readWhole('runs.json#/1', files).isList).toBe(false);
  });

  it('is an error when it is no pointer', async () => {
    expect(await refused('runs.json#1')).toBe(
      'runs.json#1: error: there is no such file, and `1` is not a JSON Pointer: it must begin with `/`\n' +
        '  help: for the value `1` in `runs.json` write runs.json#/1',
    );
    expect(await refused('runs.json#/~2')).toContain('`/~2` is not a JSON Pointer: `~2` is not an escape');
    expect(await refused('runs.json#/~')).toContain('`~` is not an escape');
  });

  it('is an error when it matches nothing', async () => {
    expect(await refused('runs.json#/2')).toBe(
      'runs.json:1:1: error: the pointer `#/2` matches nothing: there is no `2`\n' +
        '  help: found a list of 2; the first index is 0',
    );
    expect(await refused('deep.json#/list/0/turn')).toBe(
      'deep.json:1:143: error: the pointer `#/list/0/turn` matches nothing: there is no `turn`\n' +
        '  help: found `turns`',
    );
    for (const pointer of ['-', '00', '01', '-1', '1.0', 'length', '__proto__', '']) {
      expect(await refused(`runs.json#/${pointer}`), pointer).toContain('matches nothing');
    }
    for (const key of ['constructor', '__proto__', 'toString']) {
      expect(await refused(`deep.json#/${key}`), key).toContain('matches nothing');
    }
    expect(await refused('deep.json#/list/0/turns/0/final_response/0')).toContain('matches nothing');
  });

  it('is an error when there is no such file', async () => {
    expect(await refused('no.json#/0')).toBe('no.json: error: cannot be read: no such file or folder');
  });
});
