import * as z from 'zod/mini';
import { type Diagnostic, MOST_FINDINGS, type ValuePath } from '../diagnostic.ts';
import { InputError } from '../errors.ts';
import { clip, quote } from '../text/clip.ts';
import { nearest } from '../text/nearest.ts';
import { valueAt } from '../values/own-property.ts';
import { scalarText } from '../values/scalar-text.ts';
import { outlineOf, type PublicPart } from './public-part.ts';
import { alternatives, children } from './schema-members.ts';
import type { SourceDocument } from './source-document.ts';

type Issue = z.core.$ZodIssue;

// compiling a schema pays off after a few thousand values; a command checks one document, and starts often
z.config({ jitless: true });

/**
 * Checks a document against a schema. Reports all problems at once, each with line and column, the path, what was
 * found and what is allowed. A schema may state its own message (`z.string('...')`).
 * @param publicPart says which values must not appear in messages
 * @throws InputError
 */
export function validate<T extends z.ZodMiniType>(
  schema: T,
  document: SourceDocument,
  publicPart?: PublicPart,
): z.output<T> {
  const result = check(schema, document);
  if (result.success) return result.data;
  const { issues } = result.error;
  const shown = issues.slice(0, MOST_FINDINGS + 1);
  throw new InputError(shown.flatMap((issue) => toDiagnostics(issue, [], { document, schema, publicPart })));
}

function check<T extends z.ZodMiniType>(schema: T, document: SourceDocument) {
  try {
    return schema.safeParse(document.value, { error: expectation });
  } catch (error) {
    // zod passes its issues as arguments of one call: about 100,000 of them overflow the stack
    if (!(error instanceof RangeError)) throw error;
    const position = document.locate([]);
    throw new InputError({
      file: document.file,
      position,
      message: 'is malformed in more places than can be listed',
    });
  }
}

interface Checked {
  readonly document: SourceDocument;
  readonly schema: z.ZodMiniType;
  readonly publicPart: PublicPart | undefined;
}

function toDiagnostics(issue: Issue, base: ValuePath, checked: Checked): Diagnostic[] {
  const { document, schema, publicPart } = checked;
  const path = [...base, ...(issue.path as ValuePath)];
  const { file } = document;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, MOST_FINDINGS + 1).map((key) => ({
      file,
      position: document.locate([...path, key], 'key'),
      path: [...path, key],
      message: `unknown key \`${clip(key)}\``,
      help: suggestKey(key, knownKeys(schema, path)),
    }));
  }
  if (issue.code === 'invalid_union') {
    const inner = furthest(issue.errors);
    if (inner) return inner.flatMap((each) => toDiagnostics(each, path, checked));
  }
  const position = document.locate(path);
  const found = valueAt(document.value, path);
  if (found === undefined)
    return [{ file, position, path, message: `is missing; it must be ${issue.message}` }];
  const open = publicPart?.(path);
  if (open) {
    return [{ file, position, path: open, message: `must be ${issue.message}, found ${outlineOf(found)}` }];
  }
  const number = typeof found === 'number' ? (document.written?.(path) ?? String(found)) : undefined;
  const message = `must be ${issue.message}, found ${number === undefined ? describe(found) : quote(number)}`;
  return [{ file, position, path, message, help: suggestValue(issue, number ?? found) }];
}

/**
 * Returns the issues of the alternative that the value was meant to be: the only one whose issues are all inside the
 * value.
 */
function furthest(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const inside = branches.filter((issues) =>
    issues.every(({ path, code }) => path.length > 0 || code === 'unrecognized_keys'),
  );
  return inside.length === 1 ? inside[0] : undefined;
}

/**
 * Returns what the schema expects, as the end of the sentence "must be ...". For a schema with its own message, zod
 * does not call this.
 */
function expectation(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return TYPE_NAMES[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return `one of ${issue.values.map((value) => `\`${String(value)}\``).join(', ')}`;
    case 'too_small':
      if (issue.origin === 'string') return 'non-empty text';
      return issue.origin === 'array' ? 'a non-empty list' : `at least ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'array' ? `a list of at most ${issue.maximum}` : `at most ${issue.maximum}`;
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
    return typeof found === 'object' ? undefined : `put it in quotes: "${scalarText(found)}"`;
  }
  if (issue.code === 'invalid_type' && issue.expected === 'number' && typeof found === 'string') {
    if (found.trim() !== '' && Number.isFinite(Number(found))) return `remove the quotes: ${found.trim()}`;
  }
  if (typeof found === 'string') {
    const near = nearest(found, allowedValues(issue));
    return near && `did you mean \`${near}\`?`;
  }
  return undefined;
}

/** Returns the values that a schema lists, or one of the schemas of a union. */
function allowedValues(issue: Issue): string[] {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  // a branch is about the value itself where its path is empty
  if (issue.code !== 'invalid_union') return [];
  return issue.errors.flat().flatMap((each) => (each.path.length === 0 ? allowedValues(each) : []));
}

function suggestKey(key: string, known: readonly string[]): string | undefined {
  const near = nearest(key, known);
  if (near) return `did you mean \`${near}\`?`;
  return known.length > 0 ? `known keys: ${known.join(', ')}` : undefined;
}

/** Returns the keys that the schema allows at a path. */
function knownKeys(schema: z.ZodMiniType, path: ValuePath): string[] {
  let at: readonly z.core.$ZodType[] = [schema];
  for (const segment of path) at = at.flatMap((each) => children(each, segment));
  const keys = at.flatMap(alternatives).flatMap(({ _zod: { def } }) => {
    return def.type === 'object' ? Object.keys((def as z.core.$ZodObjectDef).shape) : [];
  });
  return [...new Set(keys)];
}

/** Describes a value for a message: short, quoted, and never a whole document. */
export function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return Object.keys(value).length === 0 ? 'an empty mapping' : 'a mapping';
  return quote(typeof value === 'string' ? JSON.stringify(value) : scalarText(value));
}
