import { InputError } from '../errors.ts';
import { filesMatching, isGlob } from '../glob.ts';
import type { FilesPort } from '../ports.ts';
import { type ArtifactKind, flagOf } from './kinds.ts';

/** The endings of files that programs write artifacts to. In a folder, other files are not read. */
const ENDINGS = /\.(?:xml|json|jsonl|ndjson|tap|trx|sarif)$/i;

/**
 * Returns the files that the values of an artifact flag stand for, each once, in order: a file or a pipe for itself, a
 * folder for the artifacts in it and below, a glob for the files that it matches.
 * @throws InputError when a folder has no artifact, or a glob matches nothing
 */
export function artifactFiles(kind: ArtifactKind, given: readonly string[], files: FilesPort): string[] {
  const found = new Map<string, string>();
  for (const [index, value] of given.entries()) {
    for (const path of filesOf(kind, value, files)) {
      // a pipe has no real path, and each is another one
      const key = files.realPath(path) ?? (path === '-' ? path : `${index} ${path}`);
      if (!found.has(key)) found.set(key, path);
    }
  }
  return [...found.values()];
}

function filesOf(kind: ArtifactKind, value: string, files: FilesPort): readonly string[] {
  if (value === '-') return [value];
  // a folder of the conformance suite is one report
  const listing = kind === 'conformance-report' ? null : files.listFolder(value);
  if (listing) return filesIn(kind, value, listing.files);
  // a file may have the name of a glob
  if (!isGlob(value) || files.realPath(value) !== null) return [value];
  const matches = filesMatching(value, (folder) => files.listEntries(folder === '' ? '.' : folder) ?? []);
  if (matches.length > 0) return matches;
  throw new InputError({
    file: value,
    message: 'matches no file',
    help: '`*` stays in one folder; use `**` for the folders below',
  });
}

function filesIn(kind: ArtifactKind, folder: string, paths: readonly string[]): readonly string[] {
  const found = paths.filter(
    (path) => ENDINGS.test(path) && !/(?:^|\/)\.[^./]/.test(path.slice(folder.length)),
  );
  if (found.length > 0) return found;
  throw new InputError({
    file: folder,
    message: 'contains no file that ends in .xml, .json, .jsonl, .ndjson, .tap, .trx or .sarif',
    help: `name the files with a glob: ${flagOf(kind)} '${folder.replace(/\/$/, '')}/*'`,
  });
}
