import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { attempt } from '../../../src/errors.ts';
import { nodeFiles } from '../../../src/node/files.ts';
import { sha256 } from '../../../src/node/sha256.ts';
import type { FilesPort, FileToWrite } from '../../../src/ports.ts';
import { collect } from '../../support/collect.ts';
import { memoryFiles } from '../../support/memory-files.ts';

/** A file system that holds these files, and how a name in it is spelled. */
interface Made {
  readonly files: FilesPort;
  readonly at: (name: string) => string;
}

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function onDisk(texts: Readonly<Record<string, string>>): Made {
  const folder = mkdtempSync(join(tmpdir(), 'mcptest-contract-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(texts)) {
    mkdirSync(join(folder, name.endsWith('/') ? name : dirname(name)), { recursive: true });
    if (!name.endsWith('/')) writeFileSync(join(folder, name), text);
  }
  return { files: nodeFiles(), at: (name) => join(folder, name) };
}

function inMemory(texts: Readonly<Record<string, string>>): Made {
  const at = (name: string) => (name === '' ? 'home' : `home/${name}`);
  const entries = Object.entries(texts).map(([name, text]) => [at(name), text]);
  return { files: memoryFiles(Object.fromEntries([['home/', ''], ...entries])), at };
}

// what the tests run on in place of the disk must not be kinder than the disk
describe.each([
  ['the real files', onDisk],
  ['the files in memory', inMemory],
])('%s', (_, make) => {
  /** The findings that an act is refused with, its file names as they are called here. */
  async function refusal({ at }: Made, act: () => unknown) {
    const result = await attempt(act);
    return 'problems' in result
      ? result.problems.map(({ file, ...rest }) => ({ isNamed: file?.startsWith(at('')), ...rest }))
      : 'done';
  }

  it('give the text of a file, without a byte order mark', () => {
    const { files, at } = make({ 'run.json': '{}\n', 'a/marked.json': '\ufeff[]' });
    expect(files.readText(at('run.json'))).toBe('{}\n');
    expect(files.readText(at('run.json')), 'as often as one likes').toBe('{}\n');
    expect(files.readText(at('a/marked.json'))).toBe('[]');
    expect(files.readFile(at('a/marked.json'))).toBe('[]');
  });

  it('replace a folder whole, unless it has a file that is not known', async () => {
    const made = make({ 'out/old.json': '1', 'mine/notes.txt': 'keep', 'mine/old.json': '1', file: '' });
    const { files, at } = made;
    const texts = { 'new.json': '2', 'empty.txt': '' };
    files.replaceFolder(at('out'), texts, ['old.json']);
    expect(files.listEntries(at('out'))?.map(({ name }) => name)).toEqual(['empty.txt', 'new.json']);
    expect(files.readText(at('out/new.json'))).toBe('2');
    expect(files.readText(at('out/empty.txt'))).toBe('');
    files.replaceFolder(at('fresh/inner'), texts, []);
    expect(files.readText(at('fresh/inner/new.json'))).toBe('2');
    const refused = await refusal(made, () => files.replaceFolder(at('mine'), texts, ['old.json']));
    expect(refused).toMatchObject([
      { isNamed: true, message: 'is left unchanged, because this command did not write `notes.txt` in it' },
    ]);
    expect(files.readText(at('mine/old.json'))).toBe('1');
    expect(files.listEntries(at('mine'))).toHaveLength(2);
    expect(await refusal(made, () => files.replaceFolder(at('file'), texts, []))).toMatchObject([
      { isNamed: true, message: expect.stringContaining('cannot be written') },
    ]);
  });

  it.each([
    ['no.json', 'cannot be read: no such file or folder'],
    ['no/run.json', 'cannot be read: no such file or folder'],
    ['a', 'cannot be read: it is a folder'],
    ['run.json/inside', 'cannot be read: a part of its path is not a folder'],
  ])('say why %s cannot be read', async (name, message) => {
    const made = make({ 'run.json': '{}', 'a/run.json': '{}' });
    for (const read of ['readText', 'readFile'] as const) {
      expect(await refusal(made, () => made.files[read](made.at(name)))).toEqual([
        { isNamed: true, message },
      ]);
    }
  });

  it('list what is in a folder, at any depth, in order', () => {
    const { files, at } = make({
      'r/b/x.json': '',
      'r/a/deep/x.json': '',
      'r/a/y': '',
      'r/c/': '',
      other: '',
    });
    expect(files.listFolder(at('r'))).toEqual({
      files: ['r/a/deep/x.json', 'r/a/y', 'r/b/x.json'].map(at),
      folders: ['r/a', 'r/a/deep', 'r/b', 'r/c'].map(at),
    });
    expect(files.listFolder(at('r/c'))).toEqual({ files: [], folders: [] });
  });

  it('list nothing for a path that is not a folder', () => {
    const { files, at } = make({ 'run.json': '', 'a/x': '' });
    for (const name of ['run.json', 'no', 'run.json/inside']) expect(files.listFolder(at(name))).toBeNull();
  });

  it('create and replace a file', () => {
    const { files, at } = make({ 'a/x': '', 'report.json': 'old' });
    for (const name of ['report.json', 'a/report.json']) {
      files.writeWhole(at(name), 'new');
      expect(files.readText(at(name))).toBe('new');
    }
    files.writeNew(at('a/policy.yml'), 'first');
    expect(files.readText(at('a/policy.yml'))).toBe('first');
  });

  it('keep a draft apart until it is finished', async () => {
    const { files, at } = make({ 'a/x': '', 't.jsonl': 'old' });
    const [kept, dropped] = [files.draft(at('t.jsonl')), files.draft(at('a/none.jsonl'))];
    for (const line of ['one\n', 'two\n']) kept.append(line);
    dropped.append('lost');
    dropped.discard();
    expect((await collect(kept.lines())).flat().filter((line) => line !== '')).toEqual(['one', 'two']);
    expect(files.listEntries(at('a'))).toEqual([{ name: 'x', isFolder: false }]);
    kept.finish('head\n');
    kept.discard();
    expect(files.readText(at('t.jsonl'))).toBe('head\none\ntwo\n');
    expect(() => files.draft(at('no/t.jsonl'))).toThrow('cannot be written');
    expect(() => files.draft(at('a'))).toThrow();
  });

  it.each([
    ['no/report.json', 'cannot be written: no such file or folder'],
    ['a', 'cannot be written: it is a folder'],
    ['a/x/report.json', 'cannot be written: a part of its path is not a folder'],
  ])('say why %s cannot be written', async (name, message) => {
    const made = make({ 'a/x': '' });
    expect(await refusal(made, () => made.files.writeWhole(made.at(name), 'text'))).toEqual([
      { isNamed: true, message },
    ]);
    expect(made.files.listFolder(made.at(''))).toEqual({ files: [made.at('a/x')], folders: [made.at('a')] });
  });

  it('never write over an input', async () => {
    const made = make({ 'run.json': '{}' });
    made.files.readText(made.at('run.json'));
    expect(await refusal(made, () => made.files.writeWhole(made.at('run.json'), 'report'))).toEqual([
      {
        isNamed: true,
        message: 'is an input of this command, and is left unchanged',
        help: 'name another file for the output',
      },
    ]);
    expect(made.files.readText(made.at('run.json'))).toBe('{}');
  });

  it('write to a path that was missing when it was to be read', async () => {
    const made = make({});
    await refusal(made, () => made.files.readText(made.at('report.json')));
    expect(await refusal(made, () => made.files.writeWhole(made.at('report.json'), 'text'))).toBe('done');
  });

  it.each(['policy.yml', 'a'])('never touch %s when asked for a new file', async (name) => {
    const made = make({ 'policy.yml': 'mine', 'a/x': '' });
    expect(await refusal(made, () => made.files.writeNew(made.at(name), 'text'))).toEqual([
      {
        isNamed: true,
        message: 'already exists, and is left unchanged',
        help: 'name another file, or move this one away',
      },
    ]);
    expect(made.files.readText(made.at('policy.yml'))).toBe('mine');
  });

  it('make no folder for a new file', async () => {
    const made = make({});
    expect(await refusal(made, () => made.files.writeNew(made.at('ci/policy.yml'), 'text'))).toEqual([
      { isNamed: true, message: 'cannot be written: no such file or folder' },
    ]);
    expect(made.files.listFolder(made.at('ci'))).toBeNull();
  });

  it('give the lines of a file, with or without an end after the last', async () => {
    const { files, at } = make({ log: '\ufeffa\nb\n\nc\n', short: 'a\nb', empty: '' });
    const linesOf = async (name: string) => (await collect(files.readLines(at(name)))).flat();
    expect(await linesOf('log')).toEqual(['a', 'b', '', 'c']);
    expect(await linesOf('short')).toEqual(['a', 'b']);
    expect(await linesOf('empty')).toEqual([]);
  });

  it('give the lines of a file in two parts, wherever it is cut', async () => {
    for (const text of ['\ufeffa\nbé\n\n\ufeffc\r\nd\n', 'a\n\n\nb', 'a', '\n', '\n\n']) {
      const { files, at } = make({ log: text });
      const path = at('log');
      const whole = (await collect(files.readLines(path))).flat();
      const size = Buffer.byteLength(text);
      expect(files.plainFile(path)).toMatchObject({ size });
      for (let cut = 1; cut <= size; cut++) {
        const first = (isKnown: boolean) =>
          collect(files.readLines(path, { until: cut, isRestKnown: async () => isKnown }));
        const rest = (await collect(files.readLines(path, { from: cut }))).flat();
        expect([...(await first(true)).flat(), ...rest]).toEqual(whole);
        expect((await first(false)).flat()).toEqual(whole);
      }
    }
  });

  it('have no parts for a path that is not a file', () => {
    const { files, at } = make({ 'folder/log': 'a\n' });
    expect(files.plainFile(at('folder'))).toBeNull();
    expect(files.plainFile(at('no'))).toBeNull();
    expect(files.plainFile('-')).toBeNull();
  });

  it('give the bytes of a file as they are', () => {
    const { files, at } = make({ 'run.json': '\ufeff{}é' });
    expect([...files.readBytes(at('run.json'))]).toEqual([...Buffer.from('\ufeff{}é')]);
  });

  it('give a text with the digest of its bytes, the byte order mark included', () => {
    const { files, at } = make({ 'labels.jsonl': '\ufeff{}é' });
    expect(files.readHashed(at('labels.jsonl'))).toEqual({ text: '{}é', sha256: sha256('\ufeff{}é') });
  });

  it('say why the lines and bytes of a missing file cannot be read', async () => {
    const made = make({});
    const message = 'cannot be read: no such file or folder';
    const lines = refusal(made, () => collect(made.files.readLines(made.at('no'))));
    expect(await lines).toEqual([{ isNamed: true, message }]);
    expect(await refusal(made, () => made.files.readBytes(made.at('no')))).toEqual([
      { isNamed: true, message },
    ]);
  });

  it('replace a file that was read, but not one that somebody edited meanwhile', async () => {
    const made = make({ 'rules.yml': 'old' });
    const path = made.at('rules.yml');
    const before = made.files.readText(path);
    made.files.replaceText(path, before, 'new');
    expect(made.files.readText(path)).toBe('new');
    expect(await refusal(made, () => made.files.replaceText(path, before, 'newer'))).toEqual([
      {
        isNamed: true,
        message: 'has changed since it was read, and is left unchanged',
        help: 'run the command again',
      },
    ]);
    expect(made.files.readText(path)).toBe('new');
  });

  it('keep the byte order mark of a file that is edited', () => {
    const made = make({ 'rules.yml': '\ufeffold' });
    const path = made.at('rules.yml');
    made.files.replaceText(path, made.files.readText(path), 'new');
    expect(Buffer.from(made.files.readBytes(path)).toString()).toBe('\ufeffnew');
  });

  it('make a file that was not there, but not over one that came meanwhile', async () => {
    const made = make({});
    made.files.replaceText(made.at('state.json'), undefined, 'first');
    expect(made.files.readText(made.at('state.json'))).toBe('first');
    const again = refusal(made, () => made.files.replaceText(made.at('state.json'), undefined, 'second'));
    expect(await again).toMatchObject([{ message: 'already exists, and is left unchanged' }]);
  });

  it('write several files together', () => {
    const { files, at } = make({ 'a/x': '', 'evidence.json': 'old' });
    files.checkTogether([{ path: at('evidence.json') }, { path: at('a/key'), isNew: true }]);
    files.writeTogether([
      { path: at('evidence.json'), text: 'new' },
      { path: at('a/key'), text: 'secret', isPrivate: true, isNew: true },
    ]);
    expect(files.readText(at('evidence.json'))).toBe('new');
    expect(files.readText(at('a/key'))).toBe('secret');
  });

  it.each<[string, FileToWrite, string]>([
    ['has no folder', { path: 'no/b', text: '' }, 'cannot be written: no such file or folder'],
    ['is there already', { path: 'a/x', text: '', isNew: true }, 'already exists, and is left unchanged'],
    ['is an input', { path: 'run.json', text: '' }, 'is an input of this command, and is left unchanged'],
    [
      'is a folder',
      { path: 'a', text: '' },
      'is not a regular file, and cannot be written together with others',
    ],
    ['is named twice', { path: 'new.json', text: '' }, 'is the name of two outputs'],
  ])('write none of several when one %s', async (_, file, message) => {
    const made = make({ 'a/x': '', 'evidence.json': 'old', 'run.json': '{}' });
    made.files.readText(made.at('run.json'));
    const written = [{ path: 'evidence.json', text: 'new' }, { path: 'new.json', text: 'new' }, file];
    const all = written.map((each) => ({ ...each, path: made.at(each.path) }));
    for (const act of [() => made.files.checkTogether(all), () => made.files.writeTogether(all)]) {
      expect(await refusal(made, act)).toMatchObject([{ isNamed: true, message }]);
    }
    expect(made.files.listFolder(made.at(''))?.files).toEqual(
      ['a/x', 'evidence.json', 'run.json'].map(made.at),
    );
    expect(made.files.readText(made.at('evidence.json'))).toBe('old');
  });

  it('lend a folder that is gone in the end, however that comes', async () => {
    const { files, at } = make({ 'a/x': '' });
    const write = (folder: string) => files.writeNew(`${folder}/evidence.json`, '{}');
    const read = await files.withScratchFolder(at('evidence.json'), async (folder) => {
      write(folder);
      return files.readText(`${folder}/evidence.json`);
    });
    expect(read).toBe('{}');
    const failing = files.withScratchFolder(at('evidence.json'), async (folder) => {
      write(folder);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(files.listFolder(at(''))).toEqual({ files: [at('a/x')], folders: [at('a')] });
  });

  it('create no scratch folder in a missing folder', async () => {
    const made = make({});
    const act = () => made.files.withScratchFolder(made.at('no/evidence.json'), async () => {});
    const message = 'cannot be written: no such file or folder';
    expect(await refusal(made, act)).toEqual([{ isNamed: true, message }]);
  });

  it('append lines to a log, and refuse one that is read or cannot be written', async () => {
    const made = make({ 'rules.yml': 'a', 'folder/x': '' });
    const { files, at } = made;
    for (const line of ['one', 'two']) {
      const log = files.openAuditFile(at('log.ndjson'));
      log.append(line);
      log.close();
    }
    files.readText(at('rules.yml'));
    const refused = (name: string) => refusal(made, () => files.openAuditFile(at(name)));
    expect(await refused('rules.yml')).toMatchObject([{ message: expect.stringContaining('is an input') }]);
    expect(await refused('folder')).toEqual([
      { isNamed: true, message: 'cannot be written: it is a folder' },
    ]);
    expect(await refused('no/log')).toEqual([
      { isNamed: true, message: 'cannot be written: no such file or folder' },
    ]);
    expect(files.readText(at('log.ndjson'))).toBe('one\ntwo\n');
  });
});
