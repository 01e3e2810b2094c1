import { displayWidth } from './display-width.ts';

/** A terminal narrower than this is treated as this wide: hardly any word would fit. */
const NARROWEST = 20;

/** How much further than its line a continuation is indented. */
const HANGING = 2;

/** The colours of a palette. */
const COLOURS = /\u001b\[[\d;]*m/g;

/**
 * Breaks the lines of a report at their spaces, so that a narrow terminal does not break them within words. A word that is
 * longer than a line gets its own.
 */
export function fitLines(report: string, columns: number): string {
  const width = Math.max(columns, NARROWEST);
  return report
    .split('\n')
    .map((line) => (widthOf(line) <= width ? line : fitLine(line, width)))
    .join('\n');
}

function fitLine(line: string, width: number): string {
  const [indent = ''] = /^ */.exec(line) ?? [];
  const further = ' '.repeat(Math.min(indent.length + HANGING, width / 2));
  const lines: string[] = [];
  let current = '';
  let gap = indent;
  for (const [, word = '', space = ''] of line.slice(indent.length).matchAll(/([^ ]+)( *)/g)) {
    if (current !== '' && widthOf(current + gap + word) > width) {
      lines.push(current);
      current = further + word;
    } else current += gap + word;
    // a broken line keeps no columns
    gap = space.slice(0, 2);
  }
  return [...lines, current].join('\n');
}

function widthOf(text: string): number {
  return displayWidth(text.replace(COLOURS, ''));
}
