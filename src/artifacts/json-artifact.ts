import type { Reading } from '../documents/reading.ts';
import type { SourceDocument } from '../documents/source-document.ts';
import { describe } from '../documents/validate.ts';
import { InputError } from '../errors.ts';
import { nearest } from '../text/nearest.ts';
import { isObject } from '../values/own-property.ts';
import { ARTIFACTS, type ArtifactKind, flagOf } from './kinds.ts';

/** A JSON format that an artifact may be in. */
export interface JsonFormat<T> {
  /** The name that messages use: `SARIF 2.1.0`. */
  readonly name: string;
  /** A cheap look at the content. A file that two formats recognise is refused. */
  readonly recognises: (value: unknown) => boolean;
  /** Validates the document and returns its canonical form. @throws InputError */
  readonly read: (document: SourceDocument) => Omit<Reading<T>, 'format' | 'locate'>;
}

/**
 * Reads a JSON document as an artifact of the given kind, in the one format that recognises its content.
 * @throws InputError when no format or more than one does; the message says what was expected and what was found
 */
export function readJsonArtifact<T>(
  kind: ArtifactKind,
  document: SourceDocument,
  formats: readonly JsonFormat<T>[],
): Reading<T> {
  refuseOtherVersion(kind, document);
  const [format, another] = formats.filter(({ recognises }) => recognises(document.value));
  if (format && another) throw twoFormats(kind, document, format.name, another.name);
  if (!format)
    throw unrecognised(
      kind,
      document,
      formats.map(({ name }) => name),
    );
  return { format: format.name, ...format.read(document), locate: document.locate };
}

/** The error for a file that two formats recognise: the two readings may differ, so neither can be relied on. */
function twoFormats(
  kind: ArtifactKind,
  { file, locate }: SourceDocument,
  one: string,
  other: string,
): InputError {
  return new InputError({
    file,
    position: locate([]),
    message: `is ${withArticle(ARTIFACTS[kind].title)} in two formats at once: ${one} and ${other}`,
    help: 'write each format to its own file',
  });
}

/** Refuses a document whose `schema_version` is not the one of this kind. @throws InputError */
function refuseOtherVersion(kind: ArtifactKind, { file, value, locate }: SourceDocument): void {
  if (!isObject(value) || !Object.hasOwn(value, 'schema_version')) return;
  const { schema_version: found } = value;
  const { schemaVersion: expected, title } = ARTIFACTS[kind];
  if (found === expected) return;
  const path = ['schema_version'];
  const other = Object.entries(ARTIFACTS).find(([, artifact]) => artifact.schemaVersion === found);
  const near = typeof found === 'string' && !other ? nearest(found, [expected]) : undefined;
  throw new InputError({
    file,
    position: locate(path),
    path,
    message: other
      ? `is ${withArticle(other[1].title)}, not ${withArticle(title)}`
      : `must be \`${expected}\`, found ${describe(found)}`,
    help: other ? helpFor(other[0] as ArtifactKind, kind) : near && `did you mean \`${near}\`?`,
  });
}

/** What to do with an artifact of another kind than the expected one. */
function helpFor(found: ArtifactKind, expected: ArtifactKind): string {
  const flag = `pass it with ${flagOf(found)}`;
  // evidence is made from a run report, so the two are easily confused
  if (found === 'run-report' && expected === 'evidence')
    return `${flag}, or make evidence from it with \`mcptest evidence\``;
  if (found === 'evidence' && expected === 'run-report')
    return `${flag}, or verify it with \`mcptest evidence verify\``;
  return flag;
}

/**
 * Refuses a document whose `schema_version` is that of another kind of artifact. An unknown version is let through.
 * @throws InputError
 */
export function refuseOtherKind(kind: ArtifactKind, document: SourceDocument): void {
  const { value } = document;
  const found = isObject(value) && Object.hasOwn(value, 'schema_version') ? value.schema_version : undefined;
  const isOther = Object.values(ARTIFACTS).some(({ schemaVersion }) => schemaVersion === found);
  if (isOther) refuseOtherVersion(kind, document);
}

/** A file is in no format of the expected artifact. It may be an artifact of another kind. */
export class UnknownFormatError extends InputError {}

/** The error for a file that is not in any known format of the expected artifact. */
export function unrecognised(
  kind: ArtifactKind,
  { file, value, locate }: SourceDocument,
  formats: readonly string[],
): InputError {
  return new UnknownFormatError({
    file,
    position: locate([]),
    message: `is not ${withArticle(ARTIFACTS[kind].title)}: found ${outline(value)}`,
    help: `expected ${[...new Set(formats)].join(', ')}`,
  });
}

/** Returns the kind of an artifact with its article: `a run report`. */
export function artifactInWords(kind: ArtifactKind): string {
  return withArticle(ARTIFACTS[kind].title);
}

function withArticle(title: string): string {
  return `${/^[aeiou]/.test(title) ? 'an' : 'a'} ${title}`;
}

/** Describes a value for a message: its type and its first keys. */
export function outline(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (!isObject(value)) return describe(value);
  const keys = Object.keys(value);
  if (keys.length === 0) return 'an empty object';
  const shown = keys.slice(0, 6).map((key) => describe(key));
  return `an object with ${shown.join(', ')}${keys.length > shown.length ? ', …' : ''}`;
}

/** Returns a test for objects that have at least one of these keys, with any value. */
export function hasAnyKey(keys: readonly string[]): (value: unknown) => boolean {
  return (value) => isObject(value) && keys.some((key) => Object.hasOwn(value, key));
}
