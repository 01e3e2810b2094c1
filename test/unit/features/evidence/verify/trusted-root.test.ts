import { expect, it } from 'vitest';
import { attempt } from '../../../../../src/errors.ts';
import { toTrusts } from '../../../../../src/features/evidence/verify/trusted-root.ts';
import { type BundleJson, sigstoreInstance } from '../../../../support/sigstore.ts';

const { trustedRoot } = await sigstoreInstance();

const trustIn = (root: object) =>
  attempt(() => toTrusts({ path: 'root.json', bytes: Buffer.from(JSON.stringify(root, null, 2)) }));

it('takes a sound trusted root', async () => {
  expect(await trustIn(trustedRoot)).toMatchObject({ value: [{ source: 'root.json' }] });
});

it.each<[string, (root: BundleJson) => void, (string | number)[]]>([
  ['a log without a key', (root) => delete root.tlogs[0].publicKey.rawBytes, ['tlogs', 0]],
  ['a log with a key that is none', (root) => (root.tlogs[0].publicKey.rawBytes = 'AAAA'), ['tlogs', 0]],
  ['a log without an id', (root) => delete root.tlogs[0].logId, ['tlogs', 0]],
  ['a log with an empty id', (root) => (root.ctlogs[0].logId = {}), ['ctlogs', 0]],
  ['a log whose end cannot be read', (root) => (root.ctlogs[0].publicKey.validFor.end = 'x'), ['ctlogs', 0]],
  [
    'an authority without certificates',
    (root) => (root.certificateAuthorities[0].certChain.certificates = []),
    ['certificateAuthorities', 0],
  ],
  [
    'an authority without a chain',
    (root) => delete root.timestampAuthorities[0].certChain,
    ['timestampAuthorities', 0],
  ],
  [
    'a certificate that is none',
    (root) => (root.certificateAuthorities[0].certChain.certificates[0].rawBytes = 'AAAA'),
    ['certificateAuthorities', 0],
  ],
  [
    'an authority of a time that cannot be read',
    (root) => (root.certificateAuthorities[0].validFor.start = 'x'),
    ['certificateAuthorities', 0],
  ],
])('refuses %s, and says where it stands', async (_, damage, path) => {
  // not a structured clone: parts of it are one object in several places
  const root = JSON.parse(JSON.stringify(trustedRoot));
  damage(root);
  const result = await trustIn(root);
  expect(result).toMatchObject({ problems: [{ file: 'root.json', path, position: expect.anything() }] });
});

it.each([
  ['tlogs', null],
  ['tlogs', 5],
  ['certificateAuthorities', 'x'],
])('refuses a member of %s that is %j', async (list, member) => {
  expect(await trustIn({ ...trustedRoot, [list]: [member] })).toHaveProperty('problems');
});
