import { describe, expect, it } from 'vitest';
import { alignColumns, nameCell, toLine } from '../../../src/report/table.ts';

const lines = (...rows: string[][]) => alignColumns(rows).map(toLine);

describe('a table', () => {
  it('lines its columns up', () => {
    expect(lines(['fact', 'value', 'artifact'], ['run.failed', '0', 'run.json'], ['a', '100', ''])).toEqual([
      '  fact        value  artifact',
      '  run.failed  0      run.json',
      '  a           100',
    ]);
  });

  it('leaves the last cell of a row as it is', () => {
    expect(
      alignColumns([
        ['a', 'b'],
        ['long', 'longer'],
      ]),
    ).toEqual([
      ['a   ', 'b'],
      ['long', 'longer'],
    ]);
    expect(alignColumns([['a'], ['b', 'c']])).toEqual([['a'], ['b', 'c']]);
  });

  it('counts columns of the terminal, not letters', () => {
    expect(lines(['試験', 'x'], ['four', 'x'], ['e\u0301te\u0301', 'x'], ['🌊', 'x'])).toEqual([
      '  試験  x',
      '  four  x',
      '  e\u0301te\u0301   x',
      '  🌊    x',
    ]);
  });

  it('lets a cell of 48 columns widen its own, and a longer one push its own row', () => {
    const [fits, long] = ['x'.repeat(48), 'x'.repeat(49)];
    expect(
      alignColumns([
        ['a', 'b'],
        [fits, 'b'],
      ])[0],
    ).toEqual([`a${' '.repeat(47)}`, 'b']);
    expect(
      alignColumns([
        ['a', 'b'],
        [long, 'b'],
      ]),
    ).toEqual([
      ['a', 'b'],
      [long, 'b'],
    ]);
    expect(
      alignColumns([
        [long, 'b'],
        ['aa', 'b'],
        ['a', 'b'],
      ])[2],
    ).toEqual(['a ', 'b']);
  });

  it('has no rows when there are none, and an empty line for an empty row', () => {
    expect(alignColumns([])).toEqual([]);
    expect(lines([])).toEqual(['']);
  });
});

it.each([
  ['get_item', 'get_item'],
  ['records/get.item-2:a@b', 'records/get.item-2:a@b'],
  ['suche_größe', 'suche_größe'],
  ['get_y({}) passed, calling delete_all', '"get_y({}) passed, calling delete_all"'],
  ['get_x  ReadOnly  Execute', '"get_x  ReadOnly  Execute"'],
  ['', '""'],
])('a name that could be taken for more than a name is quoted in a column: %s', (name, shown) => {
  expect(nameCell(name)).toBe(shown);
});
