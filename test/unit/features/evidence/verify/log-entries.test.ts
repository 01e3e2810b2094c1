import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { TransparencyLogEntry } from '@sigstore/bundle';
import type { TrustedRoot } from '@sigstore/protobuf-specs';
import { describe, expect, it } from 'vitest';
import {
  checkLogEntries,
  checkLogTimes,
  checkProofs,
} from '../../../../../src/features/evidence/verify/log-entries.ts';

const [own, other] = [generateKeyPairSync('ed25519').publicKey, generateKeyPairSync('ed25519').publicKey];
const pem = (key: KeyObject) => Buffer.from(key.export({ type: 'spki', format: 'pem' })).toString('base64');
const der = (key: KeyObject) => key.export({ type: 'spki', format: 'der' }).toString('base64');
const named = (key: KeyObject) => ({ publicKey: { rawBytes: der(key) } });

const entryOf = (spec: unknown) =>
  ({ canonicalizedBody: Buffer.from(JSON.stringify({ spec })) }) as unknown as TransparencyLogEntry;

/** The places where the kinds of entries name the key of the signer. */
const PLACES: readonly [kind: string, spec: (key: KeyObject) => unknown][] = [
  ['hashedrekord', (key) => ({ signature: { publicKey: { content: pem(key) } } })],
  ['dsse', (key) => ({ signatures: [{ verifier: pem(key) }] })],
  ['intoto 0.0.1', (key) => ({ publicKey: pem(key) })],
  ['intoto 0.0.2', (key) => ({ content: { envelope: { signatures: [{ publicKey: pem(key) }] } } })],
  ['hashedrekord of v2', (key) => ({ hashedRekordV002: { signature: { verifier: named(key) } } })],
  ['dsse of v2', (key) => ({ dsseV002: { signatures: [{ verifier: named(key) }] } })],
];

describe('the signer of a log entry', () => {
  it.each(PLACES)('is named by %s', (_, spec) => {
    expect(checkLogEntries([entryOf(spec(own))], own)).toEqual([]);
    expect(checkLogEntries([entryOf(spec(other))], own)).toMatchObject([
      { message: 'log entry 0 is of a signature with another key' },
    ]);
  });

  it.each([
    [{}],
    [null],
    [{ publicKey: 'AAAA' }],
    [{ publicKey: 5 }],
    [{ dsseV002: { signatures: [{ verifier: {} }] } }],
  ])('is not found in %j', (spec) => {
    expect(checkLogEntries([entryOf(spec)], own)).toMatchObject([
      { code: 'log-unverified', message: "log entry 0 does not name the signer's key" },
    ]);
  });

  it('is checked in every entry', () => {
    const [, spec] = PLACES[0] as (typeof PLACES)[number];
    expect(checkLogEntries([entryOf(spec(own)), entryOf(spec(other))], own)).toMatchObject([
      { message: expect.stringContaining('log entry 1') },
    ]);
  });
});

const HASH = Buffer.alloc(32, 7);
const provenBy = (proof: object | undefined) =>
  ({
    inclusionProof: proof && {
      treeSize: '9',
      rootHash: HASH,
      checkpoint: { envelope: `log\n9\n${HASH.toString('base64')}\n\n\u2014 log AAAA\n` },
      ...proof,
    },
  }) as unknown as TransparencyLogEntry;

describe('a proof', () => {
  it('agrees with the checkpoint that the log has signed', () => {
    expect(checkProofs([provenBy({}), provenBy(undefined)])).toEqual([]);
  });

  it.each([
    ['another size', { treeSize: '8' }],
    ['another root', { rootHash: Buffer.alloc(32) }],
    ['no checkpoint', { checkpoint: undefined }],
  ])('does not agree with %s', (_, proof) => {
    expect(checkProofs([provenBy({}), provenBy(proof)])).toMatchObject([
      { code: 'log-unverified', message: 'log entry 1 contradicts the checkpoint of its own log' },
    ]);
  });
});

describe('the key of a log', () => {
  const ID = Buffer.from('log');
  const entry = { logId: { keyId: ID } } as unknown as TransparencyLogEntry;
  const time = (seconds: number) => new Date(seconds * 1000);
  const rootOf = (...logs: object[]) => ({ tlogs: logs }) as unknown as TrustedRoot;
  const log = (start?: number, end?: number, ids: object = { logId: { keyId: ID } }) => ({
    ...ids,
    publicKey: {
      validFor: {
        start: start === undefined ? undefined : time(start),
        end: end === undefined ? undefined : time(end),
      },
    },
  });

  it.each<[string, TrustedRoot]>([
    ['since then', rootOf(log(100))],
    ['until then', rootOf(log(1, 100))],
    [
      'by the name of its checkpoints',
      rootOf(log(1, 200, { checkpointKeyId: { keyId: ID }, logId: { keyId: Buffer.from('x') } })),
    ],
    ['as one of several', rootOf(log(1, 2), log(50))],
  ])('is in force: %s', (_, root) => {
    expect(checkLogTimes([entry], root, time(100))).toEqual([]);
  });

  it.each<[string, TrustedRoot]>([
    ['not yet', rootOf(log(101))],
    ['no longer', rootOf(log(1, 99))],
    ['without a start', rootOf(log(undefined))],
    ['without any time', rootOf({ logId: { keyId: ID } })],
    ['of another log', rootOf(log(1, 200, { logId: { keyId: Buffer.from('x') } }))],
    ['of none', rootOf()],
  ])('is not in force: %s', (_, root) => {
    expect(checkLogTimes([entry, entry], root, time(100))).toMatchObject([
      {
        code: 'log-unverified',
        message: expect.stringContaining('the log of entry 0 was not trusted at 1970-01-01T00:01:40'),
      },
      {},
    ]);
  });
});
