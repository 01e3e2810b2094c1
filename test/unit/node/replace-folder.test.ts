import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeFiles, replaceFolder } from '../../../src/node/replace-folder.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mcptest-folder-'));
});
afterEach(() => rmSync(root, { recursive: true }));

it('leaves nothing but the folder, whether it was replaced or refused', () => {
  const out = join(root, 'out');
  replaceFolder(out, { a: '1' }, []);
  replaceFolder(out, { b: '2' }, ['a']);
  expect(() => replaceFolder(out, { c: '3' }, [])).toThrow('did not write `b`');
  expect(() => replaceFolder(out, { 'no/such/folder': '3' }, ['b'])).toThrow('cannot be written');
  expect(readdirSync(root)).toEqual(['out']);
  expect(readdirSync(out)).toEqual(['b']);
});

it('takes another name for the new folder when a killed run has left one', () => {
  const left = join(root, `out.${process.pid}-0.tmp`);
  mkdirSync(left);
  writeFileSync(join(left, 'half'), '');
  replaceFolder(join(root, 'out'), { a: '1' }, []);
  expect(readdirSync(join(root, 'out'))).toEqual(['a']);
  expect(existsSync(join(left, 'half'))).toBe(true);
});

it('does not take a folder for a file that it knows', () => {
  mkdirSync(join(root, 'out/a'), { recursive: true });
  expect(() => replaceFolder(join(root, 'out'), { a: '1' }, ['a'])).toThrow('did not write `a`');
});

it('removes files by their names, a link itself, and no folder', () => {
  for (const name of ['a', 'b', 'c']) writeFileSync(join(root, name), name);
  symlinkSync(join(root, 'c'), join(root, 'link'));
  mkdirSync(join(root, 'folder'));
  removeFiles(root, ['a', 'link', 'folder', 'missing']);
  expect(readdirSync(root).sort()).toEqual(['b', 'c', 'folder']);
  removeFiles(join(root, 'missing'), ['a']);
});

it('replaces what a link leads to, and keeps the link', () => {
  const [real, link] = [join(root, 'real'), join(root, 'link')];
  mkdirSync(real);
  symlinkSync(real, link);
  replaceFolder(link, { a: '1' }, []);
  expect(readFileSync(join(real, 'a'), 'utf8')).toBe('1');
  expect(readFileSync(join(link, 'a'), 'utf8')).toBe('1');
});
