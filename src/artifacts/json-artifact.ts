import type { Reading } from '../documents/reading.ts';
import type { SourceDocument } from '../documents/source-document.ts';
import { describe } from '../documents/validate.ts';
import { InputError } from '../errors.ts';
import { nearest } from '../text/nearest.ts';
import { isObject } from '../values/own-property.ts';
import { ARTIFACTS, type ArtifactKind, flagOf } from './kinds.ts';

/** One shape that an artifact may have in JSON. */
export interface JsonFormat<T> {
  /** What people call it: `SARIF 2.1.0`. */
  readonly name: string;
  /** A cheap look at the content; a file is read by the first format that recognises it. */
  readonly recognises: (value: unknown) => boolean;
  /** Validates and brings into canonical form. @throws InputError */
  readonly read: (document: SourceDocument) => Omit<Reading<T>, 'format' | 'locate'>;
}

/**
 * Reads a JSON document as an artifact of a kind, by the first format that recognises its content.
 * @throws InputError when none does, saying what was expected and what was seen
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

/** A file that could be read in two ways says two things; neither can be relied on. */
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
    help: 'give each its own file',
  });
}

/** A file that says what it is must say that it is this. */
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

/** What to do with an artifact of another kind than the one that is wanted. */
function helpFor(found: ArtifactKind, wanted: ArtifactKind): string {
  const flag = `pass it with ${flagOf(found)}`;
  // evidence is made from the one, and is the other
  if (found === 'run-report' && wanted === 'evidence')
    return `${flag}, or make evidence of it: \`mcptest evidence\``;
  if (found === 'evidence' && wanted === 'run-report')
    return `${flag}, or verify it: \`mcptest evidence verify\``;
  return flag;
}

/**
 * Refuses a document that says that it is an artifact of another kind. One of a version that is not known is let through.
 * @throws InputError
 */
export function refuseOtherKind(kind: ArtifactKind, document: SourceDocument): void {
  const { value } = document;
  const found = isObject(value) && Object.hasOwn(value, 'schema_version') ? value.schema_version : undefined;
  const isOther = Object.values(ARTIFACTS).some(({ schemaVersion }) => schemaVersion === found);
  if (isOther) refuseOtherVersion(kind, document);
}

/** The error for a file that is no known shape of the artifact that was asked for. */
export function unrecognised(
  kind: ArtifactKind,
  { file, value, locate }: SourceDocument,
  formats: readonly string[],
): InputError {
  return new InputError({
    file,
    position: locate([]),
    message: `is no ${ARTIFACTS[kind].title}: found ${outline(value)}`,
    help: `expected ${formats.join(', ')}`,
  });
}

function withArticle(title: string): string {
  return `${/^[aeiou]/.test(title) ? 'an' : 'a'} ${title}`;
}

/** What a value is, for a message: its kind and its first keys. */
export function outline(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (!isObject(value)) return describe(value);
  const keys = Object.keys(value);
  if (keys.length === 0) return 'an empty object';
  const shown = keys.slice(0, 6).map((key) => describe(key));
  return `an object with ${shown.join(', ')}${keys.length > shown.length ? ', …' : ''}`;
}

/** The test for an object that has one of these keys, whatever stands behind it. */
export function hasAnyKey(keys: readonly string[]): (value: unknown) => boolean {
  return (value) => isObject(value) && keys.some((key) => Object.hasOwn(value, key));
}
