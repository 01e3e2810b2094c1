import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseYaml } from '../../../src/documents/yaml.ts';
import { toYamlBlock } from '../../../src/documents/yaml-block.ts';

describe('YAML that reads well in a diff', () => {
  it('writes a line for each member, and texts as they are', () => {
    const value = {
      content: [{ type: 'text', text: 'one\n  two\n' }],
      empty: {},
      list: [],
      n: null,
      'a b': [[1]],
    };
    expect(toYamlBlock(value, 2)).toBe(`  content:
    - type: "text"
      text: |2
        one
          two
  empty: {}
  list: []
  n: null
  "a b":
    - - 1
`);
  });

  it('escapes what could change how the file is displayed', () => {
    expect(toYamlBlock({ a: 'x\n\u001b[31m\u202e' })).toBe('a: "x\\n\\u001b[31m\\u202e"\n');
  });

  it('is read as it was written', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom('\n', ' ', 'a', '#', '- ', ': ', '\t', '...', '---', '"'), { maxLength: 8 })
        .map((parts) => parts.join('')),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(null, true, false, 0, -1, 1.5, 1e300),
        fc.integer(),
        text,
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.oneof(text, fc.constantFrom('null', 'true', 'no', '1', 'a-b')), tie('value'), {
          maxKeys: 3,
        }),
      ),
    }));
    fc.assert(
      fc.property(value, fc.nat(4), (given, indent) => {
        // an empty line between two values, as files of snapshots have it
        const block = toYamlBlock({ given }, indent + 1);
        const written = `root:\n${block}\n${toYamlBlock({ next: 1 }, indent + 1)}`;
        expect(parseYaml(written, 'f.yml').value).toEqual({ root: { given, next: 1 } });
      }),
      { numRuns: 500 },
    );
  });
});
