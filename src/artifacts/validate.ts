import * as z from 'zod/mini';
import type { Diagnostic, ValuePath } from '../diagnostic.ts';
import { InputError } from '../errors.ts';
import { nearest } from '../nearest.ts';
import { firstOfMany, MOST_FINDINGS } from './findings-limit.ts';
import type { SourceDocument } from './source-document.ts';

type Issue = z.core.$ZodIssue;

// compiling a schema pays off after some thousand values; we check one document, and start often
z.config({ jitless: true });

/**
 * Checks a document against a schema. Every finding is reported at once, each with line and column, the path,
 * what was found and what is allowed. A schema that states its own message (`z.string('...')`) is believed.
 * @throws InputError
 */
export function validate<T extends z.ZodMiniType>(schema: T, document: SourceDocument): z.output<T> {
  const result = check(schema, document);
  if (result.success) return result.data;
  const { issues } = result.error;
  const found = issues
    .slice(0, MOST_FINDINGS + 1)
    .flatMap((issue) => toDiagnostics(issue, [], document, schema));
  const shown = found.slice(0, MOST_FINDINGS);
  throw new InputError(found.length > shown.length ? firstOfMany(shown) : shown);
}

function check<T extends z.ZodMiniType>(schema: T, document: SourceDocument) {
  try {
    return schema.safeParse(document.value);
  } catch (error) {
    // zod passes its findings on as arguments of a call: some 100,000 of them are more than a call can take
    if (!(error instanceof RangeError)) throw error;
    const position = document.locate([]);
    throw new InputError({
      file: document.file,
      position,
      message: 'is malformed in more places than can be listed',
    });
  }
}

function toDiagnostics(
  issue: Issue,
  base: ValuePath,
  document: SourceDocument,
  schema: z.ZodMiniType,
): Diagnostic[] {
  const path = [...base, ...(issue.path as ValuePath)];
  const { file } = document;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, MOST_FINDINGS + 1).map((key) => ({
      file,
      position: document.locate([...path, key], 'key'),
      path: [...path, key],
      message: `unknown key \`${key}\``,
      help: suggestKey(key, knownKeys(schema, path)),
    }));
  }
  const found = valueAt(document.value, path);
  if (found === undefined) {
    return [
      {
        file,
        position: document.locate(path),
        path,
        message: `is missing; it must be ${expectation(issue)}`,
      },
    ];
  }
  const number = typeof found === 'number' ? (document.written?.(path) ?? String(found)) : undefined;
  const message = `must be ${expectation(issue)}, found ${number === undefined ? describe(found) : quote(number)}`;
  return [
    { file, position: document.locate(path), path, message, help: suggestValue(issue, number ?? found) },
  ];
}

/** What the schema wants, as the end of the sentence "must be ...". */
function expectation(issue: Issue): string {
  // schemas carry their own words where the general ones below would not help; no locale is loaded
  if (issue.message !== 'Invalid input') return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return TYPE_NAMES[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return `one of ${issue.values.map((value) => `\`${String(value)}\``).join(', ')}`;
    case 'too_small':
      if (issue.origin === 'string') return 'non-empty text';
      return issue.origin === 'array' ? 'a non-empty list' : `at least ${issue.minimum}`;
    case 'too_big':
      return `at most ${issue.maximum}`;
    default:
      return 'valid';
  }
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a finite number',
  int: 'a whole number',
  boolean: '`true` or `false`',
  object: 'a mapping',
  record: 'a mapping',
  array: 'a list',
};

function suggestValue(issue: Issue, found: unknown): string | undefined {
  if (issue.code === 'invalid_type' && issue.expected === 'string' && found !== null) {
    return typeof found === 'object' ? undefined : `put it in quotes: "${String(found)}"`;
  }
  if (issue.code === 'invalid_type' && issue.expected === 'number' && typeof found === 'string') {
    if (found.trim() !== '' && Number.isFinite(Number(found))) return `remove the quotes: ${found.trim()}`;
  }
  if (issue.code === 'invalid_value' && typeof found === 'string') {
    const near = nearest(found, issue.values.map(String));
    return near && `did you mean \`${near}\`?`;
  }
  return undefined;
}

function suggestKey(key: string, known: readonly string[]): string {
  const near = nearest(key, known);
  return near ? `did you mean \`${near}\`?` : `known keys: ${known.join(', ')}`;
}

/** The keys that the schema knows at a path; schemas of authored files are objects, lists and optionals. */
function knownKeys(schema: z.ZodMiniType, path: ValuePath): string[] {
  let at: z.core.$ZodType | undefined = schema;
  for (const segment of path) at = child(at, segment);
  const definition = unwrap(at);
  return definition?.type === 'object' ? Object.keys(definition.shape) : [];
}

function child(schema: z.core.$ZodType | undefined, segment: string | number): z.core.$ZodType | undefined {
  const definition = unwrap(schema);
  if (definition?.type === 'array') return definition.element;
  return definition?.type === 'object' ? definition.shape[segment] : undefined;
}

function unwrap(schema: z.core.$ZodType | undefined): z.core.$ZodObjectDef | z.core.$ZodArrayDef | undefined {
  let definition = schema?._zod.def;
  while (definition && 'innerType' in definition) {
    definition = (definition as z.core.$ZodOptionalDef).innerType._zod.def;
  }
  return definition as z.core.$ZodObjectDef | z.core.$ZodArrayDef | undefined;
}

function valueAt(value: unknown, path: ValuePath): unknown {
  let at = value;
  for (const segment of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, segment)) return undefined;
    at = (at as Record<string | number, unknown>)[segment];
  }
  return at;
}

/** A value as it is shown in a message: short, quoted, and never a whole document. */
export function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'a mapping';
  return quote(typeof value === 'string' ? JSON.stringify(value) : String(value));
}

function quote(text: string): string {
  return `\`${text.length > 60 ? `${text.slice(0, 60)}…` : text}\``;
}
