import { describe, expect, it } from 'vitest';
import { toCanonicalJson, toCompactCanonicalJson } from '../../../src/documents/canonical-json.ts';

describe('canonical JSON', () => {
  const value = { b: [1, 2.5e3, -0, {}], a: { '10': true, '9': null, é: '\u2028' }, c: undefined };

  it('is compact for a digest: keys by code unit, numbers as JavaScript writes them, nothing escaped', () => {
    expect(toCompactCanonicalJson(value)).toBe('{"a":{"10":true,"9":null,"é":"\u2028"},"b":[1,2500,0,{}]}');
  });

  it('is the same in both layouts but for blanks and escapes', () => {
    expect(JSON.parse(toCanonicalJson(value))).toEqual(JSON.parse(toCompactCanonicalJson(value)));
    expect(toCanonicalJson(value)).toContain('\n  "a": {\n    "10": true');
  });

  it('sorts keys by UTF-16 code unit, as RFC 8785 does, not by code point', () => {
    expect(toCompactCanonicalJson({ '\u{1f600}': 1, '\ufb33': 2, '\r': 3 })).toBe(
      '{"\\r":3,"\u{1f600}":1,"\ufb33":2}',
    );
  });
});
