import { codeEscape, replaceUnsafe } from '../text/escape-terminal.ts';

/** What XML 1.0 allows neither as itself nor as a reference. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/**
 * Text for XML 1.0, good in an attribute as in content. A parser gives back the same text, line breaks
 * included, but for the characters that XML forbids: those become a visible escape such as `\u001b`. What
 * could harm a terminal becomes a character reference.
 */
export function escapeXml(text: string): string {
  const markup = text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
  return replaceUnsafe(markup, (char) =>
    FORBIDDEN.test(char) ? codeEscape(char) : `&#${char.codePointAt(0)};`,
  ).replace(/[\ufffe\uffff]/g, codeEscape);
}

/** An opening tag with its attributes in the given order. */
export function openTag(name: string, attributes: Readonly<Record<string, string | number>>): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  return `<${name}${written.join('')}>`;
}
