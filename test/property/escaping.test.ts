import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { expect, it } from 'vitest';
import { toJson } from '../../src/documents/to-json.ts';
import { code } from '../../src/report/markdown.ts';
import { tidyPath, toUriReference } from '../../src/report/path.ts';
import { workflowCommand } from '../../src/report/workflow-command.ts';
import { escapeXml } from '../../src/report/xml.ts';

/** Any text, mostly characters that have a meaning in output formats and terminals. */
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      ...'|`\\<>&"\'@[](){}*_~#$:/%,=-\n\r\t\u0000\u001b\u009b\u202e\u200b\ufeff\ufffe\ud800\udc00 a1w.',
    ),
    fc.constantFrom('::', ']]>', 'www.', 'http://', '##[', '</', '<!--'),
    fc.string({ unit: 'binary', maxLength: 1 }),
  ),
});

const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;

it('gives an XML parser the same text back, except characters that XML forbids', () => {
  fc.assert(
    fc.property(text, (written) => {
      const read: string[] = [];
      const parser = new SaxesParser();
      parser.on('error', (error) => {
        throw error;
      });
      parser.on('attribute', ({ value }) => void read.push(value));
      parser.on('text', (content) => void read.push(content));
      const escaped = escapeXml(written);
      parser.write(`<a b="${escaped}">x${escaped}</a>`).close();
      const expected = written.replace(
        FORBIDDEN,
        (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
      expect(read).toEqual([expected, `x${expected}`]);
      expect(escaped).not.toMatch(UNSAFE);
    }),
  );
});

it('gives a JSON parser the same value back', () => {
  fc.assert(
    fc.property(text, text, (key, value) => {
      const document = [{ [key]: value }];
      expect(JSON.parse(toJson(document))).toEqual(JSON.parse(JSON.stringify(document)));
      expect(toJson(document).replaceAll('\n', '')).not.toMatch(UNSAFE);
    }),
  );
});

it('keeps a workflow command on one line, with its properties and message separate', () => {
  fc.assert(
    fc.property(text, text, (title, message) => {
      const command = workflowCommand('error', { title, line: 1 }, message);
      expect(command).not.toMatch(UNSAFE);
      expect(command).toMatch(/^::error title=[^:,]*,line=1::/);
    }),
  );
});

it('keeps text from closing its code, opening a tag, or splitting a cell', () => {
  fc.assert(
    fc.property(text, (written) => {
      const inside = /^(?:`([^`]*)`|<code>(.*)<\/code>|)$/s.exec(code(written));
      expect(inside).not.toBeNull();
      expect(inside?.[1] ?? inside?.[2] ?? '').not.toMatch(/[<>|`@[\]\\*~\n]/);
    }),
  );
});

it('makes a URI reference from any path, and tidies a path completely the first time', () => {
  fc.assert(
    fc.property(text, (path) => {
      expect(tidyPath(tidyPath(path))).toBe(tidyPath(path));
      const uri = toUriReference(path);
      expect(uri).toMatch(/^(file:\/\/\/)?[\w\-.!~*'()%/:]*$/);
      expect(uri).toMatch(/^(file:|[^:]*$)/);
    }),
  );
});
