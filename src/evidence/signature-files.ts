import type { Diagnostic } from '../diagnostic.ts';
import { InputError } from '../errors.ts';

/** The files that lie beside a signed artifact, by what is added to its name. */
export const SIGNATURE_SUFFIXES = ['.sig', '.cert', '.sigstore.json'] as const;

/** One of them. */
export type SignatureSuffix = (typeof SIGNATURE_SUFFIXES)[number];

/** The signature files of an artifact, as texts; those that signing did not make are absent. */
export type SignatureFiles = {
  readonly [Suffix in SignatureSuffix]?: string | undefined;
};

/**
 * Refuses to write an artifact beside signature files of another one: a verifier that asks whether there is a signature
 * would take it for signed.
 * @param made the files that signing is certain to make
 * @throws InputError
 */
export function refuseStaleSignatures(
  out: string,
  made: readonly SignatureSuffix[],
  isThere: (path: string) => boolean,
): void {
  const stale = SIGNATURE_SUFFIXES.filter((suffix) => !made.includes(suffix) && isThere(out + suffix));
  const problems = stale.map((suffix): Diagnostic => {
    const message =
      'is of an earlier artifact, and would make this one look signed by it: nothing was written';
    return { file: out + suffix, message, help: 'remove it' };
  });
  if (problems.length > 0) throw new InputError(problems);
}
