import { type Document, isMap, isSeq, Lexer, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';
import type { ValuePath } from '../diagnostic.ts';
import { InputError } from '../errors.ts';
import type { SourceDocument } from './source-document.ts';
import { parseYaml } from './yaml.ts';
import { appendToList, removeFromList, setInMapping, wrapInList } from './yaml-splice.ts';

/**
 * A change of one value in a file that people write. `at` leads to the mapping or list that is changed.
 * `wrap` makes the whole of the file the one item of a list.
 */
export type YamlEdit =
  | { readonly kind: 'set'; readonly at: ValuePath; readonly key: string; readonly value: boolean }
  | { readonly kind: 'append'; readonly at: ValuePath; readonly items: readonly unknown[] }
  | { readonly kind: 'remove'; readonly at: ValuePath; readonly index: number }
  | { readonly kind: 'wrap'; readonly at: readonly [] };

/**
 * Changes one value of a YAML or JSON text, and leaves every byte outside of it as it is: comments, order, quotes,
 * blank lines. The comment lines right above a list item go with it when it is removed.
 *
 * A way to write the change down is only taken when the new text reads as the old one with the change made, and
 * nothing else: an anchor, say, may carry a change to places that nobody asked for.
 * @throws InputError when the text is malformed, or no such way is known
 */
export function editYaml(text: string, file: string, edit: YamlEdit): string {
  const source = parseYaml(text, file);
  const wanted = JSON.stringify(changed(source, edit));
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    keepSourceTokens: true,
    // it was read before: no key occurs twice
    uniqueKeys: false,
  });
  for (const candidate of candidates(text, document, edit)) {
    if (reads(candidate, wanted)) return candidate;
  }
  throw new InputError({
    file,
    position: source.locate(edit.kind === 'remove' ? [...edit.at, edit.index] : edit.at),
    message: 'cannot be edited in place: the change would reach further than this value',
    help: 'edit the file by hand; an anchor, a tag or an unusual layout may be in the way',
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

/** The value of the file with the change made. */
function changed({ value }: SourceDocument, edit: YamlEdit): unknown {
  // a copy without shared parts: what an alias stands for is not changed with what it points to
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

/** A value as text that does not depend on the order of its keys: a new key may stand anywhere. */
function inKeyOrder(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))
      : inner,
  );
}

/** Items as the lines of a block list whose dashes stand in this column. */
export { toBlock as writeYamlList } from './yaml-splice.ts';

/** Whether a YAML text holds a comment: what reads its value alone does not see any. */
export function hasComments(text: string): boolean {
  let before = '';
  for (const lexeme of new Lexer().lex(text)) {
    // a text may begin like a comment; the lexer marks it
    if (lexeme.startsWith('#') && before !== SCALAR) return true;
    before = lexeme;
  }
  return false;
}

const SCALAR = '\u001f';
