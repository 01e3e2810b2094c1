import type { Diagnostic } from '../../../diagnostic.ts';
import { InputError } from '../../../errors.ts';
import { SIGNATURE_SUFFIXES, type SignatureSuffix } from '../signature/signature-files.ts';

/**
 * Refuses to write an artifact beside signature files of another one: a verifier that asks whether there is a signature
 * would take it for signed.
 * Where the name of the artifact is a link, who opens the file behind it finds those beside that file.
 * @param made the files that signing is certain to make
 * @param realPath the path behind all links; null when nothing is there
 * @throws InputError
 */
export function refuseStaleSignatures(
  out: string,
  made: readonly SignatureSuffix[],
  realPath: (path: string) => string | null,
): void {
  const target = realPath(out);
  const stale = SIGNATURE_SUFFIXES.flatMap((suffix) => {
    const [beside, behind] = [realPath(out + suffix), target === null ? null : realPath(target + suffix)];
    return [
      ...(beside !== null && !made.includes(suffix) ? [out + suffix] : []),
      ...(behind !== null && behind !== beside ? [target + suffix] : []),
    ];
  });
  const problems = stale.map((file): Diagnostic => {
    const message =
      'is of an earlier artifact, and would make this one look signed by it: nothing was written';
    return { file, message, help: 'remove it' };
  });
  if (problems.length > 0) throw new InputError(problems);
}
