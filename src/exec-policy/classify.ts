import type { ListedTool } from '../mcp/listed-tool.ts';
import { type Hint, type Hints, readHints } from './annotations.ts';
import { type Dispatcher, findDispatcher } from './dispatcher.ts';
import { type EitherSpelling, readKnobs, type WholePolicy } from './knobs.ts';
import type { ToolClass } from './model.ts';
import { type NameReading, onlyGetsThings, readName, readNameStrictly } from './read-name.ts';

/** What decided the class of a tool. */
export type DecidedBy =
  | { readonly kind: 'annotation'; readonly hint: Hint; readonly value: boolean }
  | { readonly kind: 'word'; readonly word: string }
  /** No annotation and no word of the name shows what the tool does. */
  | { readonly kind: 'nothing' }
  /** Strict mode: the caller decides, or might decide, what the tool does. See {@link Dispatcher}. */
  | Dispatcher;

/** What you should look at, whatever the class. */
export const CLASSIFICATION_WARNINGS = {
  'malformed-annotations':
    'all annotations are ignored: they are not an object, or one of the hints is not a boolean',
  'contradictory-hints': 'the server declares the tool both read-only and destructive',
  'read-only-but-destructive-name':
    'the server declares the tool read-only, but its name contains a destructive word',
} as const satisfies Record<string, string>;

/** The code of one of these warnings. */
export type ClassificationWarningCode = keyof typeof CLASSIFICATION_WARNINGS;

/** All warning codes, in the order of the table. */
export const CLASSIFICATION_WARNING_CODES = Object.keys(
  CLASSIFICATION_WARNINGS,
) as readonly ClassificationWarningCode[];

/** One contradiction or fault in what a tool declares. */
export interface ClassificationWarning {
  readonly code: ClassificationWarningCode;
  readonly message: string;
}

/** The class of a tool, what decided it, and the warnings about it. */
export interface Classification {
  readonly tool: string;
  readonly class: ToolClass;
  readonly decidedBy: DecidedBy;
  readonly warnings: readonly ClassificationWarning[];
}

/** How to classify tools. */
export interface ClassifyOptions {
  /** Treat a tool as read-only only if its name or an annotation shows it. Hints can only make the class stricter. */
  readonly strict?: boolean;
}

/**
 * Classifies a tool before any call is planned. Annotations win over the name, except that no hint makes a tool with a
 * destructive name less than destructive; only a read-only declaration does. Among the annotations, read-only is checked
 * first, then destructive, then not idempotent, then what only says that the tool is not read-only. In strict mode the name of a tool without a read-only declaration must show
 * that the tool reads, and a read-only declaration that something contradicts is not trusted.
 * Spec (execution safety): "Tool classification". Strict mode goes beyond it.
 */
export function classify(
  tool: ListedTool,
  given: EitherSpelling<ClassifyOptions & WholePolicy> = {},
): Classification {
  const { strict = false } = readKnobs<ClassifyOptions>(given);
  const hints = readHints(tool.annotations);
  const name = readName(tool.name);
  const finding = strict ? classifyStrictly(tool, hints, name) : classifyByDefault(hints, name);
  return { tool: tool.name, ...finding, warnings: warningsOf(hints, name) };
}

/** A class and what decided it. */
type DecidedClass = Pick<Classification, 'class' | 'decidedBy'>;

function classifyByDefault(hints: Hints, name: NameReading): DecidedClass {
  return declaredOf(hints, name) ?? { class: 'ReadOnlyPresumed', decidedBy: { kind: 'nothing' } };
}

/** Returns the class that the hints and the name show together. Undefined when neither says anything. */
function declaredOf({ values }: Hints, name: NameReading): DecidedClass | undefined {
  if (values.readOnlyHint === true) return byHint('ReadOnly', 'readOnlyHint', true);
  if (values.destructiveHint === true) return byHint('Destructive', 'destructiveHint', true);
  // an author who says that a tool is not idempotent does not say that it deletes nothing
  if (name.kind === 'destructive') return byName(name);
  if (values.idempotentHint === false) return byHint('Mutating', 'idempotentHint', false);
  return byName(name) ?? notReadOnly(values);
}

/** `destructiveHint: false` describes a tool that changes something: for a tool that reads, the hint has no meaning. */
function notReadOnly(values: Hints['values']): DecidedClass | undefined {
  if (values.readOnlyHint === false) return byHint('Mutating', 'readOnlyHint', false);
  if (values.destructiveHint === false) return byHint('Mutating', 'destructiveHint', false);
  return undefined;
}

function byName({ kind, word = '' }: NameReading): DecidedClass | undefined {
  if (kind === 'destructive') return { class: 'Destructive', decidedBy: { kind: 'word', word } };
  if (kind === 'mutating') return { class: 'Mutating', decidedBy: { kind: 'word', word } };
  return undefined;
}

function classifyStrictly(tool: ListedTool, hints: Hints, name: NameReading): DecidedClass {
  const { values } = hints;
  const strictly = readNameStrictly(tool.name);
  if (values.readOnlyHint === true) {
    if (values.destructiveHint === true) return byHint('Conflict', 'destructiveHint', true);
    if (strictly.kind === 'destructive') return { class: 'Conflict', decidedBy: said(strictly) };
    return byHint('ReadOnly', 'readOnlyHint', true);
  }
  // `get_create_fields` contains a word of the spec's list, but only as a noun
  const onlyReads = name.kind === 'mutating' && onlyGetsThings(tool.name);
  const declared = declaredOf(hints, onlyReads ? { kind: 'silent' } : name);
  if (declared) return declared;
  if (strictly.kind !== 'reading') return { class: 'Unknown', decidedBy: said(strictly) };
  const dispatcher = findDispatcher(tool);
  if (dispatcher) return { class: 'Unknown', decidedBy: dispatcher };
  return { class: 'ReadOnlyPresumed', decidedBy: said(strictly) };
}

function said({ word }: NameReading): DecidedBy {
  return word === undefined ? { kind: 'nothing' } : { kind: 'word', word };
}

function byHint(toolClass: ToolClass, hint: Hint, value: boolean): DecidedClass {
  return { class: toolClass, decidedBy: { kind: 'annotation', hint, value } };
}

function warningsOf({ values, malformed }: Hints, name: NameReading): ClassificationWarning[] {
  const warnings: ClassificationWarning[] = [];
  if (malformed !== undefined) warnings.push({ code: 'malformed-annotations', message: malformed });
  if (values.readOnlyHint && values.destructiveHint) {
    warnings.push({
      code: 'contradictory-hints',
      message: 'readOnlyHint and destructiveHint are both true',
    });
  }
  if (values.readOnlyHint && name.kind === 'destructive') {
    warnings.push({
      code: 'read-only-but-destructive-name',
      message: `readOnlyHint is true, but the name contains \`${name.word}\``,
    });
  }
  return warnings;
}
