import { describe, expect, it } from 'vitest';
import { checkClaims, sourceClaims } from '../../../../../src/features/evidence/verify/claims.ts';
import { COMMIT, evidenceWith } from '../../../../support/evidence-to-verify.ts';

const FULCIO = '1.3.6.1.4.1.57264.1.';
const bare = (text: string) => new TextEncoder().encode(text);
/** A text in DER; 0x0c is UTF8String. */
const der = (text: string, tag = 0x0c) => {
  const length = text.length < 0x80 ? [text.length] : [0x81, text.length];
  return Uint8Array.from([tag, ...length, ...bare(text)]);
};
const REPO = 'https://github.com/acme/weather';
const OTHER = 'f'.repeat(40);

/** How many reasons a certificate with this extension gives against an artifact of this source. */
function against(
  number: number,
  value: Uint8Array,
  source: object | undefined = { repo: REPO, commit_sha: COMMIT },
) {
  const claims = sourceClaims([{ oid: `${FULCIO}${number}`, value }]);
  return checkClaims(evidenceWith({ source }), claims).map(({ code, message }) => `${code}: ${message}`);
}

describe('the source in a certificate', () => {
  it.each<[string, number, Uint8Array]>([
    ['the commit of the workflow', 3, bare(COMMIT)],
    ['the repository of the workflow', 5, bare('acme/weather')],
    ['the repository', 12, der(REPO)],
    ['the repository, in another kind of text', 12, der(REPO, 0x16)],
    ['a long repository', 12, der(`${REPO}/${'x'.repeat(0)}`.padEnd(0x90, '/'))],
    ['the commit', 13, der(COMMIT)],
    ['the commit in capital letters', 13, der(COMMIT.toUpperCase())],
    ['something else', 14, der('refs/heads/main')],
  ])('agrees with the artifact: %s', (_, number, value) => {
    expect(against(number, value)).toEqual([]);
  });

  it.each<[string, number, Uint8Array, string]>([
    ['the commit of the workflow', 3, bare(OTHER), `the commit \`"${OTHER}"\``],
    [
      'the repository of the workflow',
      5,
      bare('acme/weather2'),
      'the repository `"https://github.com/acme/weather2"`',
    ],
    [
      'the repository',
      12,
      der('https://github.com/acme/Weather'),
      'the repository `"https://github.com/acme/Weather"`',
    ],
    ['the commit', 13, der(OTHER), `the commit \`"${OTHER}"\``],
    ['what is no text', 13, der(COMMIT, 0x04), 'bytes that are not text'],
    ['what is empty', 13, Uint8Array.of(), 'bytes that are not text'],
  ])('contradicts the artifact: %s', (_, number, value, message) => {
    expect(against(number, value)).toEqual([expect.stringMatching(/^source-mismatch: /)]);
    expect(against(number, value)[0]).toContain(message);
  });

  it('is compared only with what the artifact says', () => {
    expect(against(13, der(OTHER), undefined)).toHaveLength(1);
    expect(against(13, der(OTHER), {})).toEqual([]);
    expect(against(13, der(OTHER), { repo: REPO })).toEqual([]);
    expect(against(12, der('https://x.example/y'), { commit_sha: COMMIT })).toEqual([]);
  });

  it('counts each claim once, and all that differ', () => {
    const extensions = [
      { oid: `${FULCIO}3`, value: bare(OTHER) },
      { oid: `${FULCIO}13`, value: der(OTHER) },
      { oid: `${FULCIO}13`, value: der('e'.repeat(40)) },
    ];
    expect(checkClaims(evidenceWith(), sourceClaims(extensions))).toHaveLength(2);
  });
});
