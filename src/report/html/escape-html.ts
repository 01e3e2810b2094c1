import { codePointName, replaceUnsafe } from '../../text/escape-terminal.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Escapes text from an input for HTML, in attributes and in content. Line feeds stay. Characters that nobody would see, or
 * that change how others are read, become visible, such as `<U+200B>`.
 * Spec (reports): "Reports that people look at"
 */
export function escapeHtml(text: string): string {
  const markup = text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
  const visible = replaceUnsafe(markup, (char) => {
    if (char === '\n') return char;
    // only the start of a command of a CI log is unsafe about it
    return char === '#' ? '&#35;' : `&lt;${codePointName(char)}&gt;`;
  });
  // a page may be printed to a CI log, where `::` at the start of a line begins a command
  return visible.replace(/(^|\n)( *)::/g, '$1$2&#58;:');
}
