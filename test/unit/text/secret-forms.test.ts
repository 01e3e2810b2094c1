import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { revealing } from '../../../src/features/record/env-secret.ts';
import { secretForms } from '../../../src/text/secret-forms.ts';
import { Masker } from '../../../src/values/masker.ts';

const SECRET = 'sk/é "1"+x?>';

/** What programs make of a secret before they print it. */
const WRITTEN: readonly (readonly [how: string, write: (secret: string) => string])[] = [
  ['as it is', (secret) => `Bearer ${secret}!`],
  ['in JSON', (secret) => JSON.stringify({ token: secret })],
  ['in JSON of ASCII alone', (secret) => JSON.stringify(secret).replaceAll('é', '\\u00e9')],
  ['in JSON that escapes slashes', (secret) => JSON.stringify(secret).replaceAll('/', '\\/')],
  ['in JSON in a text that a message quotes', (secret) => JSON.stringify(JSON.stringify({ v: secret }))],
  [
    'in JSON of ASCII alone, quoted twice',
    (secret) => JSON.stringify(JSON.stringify(JSON.stringify(secret).replaceAll('é', '\\u00e9'))),
  ],
  ['in a URL', (secret) => `?token=${encodeURIComponent(secret)}`],
  [
    'in a URL in lower case',
    (secret) =>
      `?token=${encodeURIComponent(secret).replaceAll('%C3%A9', '%c3%a9').replaceAll('%2F', '%2f').replaceAll('%22', '%22').replaceAll('%2B', '%2b').replaceAll('%3F', '%3f').replaceAll('%3E', '%3e')}`,
  ],
  ['in a form', (secret) => encodeURIComponent(secret).replaceAll('%20', '+')],
  ['in base64', (secret) => Buffer.from(secret).toString('base64')],
  ['in base64 of URLs', (secret) => Buffer.from(secret).toString('base64url')],
  ['in basic authorization', (secret) => `Basic ${Buffer.from(`user:${secret}`).toString('base64')}`],
  ['in base64 with text after it', (secret) => Buffer.from(`a${secret} and more`).toString('base64url')],
];

describe('the forms of a secret', () => {
  it.each(WRITTEN)('are hidden in reports %s', (_, write) => {
    const masked = new Masker([{ name: 'TOKEN', value: SECRET }]).text(write(SECRET));
    expect(masked).toContain('[TOKEN]');
    expect(masked).not.toContain(SECRET);
  });

  const MARKUP = `S3cr3t/Val+ue&<x>"9'`;
  it.each([
    ['with all quotes', 'a S3cr3t/Val+ue&amp;&lt;x&gt;&quot;9&#39; b'],
    ['with quotes in hexadecimal digits', 'a S3cr3t/Val+ue&amp;&lt;x&gt;&quot;9&#x27; b'],
    ['with quotes by their names', 'a S3cr3t/Val+ue&amp;&lt;x&gt;&quot;9&apos; b'],
    ['with one kind of quotes', `a S3cr3t/Val+ue&amp;&lt;x&gt;&quot;9' b`],
    ['without quotes', `a S3cr3t/Val+ue&amp;&lt;x&gt;"9' b`],
  ])('are hidden in HTML %s', (_, text) => {
    expect(new Masker([{ name: 'SEC', value: MARKUP }]).text(text)).toBe('a [SEC] b');
  });

  it('include the base64 of a short secret', () => {
    expect(new Masker([{ name: 'PIN', value: 'abcd' }]).text('YWJjZA==')).toBe('[PIN]');
  });

  it('are the same for tapes', () => {
    const texts = revealing([{ name: 'TOKEN', value: SECRET }]).map(({ text }) => text);
    expect(new Set(texts)).toEqual(new Set(secretForms(SECRET)));
  });

  it('hold whatever stands around the secret in base64', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 8, unit: 'binary' }),
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary' }),
        (secret, before, after) => {
          const written = Buffer.from(before + secret + after).toString('base64');
          return secretForms(secret).some((form) => written.includes(form));
        },
      ),
    );
  });
});
