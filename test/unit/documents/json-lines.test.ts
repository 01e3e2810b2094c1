import { describe, expect, it } from 'vitest';
import { isJsonLines, parseJsonLines } from '../../../src/documents/json-lines.ts';
import { refusalOf } from '../../support/load.ts';

const refusal = (text: string) => refusalOf(async () => parseJsonLines(text, 'f.jsonl').value);

describe('JSON Lines', () => {
  it.each([
    ['{"a":1}\n{"a":2}\n', true],
    ['\n{"a":1}\r\n\n[2]', true],
    ['{"a":1}\nrubbish', true],
    ['{"a":1}\n', false],
    ['{"a":1}', false],
    ['{\n"a":1}\n', false],
    ['[\n{"a":1}\n]', false],
    ['{"a":1,"a":2}\n{"a":1}', false],
    ['1\n2\n', false],
    ['', false],
    ['\n \n', false],
  ])('are distinguished from one document: %j is %s', (text, expected) => {
    expect(isJsonLines(text)).toBe(expected);
  });

  it('are read line by line, blank lines left out', () => {
    expect(parseJsonLines('{"a":1}\r\n\n[2]\n"c"', 'f').value).toEqual([{ a: 1 }, [2], 'c']);
  });

  it('are as strict as JSON, and name the line', async () => {
    expect(await refusal('{"a":1}\n\n{"b":{"c":1,"c":2}}')).toBe(
      'f.jsonl:3:13: error: [1].b.c: the key `c` occurs twice in one object',
    );
    expect(await refusal('{"a":1}\n{"b":')).toContain('f.jsonl:2:6: error:');
  });

  it('tell where a value stands', () => {
    const document = parseJsonLines('{"a":1}\n\n  {"b":{"c":2}}\n', 'f');
    expect(document.locate([1, 'b', 'c'])).toEqual({ line: 3, column: 13 });
    expect(document.locate([1, 'b', 'c'], 'key')).toEqual({ line: 3, column: 9 });
    expect(document.locate([0])).toEqual({ line: 1, column: 1 });
    expect(document.locate([7, 'x'])).toEqual({ line: 1, column: 1 });
    expect(document.locate([])).toEqual({ line: 1, column: 1 });
  });
});
