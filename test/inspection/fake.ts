const ALPHABETS = {
  word: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  hex: '0123456789abcdef',
  base64: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
} as const;

/**
 * Characters that look like chance, and are the same each time for one seed. No key stands in this repository, not even
 * one that opens nothing: scanners of sources would report it.
 */
export function fake(length: number, alphabet: keyof typeof ALPHABETS = 'word', seed = 1): string {
  const letters = ALPHABETS[alphabet];
  let state = (seed * 2654435761 + length) >>> 0;
  let text = '';
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    text += letters[(state >>> 8) % letters.length];
  }
  return text;
}

/** A signed token without a meaning, whose header is real. */
export function fakeJwt(header: object = { alg: 'HS256', typ: 'JWT' }): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encode(header)}.${encode({ sub: '42', name: 'nobody' })}.${fake(43)}`;
}

/** A variable as shells and templates write it. */
export function variable(name: string): string {
  return `$\{${name}}`;
}
