import type { Diagnostic } from '../../../diagnostic.ts';
import { InputError } from '../../../errors.ts';
import { SIGNATURE_SUFFIXES, type SignatureSuffix } from '../signature/signature-files.ts';

/**
 * Refuses to write an artifact next to the signature files of an earlier one: a verifier that checks only for presence would
 * accept it as signed. If the name of the artifact is a link, the signature files next to the link's target count too.
 * @param made the files that signing is certain to write
 * @param realPath returns the path with all links resolved, or null when nothing is there
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
    const message = 'signs an earlier artifact, and would make the new one look signed: nothing was written';
    return { file, message, help: 'remove this file' };
  });
  if (problems.length > 0) throw new InputError(problems);
}
