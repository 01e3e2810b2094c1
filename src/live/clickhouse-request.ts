/** Writes a text as ClickHouse reads the value of a parameter. */
export function escaped(text: string): string {
  return text.replace(/[\\\t\n\r\0\b\f']/g, (character) => ESCAPES[character] ?? character);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\0': '\\0',
  '\b': '\\b',
  '\f': '\\f',
  "'": "\\'",
};

/** Writes a text in UTF-8 as a header has it. */
export function encoded(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
