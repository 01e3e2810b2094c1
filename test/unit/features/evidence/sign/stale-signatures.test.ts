import { describe, expect, it } from 'vitest';
import { attempt } from '../../../../../src/errors.ts';
import { refuseStaleSignatures } from '../../../../../src/features/evidence/sign/stale-signatures.ts';
import type { SignatureSuffix } from '../../../../../src/features/evidence/signature/signature-files.ts';

/** The files that are named, where these names are links. */
async function refused(
  there: readonly string[],
  made: readonly SignatureSuffix[],
  links: Readonly<Record<string, string>> = {},
) {
  const realPath = (path: string) => links[path] ?? (there.includes(path) ? path : null);
  const result = await attempt(() => refuseStaleSignatures('/e', made, realPath));
  return 'problems' in result ? result.problems.map(({ file }) => file) : [];
}

describe('signatures of an earlier artifact', () => {
  it('are those that are not written again', async () => {
    const there = ['/e', '/e.sig', '/e.cert', '/e.sigstore.json'];
    expect(await refused(there, ['.sig', '.cert'])).toEqual(['/e.sigstore.json']);
    expect(await refused([], [])).toEqual([]);
  });

  it('may be next to the target of a link', async () => {
    const there = ['/real', '/real.sig', '/real.sigstore.json'];
    const links = { '/e': '/real' };
    expect(await refused(there, [], links)).toEqual(['/real.sig', '/real.sigstore.json']);
    expect(await refused(there, ['.sigstore.json'], links)).toEqual(['/real.sig', '/real.sigstore.json']);
  });

  it('are written again there, too, when their names are links', async () => {
    const links = { '/e': '/real', '/e.sig': '/real.sig' };
    expect(await refused(['/real', '/real.sig'], ['.sig'], links)).toEqual([]);
  });
});
