import { codeEscape, replaceUnsafe } from '../text/escape-terminal.ts';

/** Characters that XML 1.0 forbids, even as a reference. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/u;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/**
 * Escapes text for XML 1.0, both in attributes and in content. A parser returns the same text, line breaks included,
 * except for characters that XML forbids: those become a visible escape such as `\u001b`. Characters that could harm
 * a terminal become character references.
 */
export function escapeXml(text: string): string {
  const markup = text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
  return replaceUnsafe(markup, (char) =>
    FORBIDDEN.test(char) ? codeEscape(char) : `&#${char.codePointAt(0)};`,
  ).replace(/[\ufffe\uffff]/g, codeEscape);
}

/** Formats an opening tag with its attributes in the given order. */
export function openTag(name: string, attributes: Readonly<Record<string, string | number>>): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  return `<${name}${written.join('')}>`;
}
