import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { attempt } from '../../../src/errors.ts';
import { nodeFiles } from '../../../src/node/files.ts';
import { writeTogether } from '../../../src/node/write-together.ts';

let folder: string;
const at = (name: string) => join(folder, name);
const target = (name: string, text = 'new') => ({ path: name, target: at(name), text });
const modeOf = (name: string) => (statSync(at(name)).mode & 0o777).toString(8);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcptest-together-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('files that are written together', () => {
  it('are private from the start where they should be, and keep their mode where they are replaced', () => {
    writeFileSync(at('a'), 'old');
    chmodSync(at('a'), 0o640);
    writeTogether([target('a'), { ...target('key'), isPrivate: true, isNew: true }]);
    expect([modeOf('a'), modeOf('key')]).toEqual(['640', '600']);
    expect(readdirSync(folder)).toEqual(['a', 'key']);
  });

  it('are all as they were when the last cannot take its place', async () => {
    writeFileSync(at('a'), 'old');
    const before = statSync(at('a')).ino;
    // comes into being between the look and the write, as when two commands run at once
    const taken = { ...target('b'), isNew: true };
    const late = Object.defineProperty({ ...target('c'), isNew: true }, 'text', {
      get() {
        mkdirSync(at('c'), { recursive: true });
        return 'new';
      },
    });
    const result = await attempt(() => writeTogether([target('a'), target('new'), taken, late]));
    expect(result).toMatchObject({
      problems: [{ file: 'c', message: 'already exists, and is left unchanged' }],
    });
    expect(readdirSync(folder)).toEqual(['a', 'c']);
    expect(readFileSync(at('a'), 'utf8')).toBe('old');
    expect(statSync(at('a')).ino).toBe(before);
  });

  it('report why they failed, and what could not be restored', async () => {
    writeFileSync(at('a'), 'old a');
    writeFileSync(at('b'), 'old b');
    mkdirSync(at('sub'));
    writeFileSync(at('sub/c'), 'old c');
    const taken = Object.defineProperty({ ...target('d'), isNew: true }, 'target', {
      get: () => {
        // asked for last when it takes its place: by now nothing can be put back to c
        if (existsSync(at('sub/c')) && readFileSync(at('sub/c'), 'utf8') === 'new') {
          rmSync(at('sub'), { recursive: true });
          writeFileSync(at('d'), 'somebody');
        }
        return at('d');
      },
    });
    const result = await attempt(() => writeTogether([target('a'), target('sub/c'), target('b'), taken]));
    expect(result).toMatchObject({
      problems: expect.arrayContaining([
        expect.objectContaining({ file: 'd', message: 'already exists, and is left unchanged' }),
        expect.objectContaining({ file: 'sub/c', message: expect.stringContaining('could not be restored') }),
      ]),
    });
    expect([readFileSync(at('a'), 'utf8'), readFileSync(at('b'), 'utf8')]).toEqual(['old a', 'old b']);
  });

  it('follow links to files, and refuse those that lead nowhere', async () => {
    writeFileSync(at('real'), 'old');
    symlinkSync('real', at('link'));
    symlinkSync('no', at('broken'));
    nodeFiles().writeTogether([{ path: at('link'), text: 'new' }]);
    expect(readFileSync(at('real'), 'utf8')).toBe('new');
    const both = [at('real'), at('link')].map((path) => ({ path, text: '' }));
    expect(await attempt(() => nodeFiles().writeTogether(both))).toMatchObject({
      problems: [{ message: 'is the name of two outputs' }],
    });
    const broken = [{ path: at('broken'), text: '' }];
    expect(await attempt(() => nodeFiles().writeTogether(broken))).toMatchObject({
      problems: [{ message: 'is a link to a file that does not exist' }],
    });
  });
});

it('knows whether others may read a file', () => {
  writeFileSync(at('key'), '');
  for (const [mode, expected] of [
    [0o600, false],
    [0o400, false],
    [0o644, true],
    [0o640, true],
  ] as const) {
    chmodSync(at('key'), mode);
    expect(nodeFiles().isReadableByOthers(at('key'))).toBe(expected);
  }
  expect(nodeFiles().isReadableByOthers('-')).toBe(false);
});

it('are refused before anything is done when a folder cannot be written into', async () => {
  mkdirSync(at('closed'));
  chmodSync(at('closed'), 0o500);
  const check = (name: string) => attempt(() => nodeFiles().checkTogether([{ path: at(name) }]));
  if (process.getuid?.() !== 0) {
    expect(await check('closed/a')).toMatchObject({
      problems: [{ message: 'cannot be written: permission denied' }],
    });
  }
  expect(await check('no/a')).toMatchObject({ problems: [{ file: at('no/a') }] });
  expect(await check('a')).toEqual({ value: undefined });
  expect(readdirSync(folder)).toEqual(['closed']);
});
