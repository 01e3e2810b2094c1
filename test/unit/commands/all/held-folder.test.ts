import { expect, it } from 'vitest';
import { holdFolder } from '../../../../src/commands/all/held-folder.ts';
import { memoryFiles } from '../../../support/memory-files.ts';

const DISK = { 'out/old.json': 'old', 'run.yml': 'suite', 'in/a.json': '{}' };

it('has in its folder what was written there, and nothing of the disk', () => {
  const disk = memoryFiles({ ...DISK });
  const { files, texts } = holdFolder('out', disk);
  expect(files.realPath('out/old.json')).toBeNull();
  expect(() => files.readText('out/old.json')).toThrow('is missing');
  files.writeWhole('out/new.json', 'é');
  files.checkTogether([{ path: 'out/a' }]);
  files.writeTogether([
    { path: 'out/a', text: '1' },
    { path: 'out/b', text: '2' },
  ]);
  expect(Object.fromEntries(texts)).toEqual({ 'new.json': 'é', a: '1', b: '2' });
  expect(files.realPath('out/new.json')).toBe('out/new.json');
  expect(files.readText('out/new.json')).toBe('é');
  expect(files.readFile('out/new.json')).toBe('é');
  expect(files.readBytes('out/new.json')).toEqual(new TextEncoder().encode('é'));
  expect(files.plainFile('out/new.json')).toBeNull();
  expect(files.listFolder('out/new.json')).toBeNull();
  expect(disk.texts).toEqual(DISK);
});

it('is the disk everywhere else', () => {
  const disk = memoryFiles({ ...DISK });
  const { files, texts } = holdFolder('out', disk);
  expect(files.readText('run.yml')).toBe('suite');
  expect(files.readFile('run.yml')).toBe('suite');
  expect(files.readBytes('run.yml')).toEqual(disk.readBytes('run.yml'));
  expect(files.realPath('run.yml')).toBe(disk.realPath('run.yml'));
  expect(files.plainFile('run.yml')).toEqual(disk.plainFile('run.yml'));
  expect(files.listFolder('in')).toEqual(disk.listFolder('in'));
  files.writeWhole('other.json', 'text');
  expect(disk.texts['other.json']).toBe('text');
  files.checkTogether([{ path: 'out/a' }, { path: 'beside.json' }]);
  files.writeTogether([
    { path: 'out/a', text: '1' },
    { path: 'beside.json', text: '2' },
  ]);
  expect(Object.fromEntries(texts)).toEqual({ a: '1' });
  expect(disk.texts['beside.json']).toBe('2');
});
