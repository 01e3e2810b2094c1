import type { ValuePath } from '../../../diagnostic.ts';
import { InputError } from '../../../errors.ts';
import type { FilesPort } from '../../../ports.ts';

/** A file, and the value in it that is meant. */
export interface Reference {
  readonly path: string;
  readonly text: string;
  /** The tokens of the JSON Pointer (RFC 6901); undefined when the reference has none. */
  readonly pointer?: readonly string[];
}

/** Reads the file behind a path; see `FilesPort`. */
export type TextReader = Pick<FilesPort, 'readText'>;

/**
 * Splits a reference into the path of a file and the JSON Pointer in it, as text. The pointer begins behind the
 * first `#` that a `/` or the end follows, so that `issue#7.json#/0` is the first run in `issue#7.json`; it is
 * undefined where there is no such `#`. Whether a file is called as the whole reference says is for the caller
 * to see first.
 */
export function splitReference(reference: string): { readonly path: string; readonly pointer?: string } {
  const hash = /#(?=\/|$)/.exec(reference)?.index;
  if (hash === undefined) return { path: reference };
  return { path: reference.slice(0, hash), pointer: reference.slice(hash + 1) };
}

/**
 * Opens what `trials.json#/2` refers to. A file that is called so as a whole comes first; else the reference is
 * split, and the pointer taken as it stands: `%20` is no blank.
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

/** A reference that leads to a value below a path. */
export function referenceTo(path: string, pointer: ValuePath): string {
  const tokens = pointer.map((token) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`);
  return tokens.length === 0 ? path : `${path}#${tokens.join('')}`;
}

function parsePointer(pointer: string, reference: string): string[] {
  const wrong = /~(?![01]).?/u.exec(pointer)?.[0];
  if (wrong !== undefined) {
    throw new InputError({
      file: reference,
      message: `\`${pointer}\` is no JSON Pointer: \`${wrong}\` stands for nothing`,
      help: 'write ~0 for ~ and ~1 for / inside a key',
    });
  }
  // the text before the first `/` is empty
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function noPointer(reference: string): InputError {
  const hash = reference.lastIndexOf('#');
  const [path, rest] = [reference.slice(0, hash), reference.slice(hash + 1)];
  return new InputError({
    file: reference,
    message: `there is no such file, and \`${rest}\` is no JSON Pointer: it must begin with \`/\``,
    help: `for the value \`${rest}\` in \`${path}\` write ${path}#/${rest}`,
  });
}

/**
 * Follows a pointer (RFC 6901): the path of what it hits, with indexes as numbers.
 * @returns undefined when it hits nothing
 */
export function followPointer(
  root: unknown,
  pointer: readonly string[],
): { path: ValuePath; value: unknown } | undefined {
  let value = root;
  const path: (string | number)[] = [];
  for (const token of pointer) {
    if (typeof value !== 'object' || value === null) return undefined;
    // section 4: no leading zeros; `-` is the element behind the last one, which is not there
    if (Array.isArray(value) && !/^(0|[1-9]\d*)$/.test(token)) return undefined;
    if (!Object.hasOwn(value, token)) return undefined;
    path.push(Array.isArray(value) ? Number(token) : token);
    value = (value as Record<string, unknown>)[token];
  }
  return { path, value };
}
