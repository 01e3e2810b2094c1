import { describe, expect, it } from 'vitest';
import { secretsIn } from '../../../../src/features/scan/rules/secrets.ts';

/** Returns a token with claims that fill so many bytes. */
function tokenOf(bytes: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part({ sub: 'q7'.repeat(bytes / 2) })}.q8Zt1LmX0vR5nB2kW3`;
}

describe('the secrets in a text', () => {
  it.each([
    ['at its beginning', 0],
    ['where the first part of a long text ends', 61_300],
    ['far beyond', 200_000],
  ])('are found whole %s', (_, at) => {
    const token = tokenOf(5000);
    const found = secretsIn(`${'x '.repeat(at / 2)}${token} and more`, '');
    expect(found.find(({ detector }) => detector === 'secret.jwt')?.text).toBe(token);
  });

  it('are not said to be a password by the name of their parameter alone', () => {
    expect(secretsIn('a word that is long enough', 'password')).toEqual([]);
  });
});
