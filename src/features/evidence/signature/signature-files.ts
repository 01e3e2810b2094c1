/** The suffixes of the signature files. Each file has the name of the artifact plus one suffix. */
export const SIGNATURE_SUFFIXES = ['.sig', '.cert', '.sigstore.json'] as const;

/** One of the suffixes. */
export type SignatureSuffix = (typeof SIGNATURE_SUFFIXES)[number];

/** The texts of the signature files of an artifact. Files that signing did not make are absent. */
export type SignatureFiles = {
  readonly [Suffix in SignatureSuffix]?: string | undefined;
};
