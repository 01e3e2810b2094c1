import { expect, it, vi } from 'vitest';
import { CurrentRow } from '../../../../src/artifacts/cassette/current-row.ts';
import { Notes } from '../../../../src/artifacts/cassette/events/notes.ts';

it('locates places in a long line without parsing it again for each', () => {
  const row = new CurrentRow('trace.jsonl', new Notes());
  row.read('{}');
  row.read('  {"spans": [{"a": 1}, {"a": 2}]}');
  const parse = vi.spyOn(JSON, 'parse');
  for (let times = 0; times < 10; times++) {
    expect(row.document.locate([1])).toEqual({ line: 2, column: 3 });
  }
  expect(parse).not.toHaveBeenCalled();
  expect(row.document.locate([1, 'spans', 1])).toEqual({ line: 2, column: 24 });
  const once = parse.mock.calls.length;
  for (let times = 0; times < 10; times++) row.document.locate([1, 'spans', 0, 'a']);
  expect(parse.mock.calls.length).toBeLessThan(once + 10);
  parse.mockRestore();
  row.read('{"spans": 3}');
  expect(row.document.locate([2, 'spans'])).toEqual({ line: 3, column: 11 });
});
