import { describe, expect, it } from 'vitest';
import { shownText, shownTexts } from '../../../src/inspection/shown-text.ts';

const KEY = 'ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8';
const PRIVATE_KEY = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0B'.repeat(4)}\n-----END RSA PRIVATE KEY-----`;

describe('a text of a server in a report', () => {
  it.each([
    ['a token', `the key is ${KEY}.`, 'the key is gh…8. (41 characters)'],
    ['a token in JSON', `{"content":[{"type":"text","text":"${KEY}"}]}`, undefined],
    [
      'a password under its key',
      '{"user":"ada","password":"hunter2!"}',
      '{"user":"ada","password":"8 characters"}',
    ],
    ['a password with a quote', '{"password":"hunt\\"er2","a":1}', '{"password":"9 characters","a":1}'],
    [
      'a password in JSON inside of JSON',
      'found `"{\\"password\\": \\"hunter2!\\",\\"a\\":1}"`',
      'found `"{\\"password\\": \\"8 characters\\",\\"a\\":1}"`',
    ],
    [
      'a password with a quote in JSON inside of JSON',
      '"{\\"password\\":\\"hunt\\\\\\"er2\\",\\"a\\":1}"',
      '"{\\"password\\":\\"11 characters\\",\\"a\\":1}"',
    ],
    [
      'a key three times in JSON',
      JSON.stringify(JSON.stringify(JSON.stringify({ api_key: KEY }))),
      undefined,
    ],
    ['a header', 'Authorization: Bearer a1B2c3D4e5F6g7H8i9J0', undefined],
    ['a private key', PRIVATE_KEY, undefined],
    ['a private key in JSON', JSON.stringify({ text: PRIVATE_KEY }), undefined],
    [
      'base64 of a token',
      `the file: ${btoa(`token: ${KEY}`)} is here`,
      'the file: dG…g= (64 characters) is here',
    ],
  ])('has a mask in place of %s', (_, text, shown) => {
    const found = shownText(text);
    if (shown !== undefined) expect(found).toBe(shown);
    expect(found).toMatch(/\d+ characters?/);
    for (const secret of [KEY, 'a1B2c3D4e5', 'hunt', 'MIIEvQIB', btoa(KEY).slice(4, 20)])
      expect(found).not.toContain(secret);
  });

  it.each([...KEY.slice(14).split('').keys()])(
    'shows no long piece of a token that was cut after %i more characters',
    (more) => {
      const at = 14 + more;
      expect(shownText(`key ${KEY.slice(0, at)}… and on`)).not.toContain(KEY.slice(0, 12));
      expect(shownText(`{"a":"${KEY.slice(0, at)}…${KEY.slice(-14)}"}`)).not.toContain(KEY.slice(-10));
      expect(shownText(`key ${KEY.slice(0, at)}`, { end: true })).not.toContain(KEY.slice(0, 12));
      expect(shownText(`${KEY.slice(at - 12)} and on`, { start: true })).not.toContain(KEY.slice(-10));
    },
  );

  it('shows no rest of a private key whose first line was cut off', () => {
    for (const text of [PRIVATE_KEY, JSON.stringify(PRIVATE_KEY)]) {
      expect(shownText(`found …${text.slice(40)}`)).not.toContain('MIIEvQIB');
    }
  });

  it.each([
    'found `"Berlin"`, expected `"Bern"`',
    'found `{"next_page_token":"a1B2c3D4e5F6g7H8i9J0","primary_key":"id"}`',
    'called with `{"id":"0b6f3c2e-5d1a-4c8e-9f7b-2a3d4e5f6a7b","text":"a long text that goes on and…`',
    'at `2026-05-01T10:00:00Z…`, in /srv/data/customers/reports…',
    'Authorization: Bearer [WEATHER_TOKEN]',
    '{"password":"[DB_PASSWORD]"}',
    'get_weather_2025',
    '',
  ])('stays as it is without a secret: %s', (text) => {
    expect(shownText(text)).toBe(text);
  });

  it('changes nothing in what it returned', () => {
    for (const text of [KEY, `a ${KEY.slice(0, 20)}…`, JSON.stringify(PRIVATE_KEY), btoa(KEY)]) {
      expect(shownText(shownText(text))).toBe(shownText(text));
    }
  });

  it('is read in each place of a report, and keys stay', () => {
    expect(shownTexts({ tests: [{ name: KEY, line: 3 }], [KEY]: null })).toEqual({
      tests: [{ name: 'gh…R8 (40 characters)', line: 3 }],
      [KEY]: null,
    });
  });
});
