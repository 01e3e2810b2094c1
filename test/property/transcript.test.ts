import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Printed, parseTranscript, renderTranscript, type Transcript } from '../support/transcript.ts';

/** Texts made of characters that the notation uses, of characters that it must escape, and of any others. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom('$ ', '$', '2>', '2> ', ' ', '\t', '\n', '\r\n', '\\\n', '```', '', 'echo $?', 'a'),
      fc.constantFrom('<', 'U+', '<U+', '<U+001B>', '>', '<no newline>', 'no newline>', '<no newline'),
      fc.constantFrom('\u001b[31m', '\0', '\ufeff', '\u202e', '\u2028', '\u00a0', '\ud83d', '\ude00', '😀'),
      fc.constantFrom("'", '"', '\\', '__proto__', '/'),
      fc.string({ unit: 'binary', maxLength: 5 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

/** Alternating streams, each with some text. */
const printed = fc
  .tuple(fc.boolean(), fc.array(text.filter(Boolean), { maxLength: 4 }))
  .map(([odd, texts]) =>
    texts.map((text, index): Printed => ({ stream: (index % 2 === 0) === odd ? 'stderr' : 'stdout', text })),
  );

const transcript: fc.Arbitrary<Transcript> = fc.record(
  {
    command: fc.constantFrom('mcptest', "mcptest a 'b c'", 'mcptest a \\\n  --b'),
    printed,
    exitCode: fc.nat({ max: 255 }),
    files: fc.dictionary(text, text, { maxKeys: 3, noNullPrototype: true }),
  },
  { noNullPrototype: true },
);

describe('a transcript', () => {
  it('can be read back from its text, so no two transcripts look the same', () => {
    fc.assert(
      fc.property(transcript, (transcript) => {
        expect(parseTranscript(renderTranscript(transcript))).toStrictEqual(transcript);
      }),
      { numRuns: 500 },
    );
  });

  it('hides nothing from a reader or from Git', () => {
    fc.assert(
      fc.property(transcript, (transcript) => {
        const lines = renderTranscript(transcript).split('\n');
        expect(lines.pop()).toBe('');
        for (const line of lines) expect(line).not.toMatch(/[^\P{C}\t\p{Co}\p{Cn}]|[\p{Zl}\p{Zp}]|\s$/u);
      }),
    );
  });

  it('looks like what a user types and sees', () => {
    const shown = renderTranscript({
      command: 'mcptest a --out b.txt',
      printed: [
        { stream: 'stderr', text: 'wrote\n\n' },
        { stream: 'stdout', text: '$ 2\n2> 3 \u001b[1m\n\nend' },
      ],
      exitCode: 2,
      files: { 'b c.txt': 'one\r\ntwo \n', 'a.txt': '', "it's": '<U+0041>' },
    });
    expect(shown).toBe(`$ mcptest a --out b.txt
2> wrote
2>
<U+0024> 2
<U+0032>> 3 <U+001B>[1m

end<no newline>
$ echo $?
2
$ cat a.txt
$ cat 'b c.txt'
one<U+000D>
two<U+0020>
$ cat 'it<U+0027>s'
<U+003C>U+0041><no newline>
`);
  });

  it('is not read from a text in any other notation', () => {
    const right = '$ mcptest a\nout\n$ echo $?\n0\n';
    expect(parseTranscript(right).exitCode).toBe(0);
    for (const text of [
      '$ mcptest a\n',
      right.trimEnd(),
      right.replace('out', 'o<U+0075>t'),
      right.replace('out', 'out '),
      right.replace('0\n', '00\n'),
      `${right}$ cat b\n2> c\n`,
      `${right}$ rm b\n`,
    ]) {
      expect(() => parseTranscript(text), text).toThrow('not a transcript');
    }
  });
});
