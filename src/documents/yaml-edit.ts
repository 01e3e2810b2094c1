import { type Document, isMap, isSeq, Lexer, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';
import type { ValuePath } from '../diagnostic.ts';
import { InputError } from '../errors.ts';
import type { SourceDocument } from './source-document.ts';
import { parseYaml } from './yaml.ts';
import { appendToList, removeFromList, setInMapping, wrapInList } from './yaml-splice.ts';

/**
 * A change of one value in an authored file. `at` is the path of the mapping or list that changes. `wrap` makes the
 * whole file the one item of a list.
 */
export type YamlEdit =
  | { readonly kind: 'set'; readonly at: ValuePath; readonly key: string; readonly value: unknown }
  | { readonly kind: 'append'; readonly at: ValuePath; readonly items: readonly unknown[] }
  | { readonly kind: 'remove'; readonly at: ValuePath; readonly index: number }
  | { readonly kind: 'wrap'; readonly at: readonly [] };

/**
 * Changes one value of a YAML or JSON text, and keeps every byte outside of it: comments, order, quotes, blank lines.
 * The comment lines right above a list item are removed with it.
 *
 * A candidate text is accepted only if it reads as the old text with this change, and nothing else. An anchor, for
 * example, may carry a change to other places.
 * @throws InputError if the text is malformed, or no candidate is acceptable
 */
export function editYaml(text: string, file: string, edit: YamlEdit): string {
  const source = parseYaml(text, file);
  const wanted = JSON.stringify(changed(source, edit));
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    keepSourceTokens: true,
    // parsed before: no key occurs twice
    uniqueKeys: false,
  });
  for (const candidate of candidates(text, document, edit)) {
    if (reads(candidate, wanted)) return candidate;
  }
  throw new InputError({
    file,
    position: source.locate(edit.kind === 'remove' ? [...edit.at, edit.index] : edit.at),
    message: 'cannot be edited in place: the change would affect more than this value',
    help: 'edit the file by hand; an anchor, a tag or an unusual layout may be the reason',
  });
}

function candidates(text: string, document: Document.Parsed, edit: YamlEdit): Iterable<string> {
  const node: unknown = edit.at.length === 0 ? document.contents : document.getIn(edit.at, true);
  if (edit.kind === 'set')
    return isMap(node) ? setInMapping(text, node as YAMLMap, edit.key, edit.value) : [];
  if (edit.kind === 'wrap') return isMap(node) ? wrapInList(text, node as YAMLMap) : [];
  if (!isSeq(node)) return [];
  const list = node as YAMLSeq;
  return edit.kind === 'append'
    ? appendToList(text, list, edit.items)
    : removeFromList(text, list, edit.index);
}

/** Returns the value of the file with the change made. */
function changed({ value }: SourceDocument, edit: YamlEdit): unknown {
  // a copy without shared parts: changing a value must not change its aliases
  const root = JSON.parse(JSON.stringify(value)) as unknown;
  if (edit.kind === 'wrap') return [root];
  let at = root as Record<string | number, unknown>;
  for (const segment of edit.at) at = at[segment] as Record<string | number, unknown>;
  if (edit.kind === 'set') at[edit.key] = edit.value;
  else if (edit.kind === 'append') for (const item of edit.items) (at as unknown as unknown[]).push(item);
  else (at as unknown as unknown[]).splice(edit.index, 1);
  return root;
}

function reads(text: string, wanted: string): boolean {
  try {
    return inKeyOrder(parseYaml(text, '').value) === inKeyOrder(JSON.parse(wanted));
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}

/** Writes a value as text that does not depend on the order of keys: a new key may be anywhere. */
function inKeyOrder(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))
      : inner,
  );
}

/** Writes items as the lines of a block list with its dashes in this column. */
export { toBlock as writeYamlList } from './yaml-splice.ts';

/** Whether a YAML text contains a comment; the parsed value does not show it. */
export function hasComments(text: string): boolean {
  let before = '';
  for (const lexeme of new Lexer().lex(text)) {
    // a scalar may begin like a comment; the lexer marks scalars
    if (lexeme.startsWith('#') && before !== SCALAR) return true;
    before = lexeme;
  }
  return false;
}

const SCALAR = '\u001f';
