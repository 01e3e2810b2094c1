/** Returns the code blocks in a language in the section of a page with this heading, without the sections after it. */
export function blocksBelow(page: string, heading: string, language: string): string[] {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  return blocksOf(section, language);
}

/** Returns all code blocks in a language. */
export function blocksOf(page: string, language: string): string[] {
  const block = new RegExp(`^\`{3}${language}\\n([\\s\\S]*?)^\`{3}$`, 'gm');
  return [...page.matchAll(block)].map(([, text = '']) => text);
}
