import { type Attempt, attempt } from '../../errors.ts';
import {
  SIGNATURE_SUFFIXES,
  type SignatureSuffix,
} from '../../features/evidence/signature/signature-files.ts';
import type { SignatureTexts } from '../../features/evidence/verify/read-signature.ts';
import type { GivenRoot } from '../../features/evidence/verify/trusted-root.ts';
import type { FilesPort } from '../../ports.ts';

/** Reads the signature files next to an artifact. Standard input has none. */
export async function readBeside(path: string, files: FilesPort): Promise<SignatureTexts> {
  const found = new Map<SignatureSuffix, Attempt<string>>();
  for (const suffix of path === '-' ? [] : SIGNATURE_SUFFIXES) {
    // links that form a circle exist, but cannot be read
    const text = await attempt(() =>
      files.realPath(path + suffix) === null ? undefined : files.readFile(path + suffix),
    );
    if ('problems' in text) found.set(suffix, text);
    else if (text.value !== undefined) found.set(suffix, { ...text, value: text.value });
  }
  return found;
}

/** Reads the file of `--trusted-root`, if the flag is given. @throws InputError */
export function readGiven(path: string | undefined, files: FilesPort): GivenRoot | undefined {
  return path === undefined ? undefined : { path, bytes: files.readBytes(path) };
}
