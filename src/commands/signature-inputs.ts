import { type Attempt, attempt } from '../errors.ts';
import { SIGNATURE_SUFFIXES, type SignatureSuffix } from '../evidence/signature-files.ts';
import type { SignatureTexts } from '../evidence/verify/read-signature.ts';
import type { FilesPort } from '../ports.ts';

/** Reads what lies beside an artifact where signing puts it. Standard input has nothing beside it. */
export async function readBeside(path: string, files: FilesPort): Promise<SignatureTexts> {
  const found = new Map<SignatureSuffix, Attempt<string>>();
  for (const suffix of path === '-' ? [] : SIGNATURE_SUFFIXES) {
    if (files.realPath(path + suffix) === null) continue;
    found.set(suffix, await attempt(() => files.readFile(path + suffix)));
  }
  return found;
}

/** Reads the file of `--trusted-root`, if there is one. @throws InputError */
export function readGiven(path: string | undefined, files: FilesPort) {
  return path === undefined ? undefined : { path, bytes: files.readBytes(path) };
}
