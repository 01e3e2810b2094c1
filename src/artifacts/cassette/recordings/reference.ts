import type { ValuePath } from '../../../diagnostic.ts';
import type { SourceDocument } from '../../../documents/source-document.ts';
import { InputError } from '../../../errors.ts';
import type { FilesPort } from '../../../ports.ts';
import { pointerSegments } from '../../../values/json-pointer.ts';

/** A file, and a pointer to a value in it. */
export interface Reference {
  readonly path: string;
  readonly text: string;
  /** The tokens of the JSON Pointer (RFC 6901); undefined when the reference has none. */
  readonly pointer?: readonly string[];
}

/** Reads the file at a path; see `FilesPort`. */
export type TextReader = Pick<FilesPort, 'readText'>;

/** Reads the file at a path, whole or line by line; see `FilesPort`. */
export type RecordingFiles = TextReader &
  Pick<FilesPort, 'readLines' | 'readArchive' | 'plainFile' | 'listEntries' | 'realPath'>;

/**
 * Splits a reference into the path of a file and a JSON Pointer, as text. The pointer begins after the first `#` that is
 * followed by a `/` or by the end, so `issue#7.json#/0` is the first run in `issue#7.json`. It is undefined when there is
 * no such `#`. The caller must check first whether there is a file whose name is the whole reference.
 */
export function splitReference(reference: string): { readonly path: string; readonly pointer?: string } {
  const hash = /#(?=\/|$)/.exec(reference)?.index;
  if (hash === undefined) return { path: reference };
  return { path: reference.slice(0, hash), pointer: reference.slice(hash + 1) };
}

/**
 * Opens the file of a reference such as `trials.json#/2`. A file whose name is the whole reference takes precedence; else
 * the reference is split. The pointer is not decoded: `%20` is not a space.
 * @throws InputError when there is no such file, or no valid pointer
 */
export function openReference(reference: string, files: TextReader): Reference {
  if (!reference.includes('#')) return { path: reference, text: files.readText(reference) };
  try {
    return { path: reference, text: files.readText(reference) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
  }
  const { path, pointer } = splitReference(reference);
  if (pointer === undefined) throw noPointer(reference);
  return { path, pointer: parsePointer(pointer, reference), text: files.readText(path) };
}

/** Writes a reference to a value in a file. */
export function referenceTo(path: string, pointer: ValuePath): string {
  const tokens = pointer.map((token) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`);
  return tokens.length === 0 ? path : `${path}#${tokens.join('')}`;
}

/** Splits a JSON Pointer into its tokens. @throws InputError when it is not valid */
export function parsePointer(pointer: string, reference: string): string[] {
  const wrong = /~(?![01]).?/u.exec(pointer)?.[0];
  if (wrong !== undefined) {
    throw new InputError({
      file: reference,
      message: `\`${pointer}\` is not a JSON Pointer: \`${wrong}\` is not an escape`,
      help: 'inside a key, write ~0 for ~ and ~1 for /',
    });
  }
  // the text before the first `/` is empty
  return pointerSegments(pointer);
}

function noPointer(reference: string): InputError {
  const hash = reference.lastIndexOf('#');
  const [path, rest] = [reference.slice(0, hash), reference.slice(hash + 1)];
  return new InputError({
    file: reference,
    message: `there is no such file, and \`${rest}\` is not a JSON Pointer: it must begin with \`/\``,
    help: `for the value \`${rest}\` in \`${path}\` write ${path}#/${rest}`,
  });
}

/**
 * Follows a pointer (RFC 6901).
 * @returns the value that it leads to, and its path with indexes as numbers; undefined when there is none
 */
export function followPointer(
  root: unknown,
  pointer: readonly string[],
): { path: ValuePath; value: unknown } | undefined {
  let value = root;
  const path: (string | number)[] = [];
  for (const token of pointer) {
    if (typeof value !== 'object' || value === null) return undefined;
    // section 4: no leading zeros; `-` means the element after the last one, which does not exist
    if (Array.isArray(value) && !/^(0|[1-9]\d*)$/.test(token)) return undefined;
    if (!Object.hasOwn(value, token)) return undefined;
    path.push(Array.isArray(value) ? Number(token) : token);
    value = (value as Record<string, unknown>)[token];
  }
  return { path, value };
}

/**
 * The error for a pointer that leads to nothing.
 * @param depth how many of its tokens lead to the document
 */
export function hitsNothing(
  { file, value, locate }: SourceDocument,
  pointer: readonly string[],
  depth = 0,
): InputError {
  let reach = pointer.length - 1;
  while (!followPointer(value, pointer.slice(depth, reach))) reach--;
  const last = followPointer(value, pointer.slice(depth, reach));
  const { length } = Array.isArray(last?.value) ? last.value : { length: -1 };
  const keys = length < 0 && last?.value ? Object.keys(last.value).slice(0, 6) : [];
  const found = length >= 0 ? `a list of ${length}` : keys.map((key) => `\`${key}\``).join(', ');
  return new InputError({
    file,
    position: locate(last?.path ?? []),
    message: `the pointer \`${referenceTo('', pointer)}\` matches nothing: there is no \`${pointer[reach]}\``,
    help: found === '' ? undefined : `found ${found}${length >= 0 ? '; the first index is 0' : ''}`,
  });
}
