import { expect, it } from 'vitest';
import { specHeadings } from '../scripts/spec-headings.ts';

it('collects the headings of the spec that comments name', () => {
  const sources = [
    ['b.ts', '/**\n * Decides.\n * Spec (run evidence): "Grades" and\n * "What a\n * grade means".\n */'],
    ['a.ts', '/** Spec (run evidence): "Grades", `good`. */\n// Spec (release gate): "`max`", "Facts"'],
  ] as const;
  expect(specHeadings(sources)).toEqual([
    { text: 'release gate', heading: 'Facts', files: ['a.ts'] },
    { text: 'release gate', heading: '`max`', files: ['a.ts'] },
    { text: 'run evidence', heading: 'Grades', files: ['a.ts', 'b.ts'] },
    { text: 'run evidence', heading: 'What a grade means', files: ['b.ts'] },
  ]);
});

it.each(['Spec (gates): "Facts"', 'Spec (release gate): the facts'])('refuses %s', (note) => {
  expect(() => specHeadings([['a.ts', `// ${note}`]])).toThrow('a.ts: `Spec (');
});
