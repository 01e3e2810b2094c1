import { describe, expect, it } from 'vitest';
import { readLabels } from '../../../../src/artifacts/labels/read.ts';
import { refusalOf } from '../../../support/load.ts';
import { memoryFiles } from '../../../support/memory-files.ts';

const WANTS = ['confidence', 'correct'] as const;

function read(text: string, itemKey?: string) {
  return readLabels('l.jsonl', memoryFiles({ 'l.jsonl': text }), { wants: WANTS, itemKey });
}

const rows = (...members: readonly Record<string, unknown>[]) =>
  members.map((each) => `${JSON.stringify({ confidence: 0.9, correct: true, ...each })}\n`).join('');

const refused = (text: string, itemKey?: string) => refusalOf(async () => read(text, itemKey));

describe('a file of labels', () => {
  it('is read with its items, orders and groups', () => {
    const { items, others, orders } = read(
      rows(
        { id: 1, order: 'AB', verdict: 'a', group: 'easy' },
        { id: '1', order: 'ba', verdict: true, correct: false },
      ),
    );
    expect(orders).toEqual(['ab', 'ba']);
    expect(items).toMatchObject([{ line: 1, item: '1', order: 'ab', verdict: 'a', group: 'easy' }]);
    expect(others).toMatchObject([{ line: 2, item: '1', verdict: 'true', correct: false }]);
  });

  it('is read whatever its line ends, with blank lines, a mark at the start and escapes', () => {
    const text = `\ufeff\r\n${rows({ id: 'caf\u00e9' }, { id: 'b' }).replaceAll('\n', '\r\n')}  \n\n{"confidence":1e0,"correct":false,"id":"\\u0063"}`;
    const { items, others, orders } = read(text);
    expect(items.map(({ item, line }) => [item, line])).toEqual([
      ['caf\u00e9', 2],
      ['b', 3],
      ['c', 6],
    ]);
    expect([others, orders]).toEqual([undefined, undefined]);
  });

  it.each<[string, string, string]>([
    ['no row', '\n \n', 'l.jsonl: error: has no labels\n  help: write one JSON object a line'],
    [
      'an order and no id',
      rows({ order: 'a', verdict: 'x' }, { order: 'b', verdict: 'x' }),
      'l.jsonl:1:1: error: has an `order` and no `id`\n  help: give both rows of an item the same id',
    ],
    [
      'an order and no verdict',
      rows({ id: 1, order: 'a' }, { id: 1, order: 'b', verdict: 'x' }),
      'l.jsonl:1:1: error: has an `order` and no `verdict`',
    ],
    [
      'an order on some rows',
      rows({ id: 1, order: 'a', verdict: 'x' }, { id: 2 }),
      'l.jsonl:2:1: error: has no `order`, which other rows have',
    ],
    [
      'three orders',
      rows(...['a', 'b', 'c'].map((order) => ({ id: 1, order, verdict: 'x' }))),
      'l.jsonl:3:1: error: is the third value of `order`: `c`\n  help: a file has two orders of any name',
    ],
    [
      'an item twice in one order',
      rows(...['a', 'b', 'a'].map((order) => ({ id: 1, order, verdict: 'x' }))),
      'l.jsonl:3:1: error: `1` has a label in the order `a` already, on line 1\n  help: label each item once in each',
    ],
    [
      'an item twice',
      rows({ id: '\u0065\u0301' }, { id: ' \u00e9 ' }),
      'l.jsonl:2:1: error: `\u00e9` has a label already, on line 1',
    ],
    [
      'two labels for the two orders of an item',
      rows({ id: 1, order: 'a', verdict: 'x', label: 'x' }, { id: 1, order: 'b', verdict: 'x' }),
      'l.jsonl:2:1: error: the label of `1` is none, and on line 1 `x`',
    ],
    [
      'an item in one order only',
      rows({ id: 1, order: 'a', verdict: 'x' }, { id: 2, order: 'b', verdict: 'x' }),
      'l.jsonl:1:1: error: `1` has no row in the order `b`',
    ],
    ['NaN', '{"confidence":NaN,"correct":true}', 'l.jsonl:1:15: error:'],
    ['a number too large', '{"confidence":1e400,"correct":true}', 'l.jsonl:1:15: error:'],
    [
      'a share as text',
      rows({ confidence: '0.9' }),
      'confidence: must be a number from 0 to 1, found `"0.9"`',
    ],
    ['a share below 0', rows({ confidence: -1e-9 }), 'confidence: must be a number from 0 to 1'],
    ['truth as a number', rows({ correct: 1 }), 'correct: must be `true` or `false`, found `1`'],
    ['an empty id', rows({ id: ' ' }), 'id: must be text or a number'],
    ['a true id', rows({ id: true }), 'id: must be text or a number'],
    ['a list', '[0.9, true]', 'l.jsonl:1:1: error: must be'],
    ['the same member twice', '{"confidence":0.1,"confidence":0.9,"correct":true}', 'confidence'],
  ])('is refused with %s', async (_, text, message) => {
    expect(await refused(text)).toContain(message);
  });

  it('is refused without the members of --item-key', async () => {
    expect(await refused(rows({}, {}), 'qid')).toBe('l.jsonl:1:1: error: has no `qid`, which no row has');
    expect(await refused(rows({ qid: 1 }, {}), 'qid')).toContain(
      'l.jsonl:2:1: error: has no `qid`, which other rows have',
    );
  });

  it('is refused with only so many faults', async () => {
    const all = await refused(rows(...Array.from({ length: 500 }, (_, at) => ({ id: 1, at }))));
    expect(all.split('\n').length).toBeLessThan(100);
  });
});
