import { describe, expect, it } from 'vitest';
import { PAYLOAD_TYPE, PREDICATE_TYPE } from '../../../../../src/features/evidence/signature/in-toto.ts';
import { checkStatement, type Expected } from '../../../../../src/features/evidence/verify/statement.ts';
import { COMMIT } from '../../../../support/evidence-to-verify.ts';
import { sha256, statementOn } from '../../../../support/sigstore.ts';

const FILE = { digest: { sha256: sha256('hello') } };
const commitIs = (gitCommit: unknown) => ({ digest: { gitCommit } });
const encode = (text: string) => new TextEncoder().encode(text);

async function against(subject: unknown[], expected: Partial<Expected> = {}) {
  const payload = encode(JSON.stringify(statementOn('hello', { subject })));
  const all = { bytes: encode('hello'), predicateTypes: [PREDICATE_TYPE], ...expected };
  const reasons = await checkStatement({ payloadType: PAYLOAD_TYPE, payload }, all);
  return reasons.map(({ message }) => message);
}

describe('the commit among the subjects', () => {
  it.each<[string, unknown, Expected['commit']]>([
    ['of the artifact', COMMIT, COMMIT],
    ['of the artifact, in capital letters', COMMIT.toUpperCase(), COMMIT],
    ['of a file that knows none', COMMIT, undefined],
  ])('fits: %s', async (_, found, commit) => {
    expect(await against([FILE, commitIs(found)], { commit })).toEqual([]);
  });

  it.each<[string, unknown, Expected['commit'], string]>([
    ['another', 'f'.repeat(40), COMMIT, 'the artifact names `"1f2e'],
    ['one, where the artifact names none', COMMIT, null, 'but the artifact names none'],
    ['no text', 5, COMMIT, 'is the commit `5`'],
  ])('does not fit: %s', async (_, found, commit, message) => {
    expect(await against([FILE, commitIs(found)], { commit })).toEqual([expect.stringContaining(message)]);
  });

  it('does not stand in for the file', async () => {
    expect(await against([commitIs(COMMIT)], { commit: COMMIT })).toHaveLength(1);
  });
});

it.each(['sha1', 'sha3_256', 'md5', 'SHA512', 'gitTree'])(
  'a subject that states %s, too, vouches for nothing',
  async (name) => {
    const subject = { digest: { ...FILE.digest, [name]: 'f'.repeat(40) } };
    expect(await against([subject])).toEqual([
      `subject[0] has a digest that cannot be checked: \`"${name}"\``,
    ]);
  },
);

it.each<[string, Uint8Array, string]>([
  ['no UTF-8', Uint8Array.of(0xff), 'is not JSON: it is not UTF-8 text'],
  ['no JSON', encode('{'), 'is not JSON'],
  ['no object', encode('[]'), 'is not a statement'],
  ['a key twice', encode('{"subject":[],"subject":[]}'), 'is not JSON'],
])('a payload that is %s is not a statement', async (_, payload, message) => {
  const reasons = await checkStatement({ payloadType: PAYLOAD_TYPE, payload }, { bytes: encode('') });
  expect(reasons).toMatchObject([{ code: 'statement-type', message: expect.stringContaining(message) }]);
});
