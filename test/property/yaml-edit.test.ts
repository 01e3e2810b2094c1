import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseYaml } from '../../src/documents/yaml.ts';
import { editYaml } from '../../src/documents/yaml-edit.ts';

/** An item of a list as a user may write it, each line with its line end; `on` is the key that is edited. */
const item = fc
  .record({
    above: fc.constantFrom('', '# above\n', '\n', '\n# above\n', '\n# apart\n\n# above\n'),
    first: fc.constantFrom('name: a', 'name: "a: b"   # why', "name: 'it''s'", 'name:'),
    more: fc.constantFrom(
      '',
      '  x: [1,  2]\n',
      '  x: |\n    # text\n\n    b\n',
      '  x:\n    - {y: 1}\n    # in\n',
      '  x: a\n   b\n',
    ),
    on: fc.constantFrom('', '  on: true\n', '  on:   true # c\n', '  "on": yes\n'),
    below: fc.constantFrom('', '  # below\n'),
  })
  .map(({ above, first, more, on, below }) => ({ above, own: `- ${first}\n${more}${on}${below}` }));

const file = fc
  .record({
    head: fc.constantFrom('', '# head\n\n', 'a: 1\n'),
    items: fc.array(item, { minLength: 2, maxLength: 4 }),
    tail: fc.constantFrom('', '# tail\n', '\n# tail\n', '\nz: 1   # z\n'),
    indent: fc.constantFrom('', '  '),
  })
  .map(({ head, items, tail, indent }) => {
    const own = items.map((each) => each.own.replace(/^(?=.)/gm, indent));
    const above = items.map((each) => each.above.replace(/^(?=.)/gm, indent));
    return { before: `${head}list:\n`, above, own, tail };
  });

const textOf = ({
  before,
  above,
  own,
  tail,
}: {
  before: string;
  above: string[];
  own: string[];
  tail: string;
}) => before + own.map((each, index) => above[index] + each).join('') + tail;

const listOf = (text: string) => (parseYaml(text, 'f.yml').value as { list: Record<string, unknown>[] }).list;

describe('an edit in place', () => {
  it('of a key changes no byte outside its item', () => {
    fc.assert(
      fc.property(file, fc.nat(), fc.boolean(), (parts, at, value) => {
        const index = at % parts.own.length;
        const text = textOf(parts);
        const after = editYaml(text, 'f.yml', { kind: 'set', at: ['list', index], key: 'on', value });
        const expected = listOf(text).map((each, place) => (place === index ? { ...each, on: value } : each));
        expect(listOf(after)).toEqual(expected);
        const start = textOf({ ...parts, own: parts.own.slice(0, index), tail: parts.above[index] ?? '' });
        const end = text.slice(start.length + (parts.own[index] ?? '').length);
        expect(after.startsWith(start)).toBe(true);
        expect(after.endsWith(end)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('that appends an item changes no existing byte', () => {
    fc.assert(
      fc.property(
        file,
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { noNullPrototype: true }),
        (parts, added) => {
          const text = textOf(parts);
          const after = editYaml(text, 'f.yml', { kind: 'append', at: ['list'], items: [added] });
          // JSON has no -0
          const expected = [...listOf(text), added];
          expect(JSON.stringify(listOf(after))).toBe(JSON.stringify(expected));
          expect(after.startsWith(text.slice(0, text.length - parts.tail.length))).toBe(true);
          expect(after.endsWith(parts.tail)).toBe(true);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('that removes an item keeps every other item, and separate comments', () => {
    fc.assert(
      fc.property(file, fc.nat(), (parts, at) => {
        const index = at % parts.own.length;
        const text = textOf(parts);
        const after = editYaml(text, 'f.yml', { kind: 'remove', at: ['list'], index });
        expect(listOf(after)).toEqual(listOf(text).filter((_, place) => place !== index));
        for (const [place, own] of parts.own.entries()) if (place !== index) expect(after).toContain(own);
        const apart = (whole: string) => whole.split('# apart').length;
        expect(apart(after)).toBe(apart(text));
        expect(after.startsWith(parts.before)).toBe(true);
        expect(after.endsWith(parts.tail)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('that removes an appended item restores the text', () => {
    fc.assert(
      fc.property(file, (parts) => {
        const text = textOf(parts);
        const added = editYaml(text, 'f.yml', { kind: 'append', at: ['list'], items: [{ name: 'new' }] });
        expect(editYaml(added, 'f.yml', { kind: 'remove', at: ['list'], index: parts.own.length })).toBe(
          text,
        );
      }),
    );
  });
});
