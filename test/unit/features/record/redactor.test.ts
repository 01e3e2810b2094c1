import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messagesIn, textOf, toFrame } from '../../../../src/features/record/frame.ts';
import { Redactor } from '../../../../src/features/record/redactor.ts';

// assembled, so that no scanner takes this file for a leak
const GITHUB = `ghp_${'aB3dE5gH7jK9mN1pQ3sT5vX7zA9cE1gH3jK5'}`;
const VALUE = 'correct-horse/battery+staple';
const redactor = () => new Redactor([{ name: 'WEATHER', value: VALUE }]);
const frame = (text: string) => toFrame(new TextEncoder().encode(text), redactor());
const KEY = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEpAIBAAKCAQEA7bq3hUw2\n'.repeat(60)}-----END RSA PRIVATE KEY-----`;

describe('a redactor', () => {
  it.each([
    [{ 'X-Api-Key': 'a' }, { 'X-Api-Key': '[redacted]' }],
    [
      { accessToken: 'a', deploy_key: ['a', 'b'] },
      { accessToken: '[redacted]', deploy_key: ['[redacted]', '[redacted]'] },
    ],
    [
      { cookie: 'a=b', Authorization: 'x' },
      { cookie: '[redacted]', Authorization: '[redacted]' },
    ],
    [{ apiKey: 12345 }, { apiKey: '[redacted]' }],
    [{ api_key: VALUE }, { api_key: '[redacted:WEATHER]' }],
    [{ text: `use ${GITHUB} now` }, { text: 'use [redacted] now' }],
    [{ text: `a ${VALUE} b` }, { text: 'a [redacted:WEATHER] b' }],
    [{ url: `?q=${encodeURIComponent(VALUE)}` }, { url: '?q=[redacted:WEATHER]' }],
    [{ [`k ${VALUE}`]: 1 }, { 'k [redacted:WEATHER]': 1 }],
    [
      { [GITHUB]: 1, [`${GITHUB}b`]: 2 },
      { '[redacted]': 1, '[redacted] 2': 2 },
    ],
    [
      { text: `{"password":"x","api-token":"y"}` },
      { text: '{"password":"[redacted]","api-token":"[redacted]"}' },
    ],
    [{ text: `see ${KEY} end` }, { text: 'see [redacted] end' }],
    [{ text: `Authorization: Bearer abcdefghij` }, { text: 'Authorization: Bearer [redacted]' }],
    [{ text: `Cookie: session=1` }, { text: 'Cookie: [redacted]' }],
    [{ passwords: ['a', 'b'] }, { passwords: ['[redacted]', '[redacted]'] }],
    [{ url: 'https://a/b?page=1&api_key=abc&x=2#c' }, { url: 'https://a/b?page=1&api_key=[redacted]&x=2#c' }],
    [{ body: 'user=a&access_token=abc' }, { body: 'user=a&access_token=[redacted]' }],
    [
      { text: `A=1\nexport API_KEY="abc"\nDB_PASSWORD=${VALUE}\nCOPY_TOKEN=$API_KEY` },
      { text: 'A=1\nexport API_KEY="[redacted]"\nDB_PASSWORD=[redacted:WEATHER]\nCOPY_TOKEN=$API_KEY' },
    ],
    [
      {
        headers: [
          { name: 'X-Api-Key', value: 'abc' },
          { key: 'Cookie', value: 'a=b' },
          { name: 'a', value: 'b' },
        ],
      },
      {
        headers: [
          { name: 'X-Api-Key', value: '[redacted]' },
          { key: 'Cookie', value: '[redacted]' },
          { name: 'a', value: 'b' },
        ],
      },
    ],
    [{ text: Buffer.from(VALUE).toString('hex') }, { text: '[redacted:WEATHER]' }],
    [{ text: btoa(btoa(`key ${GITHUB}`)) }, { text: '[redacted]' }],
  ])('replaces the secret in %j', (value, expected) => {
    expect(redactor().value(value)).toEqual(expected);
  });

  it('leaves what only looks like one', () => {
    const value = {
      inputSchema: { properties: { api_key: { type: 'string', description: 'the key' } } },
      text: 'API_KEY=$OTHER SORT=asc key=1 ?page=2&q=token',
      argument: { name: 'api_key', required: true, value: { of: 'a list' } },
    };
    expect(redactor().value(value)).toEqual(value);
  });

  it('hides what headers repeat of a message with a secret, under any name', () => {
    const seen = { 'mcp-param-region': 'quiet', 'mcp-method': 'tools/call', 'mcp-param-none': '' };
    expect(redactor().headers(seen)).toEqual(seen);
    expect(redactor().headers(seen, true)).toEqual({ ...seen, 'mcp-param-region': '[redacted]' });
  });

  it('finds a secret between bytes that are no text', () => {
    const own = new Redactor([{ name: 'PLACE', value: 'geheimer-Wert-für-später' }]);
    const bytes = Buffer.concat([Buffer.from([0xff]), Buffer.from('a geheimer-Wert-für-später b')]);
    expect(toFrame(bytes, own)).toEqual({ frame: '\ufffda [redacted:PLACE] b' });
  });

  it.each([
    { maxTokens: 100, usage: { output_tokens: 7, totalTokens: 12 } },
    { text: 'cut off: {"max_tokens":100,' },
  ])('leaves numbers that count tokens: %j', (value) => {
    expect(redactor().value(value)).toEqual(value);
    expect(redactor().value({ tokens: ['a'], access_tokens: 'a', token: 5 })).toEqual({
      tokens: ['a'],
      access_tokens: '[redacted]',
      token: '[redacted]',
    });
  });

  it('says what it replaced and how often, and never a value', () => {
    const own = redactor();
    own.headers({ authorization: 'Bearer abc', cookie: 'a=b' });
    own.value({ apiKey: 12345, list: [{ apiKey: 'x' }], url: `?q=${VALUE}&r=${VALUE}`, text: GITHUB });
    own.value({ text: btoa(`user:${VALUE}:x`), [`${GITHUB}_token`]: 'quiet' });
    own.text('"password":"quiet" Cookie: session=1');
    const words = own.inWords.join('\n');
    expect(words.split('\n')).toEqual([
      'header `authorization` (1)',
      'header `cookie` (2)',
      'member `apiKey` (2)',
      'environment variable `WEATHER` (3)',
      'detector `secret.github_token` (2)',
      'member `…` (1)',
      'member `password` (1)',
    ]);
    for (const secret of ['Bearer abc', '12345', VALUE, GITHUB, 'quiet']) expect(words).not.toContain(secret);
  });

  it('names twenty kinds, and counts the others together', () => {
    const own = redactor();
    own.value(Object.fromEntries(Array.from({ length: 23 }, (_, at) => [`part${at}_token`, 'x'])));
    expect(own.inWords).toHaveLength(21);
    expect(own.inWords.at(-1)).toBe('others (3)');
    expect(own.values).toBe(23);
  });

  it('finds values of variables inside base64, wherever they begin', () => {
    for (const user of ['', 'a', 'ab', 'abc']) {
      const text = btoa(`${user}:${VALUE}:x`);
      const redacted = JSON.stringify(redactor().value({ text }));
      expect(redacted).toContain('[redacted');
      expect(redacted).not.toContain(btoa(VALUE).slice(4, 20));
    }
  });

  it('finds secrets beyond the part of a text that is inspected elsewhere', () => {
    const long = `${'word '.repeat(40_000)}${GITHUB}${' word'.repeat(10)}`;
    expect(redactor().text(long)).not.toContain('ghp_');
  });

  it.each([
    { progressToken: 'a1', _meta: { progressToken: 5 } },
    { properties: { api_key: { type: 'string', description: 'the key' } }, required: ['api_key'] },
    { key: 'name', text: 'authorization is required for all', tokens: 5, nextCursor: 'abc' },
    { text: 'the cookie: jar' },
  ])('leaves %j', (value) => {
    const { tokens, ...rest } = value as { tokens?: number };
    expect(redactor().value(rest)).toBe(rest);
  });

  it('redacts text that is no JSON, broken JSON, and keys that occur twice', () => {
    expect(frame('{"api_key":"hunter2').frame).toBe('{"api_key":"[redacted]"');
    expect(frame('{"api_key":"hunter2","api_key":""}').frame).not.toContain('hunter2');
    expect(frame(`log: ${VALUE}`).frame).toBe('log: [redacted:WEATHER]');
    const deep = `${'['.repeat(600)}{"api_key":"hunter2"}${']'.repeat(600)}`;
    expect(frame(deep).frame).not.toContain('hunter2');
  });

  it('keeps the text of a frame that JSON would write in another way', () => {
    for (const text of ['{ "a": 1 }', '{"n":1.0}', '"text"', 'noise', '{"b":1,"1":2}', '7', '\ufeff{}']) {
      expect(textOf(frame(text))).toBe(text);
    }
    expect(frame('{"a":[1]}').frame).toEqual({ a: [1] });
    expect(messagesIn(frame('{ "a": 1 }'))).toEqual([{ a: 1 }]);
  });

  it('keeps bytes that are no text, and hides what looks like a secret in them', () => {
    const bytes = new Uint8Array([0xff, 0xfe, 0x41]);
    expect(toFrame(bytes, redactor())).toEqual({ frame: '//5B', encoding: 'base64' });
    const secret = new Uint8Array([0xff, ...new TextEncoder().encode(` ${GITHUB}`)]);
    expect(toFrame(secret, redactor()).frame).not.toContain('ghp_');
  });

  it('changes nothing the second time, and leaves no value of a variable', () => {
    const secret = fc.constantFrom(VALUE, GITHUB, `Bearer ${GITHUB}`, KEY, btoa(`u:${VALUE}`), 'plain');
    const key = fc.oneof(
      fc.string(),
      fc.constantFrom('api_key', 'x-token', 'password', 'text', VALUE, '__proto__'),
    );
    const { value: json } = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 4 }, secret, fc.string(), fc.integer(), tie('list'), tie('object')),
      list: fc.array(tie('value'), { maxLength: 3 }),
      object: fc.dictionary(key, tie('value'), { maxKeys: 3 }),
      text: tie('value').map((value) => JSON.stringify(value)),
    }));
    fc.assert(
      fc.property(json, fc.nat(2), (value, indent) => {
        const written = frame(JSON.stringify(value, null, indent));
        const text = textOf(written) as string;
        expect(text).not.toContain(VALUE);
        expect(text).not.toContain('ghp_');
        const again = toFrame(new TextEncoder().encode(text), redactor());
        expect(textOf(again)).toBe(text);
      }),
      { numRuns: 300 },
    );
  });
});
