import { describe, expect, it } from 'vitest';
import { toJson } from '../../../src/documents/to-json.ts';

describe('a document as JSON', () => {
  it('keeps its layout, and has escapes for all else that could harm a terminal', () => {
    const document = { 'a\nb': ['\u001b[31m', '\u009b', '\u202e', '\u{e0041}', '##[error]'] };
    const text = toJson(document);
    expect(text).toBe(
      '{\n  "a\\nb": [\n    "\\u001b[31m",\n    "\\u009b",\n    "\\u202e",\n    "\\udb40\\udc41",\n    "\\u0023#[error]"\n  ]\n}\n',
    );
    expect(JSON.parse(text)).toEqual(document);
  });
});
