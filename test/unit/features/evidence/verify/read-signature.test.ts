import { describe, expect, it } from 'vitest';
import { readBeside } from '../../../../../src/commands/evidence/signature-inputs.ts';
import { LONGEST_SIGNATURE_FILE } from '../../../../../src/features/evidence/signature/signature-format.ts';
import { readSignature } from '../../../../../src/features/evidence/verify/read-signature.ts';
import { memoryFiles } from '../../../../support/memory-files.ts';

const read = (beside: Record<string, string>, path = 'e.json') =>
  readBeside(path, memoryFiles(beside)).then((texts) => readSignature(path, texts));

describe('the files beside an artifact', () => {
  it.each<[string, Record<string, string>, boolean, string[]]>([
    ['none', {}, false, []],
    ['a signature alone', { 'e.json.sig': 'QUJD' }, false, []],
    ['a signature in lines', { 'e.json.sig': 'QUJD\r\nQUJD\n' }, false, []],
    ['a blank file', { 'e.json.sig': ' \n' }, false, ['signature-empty']],
    ['a signature that is none', { 'e.json.sig': 'QUJDQ' }, false, ['signature-malformed']],
    ['a certificate that is none', { 'e.json.cert': 'QUJD' }, false, ['signature-malformed']],
    ['a bundle that is none', { 'e.json.sigstore.json': '{' }, true, ['signature-malformed']],
    ['a signature as long as may be', { 'e.json.sig': 'A'.repeat(LONGEST_SIGNATURE_FILE) }, false, []],
    [
      'a longer one',
      { 'e.json.sig': 'A'.repeat(LONGEST_SIGNATURE_FILE + 4) },
      false,
      ['signature-malformed'],
    ],
    ['a folder', { 'e.json.sigstore.json/x': '' }, true, ['signature-malformed']],
  ])('%s', async (_, beside, isPresent, codes) => {
    const found = await read(beside);
    expect({ isPresent: found.isPresent, codes: found.faults.map(({ code }) => code) }).toEqual({
      isPresent,
      codes,
    });
  });

  it('are not looked for when the artifact came from standard input', async () => {
    expect(await read({ '-.sig': 'QUJD', '-.cert': 'x' }, '-')).toEqual({ isPresent: false, faults: [] });
  });
});
