import confusables from 'unhomoglyph/data.json' with { type: 'json' };

/** What the names of tools consist of. */
const NAME = /^[a-z0-9_.:/-]{1,3}$/;

const ASCII = /^[\x21-\x7e]+$/;

/**
 * Returns the source of `src/text/confusables.ts`: the characters that look like ASCII in Unicode's table of
 * confusables, after NFKC. What NFKC turns into ASCII is left out.
 */
export function confusablesSource(): string {
  const groups = new Map<string, Set<string>>();
  for (const [character, lookAlike] of Object.entries(confusables as Record<string, string>)) {
    const folded = character.normalize('NFKC');
    const target = lookAlike.toLowerCase();
    if (ASCII.test(folded) || !NAME.test(target) || [...folded].length > 1) continue;
    const group = groups.get(target) ?? new Set();
    groups.set(target, group.add(folded));
  }
  const rows = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([target, group]) => row(quote(target), quote([...group].sort().map(escaped).join(''))));
  return [
    '// made by `npm run generate` from the table of confusables of Unicode',
    '',
    '/** Texts of ASCII, in lower case, each with the characters that look like it after NFKC. */',
    'export const CONFUSABLES: readonly (readonly [ascii: string, characters: string])[] = [',
    ...rows,
    '];',
    '',
  ].join('\n');
}

/** The width at which the formatter breaks a line. */
const WIDTH = 110;

function row(target: string, characters: string): string {
  const line = `  [${target}, ${characters}],`;
  return line.length <= WIDTH ? line : `  [\n    ${target},\n    ${characters},\n  ],`;
}

function quote(text: string): string {
  return `'${text}'`;
}

function escaped(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
