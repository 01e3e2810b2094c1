/** The files that lie beside a signed artifact, by what is added to its name. */
export const SIGNATURE_SUFFIXES = ['.sig', '.cert', '.sigstore.json'] as const;

/** One of them. */
export type SignatureSuffix = (typeof SIGNATURE_SUFFIXES)[number];

/** The signature files of an artifact, as texts; those that signing did not make are absent. */
export type SignatureFiles = {
  readonly [Suffix in SignatureSuffix]?: string | undefined;
};
