import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../src/documents/json.ts';
import { scanJson } from '../../src/documents/json-scan.ts';
import { JsonReader, readJson } from '../../src/documents/read-json.ts';

const json = fc.jsonValue({ maxDepth: 6, noUnicodeString: false });

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('the JSON scan', () => {
  it('accepts what JSON.stringify writes, and reads it back', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(parseJson(text, 'f').value).toEqual(JSON.parse(text));
      }),
    );
  });

  const damage = fc.tuple(
    json,
    fc.nat(),
    fc.constantFrom('', '"', '{', '}', '[', ']', ',', ':', '\\', '0', '-', 'e', '.', 't', '\u0000', '\ud800'),
  );

  function damagedText([value, seed, insert]: readonly [unknown, number, string]): string {
    const text = JSON.stringify(value);
    const at = seed % (text.length + 1);
    return text.slice(0, at) + insert + text.slice(at + (seed % 2));
  }

  it('agrees with JSON.parse on every damaged text, except for duplicate keys and depth', () => {
    fc.assert(
      fc.property(damage, (damages) => {
        const damaged = damagedText(damages);
        const fault = scanJson(damaged);
        const beyondGrammar = fault && /twice|too large|more digits|deeper/.test(fault.message);
        if (!beyondGrammar) expect(fault === undefined).toBe(parses(damaged));
        if (fault) expect(fault.offset).toBeLessThanOrEqual(damaged.length);
      }),
      { numRuns: 3000 },
    );
  });

  it('is part of reading: a reader of many texts finds the value or the fault that each has alone', () => {
    fc.assert(
      fc.property(fc.array(damage, { maxLength: 5 }), (damages) => {
        const texts = damages.map(damagedText);
        const reader = new JsonReader();
        for (const text of [...texts, ...texts]) {
          const fault = scanJson(text);
          const expected = fault ? { fault } : { value: JSON.parse(text) as unknown };
          expect(readJson(text)).toEqual(expected);
          expect(reader.read(text)).toEqual(expected);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['a control character in a key', '{"a\u0000":1}', 3, 'a control character inside a string'],
    [
      'a control character before a second key',
      '["\n", {"a":1,"a":2}]',
      2,
      'a control character inside a string',
    ],
    ['a wrong escape in a key', '{"\\x":1}', 2, '`\\x` is not a JSON escape'],
    ['a cut escape', '["\\u12"]', 2, '`\\u` is not a JSON escape'],
    [
      'keys that differ only in how they are written',
      '{"a":1,"\\u0061":2}',
      7,
      'the key `a` occurs twice in one object',
    ],
    ['an escaped quote at the end', '["\\"]', 5, 'the file ends inside a string'],
    ['too many levels', '['.repeat(501), 500, 'nested deeper than 500 levels'],
  ])('names %s when a text is read', (_, text, offset, message) => {
    const reader = new JsonReader();
    for (const read of [readJson(text), reader.read(text), reader.read(text)]) {
      expect(read.fault).toMatchObject({ offset, message });
    }
  });

  it.each(['"', '\\', '\\\\', '\\"', '"\\'])('finds the end of a string that is %j', (string) => {
    const value = { [string]: string, b: [string, string] };
    expect(readJson(JSON.stringify(value))).toEqual({ value });
  });

  it('finds a duplicate key wherever it is put', () => {
    const entries = fc.uniqueArray(fc.tuple(fc.string(), fc.integer()), {
      minLength: 1,
      maxLength: 60,
      selector: ([key]) => key,
    });
    fc.assert(
      fc.property(
        fc.array(entries, { minLength: 1, maxLength: 5 }),
        fc.nat(),
        fc.nat(),
        (objects, which, again) => {
          const write = (object: (readonly [string, number])[]) =>
            `{${object.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join()}}`;
          expect(scanJson(`[${objects.map(write).join()}]`)).toBeUndefined();
          const target = objects[which % objects.length]!;
          target.push(target[again % target.length]!);
          expect(scanJson(`[${objects.map(write).join()}]`)?.message).toContain('occurs twice');
        },
      ),
    );
  });

  it('accepts a whole number, if numbers must be exact, only when JavaScript writes the same digits back', () => {
    const edge = fc.bigInt({ min: 2n ** 53n - 1000n, max: 2n ** 53n + 1000n });
    const long = fc.integer({ min: 14, max: 25 }).chain((digits) => {
      return fc.bigInt({ min: 10n ** BigInt(digits - 1), max: 10n ** BigInt(digits) - 1n });
    });
    fc.assert(
      fc.property(
        fc.oneof(edge, long),
        fc.constantFrom('', '-'),
        fc.constantFrom('', '.0'),
        (n, sign, end) => {
          const written = `${sign}${n}${end}`;
          const isSaid = BigInt(Number(n).toLocaleString('en', { useGrouping: false })) === n;
          expect(scanJson(`[${written}]`, 'exact') === undefined).toBe(isSaid);
        },
      ),
    );
  });

  it('locates every value where it is written', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ a: fc.string(), 'b"': fc.array(fc.integer()) }), { minLength: 1 }),
        (records) => {
          const text = JSON.stringify(records, null, 1);
          const document = parseJson(text, 'f');
          const lines = text.split('\n');
          records.forEach((record, index) => {
            const { line, column } = document.locate([index, 'a']);
            expect(lines[line - 1]!.slice(column - 1)).toContain(JSON.stringify(record.a));
          });
        },
      ),
    );
  });
});
