import { expect, it } from 'vitest';
import { attempt } from '../../../../../src/errors.ts';
import { toServerJsonMeta } from '../../../../../src/features/evidence/emit/server-json.ts';

const SHA = 'be'.repeat(32);

it('names the artifact for the official registry', () => {
  expect(toServerJsonMeta('https://example.com/evidence.json', SHA)).toEqual({
    _meta: {
      'io.modelcontextprotocol.registry/publisher-provided': {
        'dev.mcptest/evidence': {
          url: 'https://example.com/evidence.json',
          sha256: SHA,
          predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
        },
      },
    },
  });
});

it.each([
  'http://example.com/e.json',
  'example.com/e.json',
  'file:///e.json',
  'https://me:secret@example.com/e.json',
  'https://@example.com/e.json',
  'https:example.com/e.json',
  'https:///example.com/e.json',
  'https://example.com\\e.json',
  ' https://example.com/e.json',
  'https://example.com/e .json',
  'https://example.com/e\n.json',
  'https://example.com/\u202enosj.e',
  'https://example.com/\u001b[2Je.json',
  'https://',
])('refuses %s, without showing it', async (url) => {
  const result = await attempt(() => toServerJsonMeta(url, SHA));
  expect(result).toMatchObject({ problems: [{ message: '--url must be an https URL without credentials' }] });
});

it('stays below what the registry takes, in bytes', async () => {
  const long = (length: number) => `https://example.com/${'é'.repeat(length)}`;
  expect(toServerJsonMeta(long(1800), SHA)).toBeDefined();
  const result = await attempt(() => toServerJsonMeta(long(2000), SHA));
  expect(result).toMatchObject({
    problems: [{ message: expect.stringMatching(/^the block is 4\d\d\d bytes/) }],
  });
});
