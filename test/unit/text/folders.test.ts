import { describe, expect, it } from 'vitest';
import { belowFolder, folderOf, inFolder, shortestPath } from '../../../src/text/folders.ts';

describe('paths', () => {
  it.each([
    ['suite.yml', '.'],
    ['a/b/suite.yml', 'a/b'],
    ['/suite.yml', '/'],
    ['./suite.yml', '.'],
    ['-', '.'],
  ])('lie in a folder: %s', (path, folder) => expect(folderOf(path)).toBe(folder));

  it.each([
    ['./a//b/.', 'a/b'],
    ['a/../b', 'b'],
    ['../a/../../b', '../../b'],
    ['/a/./b/', '/a/b'],
    ['.', ''],
    ['/', '/'],
  ])('have a shortest form: %s', (path, short) => expect(shortestPath(path)).toBe(short));

  it.each([
    ['.', 'x.json', 'x.json'],
    ['a/', 'x.json', 'a/x.json'],
    ['/', 'x.json', '/x.json'],
    ['.', '-', './-'],
  ])('below %s are as short as they go', (folder, path, joined) =>
    expect(inFolder(folder, path)).toBe(joined),
  );

  it('lose their folder again', () => {
    expect(belowFolder('a', 'a/x.json')).toBe('x.json');
    expect(belowFolder('a', 'b/x.json')).toBe('b/x.json');
  });
});
