import { splitReference } from '../../artifacts/cassette/recordings/reference.ts';
import { InputError } from '../../errors.ts';
import { filesMatching, isGlob } from '../../glob.ts';
import type { FilesPort } from '../../ports.ts';
import { shortestPath } from '../../text/folders.ts';

/** A recording that was named, and its path below the folder or the fixed part of the glob that named it. */
export interface RecordingSource {
  readonly reference: string;
  readonly name: string;
}

/** The files in a folder that programs write recordings to. Others, such as a README, are not read. */
const ENDINGS = /\.(?:json|jsonl|ndjson|yaml|yml|traj|vcr|eval)$/i;

/**
 * Returns the recordings that the values of a flag stand for, each file once, in order: a file or a pipe, a folder with
 * all recordings in it and below, or a glob.
 * @throws InputError when there is none, a folder has no recording, or a glob matches nothing
 */
export function recordingSources(
  flag: string,
  given: readonly string[] | undefined,
  files: FilesPort,
): RecordingSource[] {
  if (given === undefined)
    throw new InputError({ message: `${flag} is missing`, help: `name recordings with ${flag}` });
  const found = new Map<string, RecordingSource>();
  for (const [index, value] of given.entries()) {
    for (const source of sourcesOf(value, files)) {
      const key = files.realPath(source.reference) ?? `${index} ${source.reference}`;
      if (!found.has(key)) found.set(key, source);
    }
  }
  return [...found.values()];
}

function sourcesOf(value: string, files: FilesPort): RecordingSource[] {
  const listing = value === '-' ? null : files.listFolder(value);
  if (listing) return inFolder(value, listing.files);
  const path = files.realPath(value) === null ? splitReference(value).path : value;
  if (!isGlob(path) || files.realPath(path) !== null) {
    return [{ reference: value, name: nameOf(path) }];
  }
  const fixed = path.slice(0, path.lastIndexOf('/', path.search(/[*?[\]{}()]/)) + 1);
  const matches = filesMatching(path, (folder) => files.listEntries(folder === '' ? '.' : folder) ?? []);
  if (matches.length === 0) {
    const help = '`*` stays in one folder; use `**` for the folders below';
    throw new InputError({ file: value, message: 'matches no file', help });
  }
  const pointer = value.slice(path.length);
  return matches.map((match) => ({ reference: match + pointer, name: match.slice(fixed.length) }));
}

function inFolder(folder: string, paths: readonly string[]): RecordingSource[] {
  // as the paths of its files begin
  const prefix = shortestPath(folder).replace(/(?<=[^/])$/, '/');
  const below = (path: string) => (path.startsWith(prefix) ? path.slice(prefix.length) : path);
  const found = paths
    .map((path) => ({ reference: path, name: below(path) }))
    .filter(({ name }) => ENDINGS.test(name) && !/(?:^|\/)\./.test(name));
  if (found.length > 0) return found;
  throw new InputError({
    file: folder,
    message:
      'contains no recording: no file ends in .json, .jsonl, .ndjson, .yaml, .yml, .traj, .vcr or .eval',
    help: 'name the files themselves, or a glob in quotes',
  });
}

/** The name of a file that was named itself; with its folder if only that tells which case it is. */
function nameOf(path: string): string {
  const parts = path.split('/');
  return /^\d+\./.test(parts.at(-1) ?? '') ? parts.slice(-2).join('/') : (parts.at(-1) ?? path);
}
