import { describe, expect, it } from 'vitest';
import { maskVolatile } from '../../../src/mcp/mask-volatile.ts';

describe('maskVolatile', () => {
  it.each([
    ['2026-11-28T22:00:00Z', '<time>'],
    ['2026-11-28T22:00:00.123456+01:00', '<time>'],
    ['at 2026-11-28 22:00:00Z.', 'at <time>.'],
    ['id 7d444840-9dc0-11d1-b245-5ffdce74fad2', 'id <uuid>'],
    ['http://127.0.0.1:40123/mcp and [::1]:80', 'http://127.0.0.1:<port>/mcp and [::1]:<port>'],
    ['LOCALHOST:3000', 'LOCALHOST:<port>'],
  ])('replaces what differs between runs in %s', (text, masked) => {
    expect(maskVolatile(text)).toBe(masked);
    expect(maskVolatile({ list: [text] })).toEqual({ list: [masked] });
  });

  it.each([
    '2026-11-28',
    '22:00:00',
    '2026-11-28T22:00:00',
    'example.org:443',
    '10.127.0.0.1:80',
    'a7d444840-9dc0-11d1-b245-5ffdce74fad2',
    '7d444840-9dc0-11d1-b245-5ffdce74fad2-1',
  ])('leaves %s, which says something', (text) => {
    expect(maskVolatile(text)).toBe(text);
  });

  it('replaces what belongs to one exchange, wherever it is, and keeps that it is there', () => {
    const value = { content: [{ _meta: { a: 1 }, text: 'x' }], requestState: 'opaque', id: 4, n: null };
    expect(maskVolatile(value)).toEqual({
      content: [{ _meta: '<meta>', text: 'x' }],
      requestState: '<state>',
      id: 4,
      n: null,
    });
  });

  it('sets no prototype', () => {
    const masked = maskVolatile(JSON.parse('{"__proto__": {"a": 1}}'));
    expect(Object.keys(masked as object)).toEqual(['__proto__']);
    expect(({} as { a?: number }).a).toBeUndefined();
  });
});
