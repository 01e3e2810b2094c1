import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PAGES } from '../../../support/page-samples.ts';

const HOSTILE = [
  '"><script>window.__pwned = 1</script>',
  '</style></title></summary><img src=x onerror="window.__pwned = 1">',
  '\u202e</li>',
  '\n::error::x',
];

/** Every tag of a page, in order, without the names of its parts. */
function tags(html: string): string[] {
  const body = html.slice(html.indexOf('<body>'));
  return [...body.matchAll(/<\/?([a-z0-9]+)/g)].map(([tag]) => tag);
}

describe.each(Object.entries(PAGES))('the page of %s', (_, page) => {
  it('has the same elements whatever a stranger wrote', () => {
    const plain = tags(page({ text: 'a', items: 6 }));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...HOSTILE)), (text) => {
        // a text of nothing is left out in places
        const html = page({ text: `x${text}`, items: 6 });
        expect(tags(html)).toEqual(plain);
        expect(html).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\ufeff]|^ *::/m);
      }),
    );
  });

  it('gives every part a name of its own, and links only to parts that it has', () => {
    const html = page({ text: 'a', items: 20 });
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const links = [...html.matchAll(/ href="#([^"]*)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('has headings in order, and names what its columns and rows are', () => {
    const html = page({ text: 'a', items: 6 });
    const levels = [...html.matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
    expect(levels[0]).toBe(1);
    expect(levels.every((level, index) => level <= (levels[index - 1] ?? 0) + 1)).toBe(true);
    expect(html).not.toMatch(/<th(?! scope=)[ >]/);
  });
});
