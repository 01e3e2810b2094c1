import { codeEscape, replaceUnsafe } from '../text/escape-terminal.ts';
import { scalarText } from '../values/scalar-text.ts';

/** Writes a JSON value on one line of YAML, with spaces that make it readable: `{ "state": ["open", "paid"] }`. */
export function toYamlFlow(value: unknown): string {
  if (typeof value === 'string') return toYamlText(value);
  if (Array.isArray(value)) return `[${value.map(toYamlFlow).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return scalarText(value);
  const members = Object.entries(value).map(([key, member]) => `${toYamlText(key)}: ${toYamlFlow(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** Quotes a text for YAML, and escapes every character that could change how the file is displayed. */
export function toYamlText(text: string): string {
  return replaceUnsafe(JSON.stringify(text), (char) => {
    const code = char.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : codeEscape(char);
  });
}
