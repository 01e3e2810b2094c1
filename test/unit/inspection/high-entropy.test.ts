import { describe, expect, it } from 'vitest';
import { isPlaceholder, looksRandom } from '../../../src/inspection/high-entropy.ts';
import { fake, variable } from '../../inspection/fake.ts';

describe('looksRandom', () => {
  it.each([fake(32), fake(24, 'hex'), fake(40, 'base64'), '9b2f6c1e-7d3a-4f58-8e21-0c4d9a6b5e73'])(
    'takes %s',
    (text) => {
      expect(looksRandom(text)).toBe(true);
    },
  );

  it.each([
    ['words', 'correct horse battery staple'],
    ['one word', 'authentication'],
    ['a number', '123456789012345678'],
    ['what repeats itself', 'a1a1a1a1a1a1a1a1a1'],
    ['a date', '2026-06-01T12:00:00Z'],
    ['a path', './secrets/key-2024.pem'],
    ['a URL', 'https://acme.io/a1b2c3d4e5'],
    ['what is too short', 'a1B2c3D4'],
    ['what is no key any more', fake(600)],
    ['a variable', variable('API_KEY_2')],
  ])('refuses %s', (_, text) => {
    expect(looksRandom(text)).toBe(false);
  });
});

describe('isPlaceholder', () => {
  it.each([
    '<token>',
    variable('TOKEN'),
    '$TOKEN',
    '{{ token }}',
    '****',
    'xxxxxxxx',
    'your-api-key',
    'changeme',
    'REDACTED',
    'op://vault/x',
  ])('knows %s', (text) => {
    expect(isPlaceholder(text)).toBe(true);
  });

  it.each(['hunter22', 'Summer2024!', 'yours truly 7'])('lets %s be', (text) => {
    expect(isPlaceholder(text)).toBe(false);
  });
});
