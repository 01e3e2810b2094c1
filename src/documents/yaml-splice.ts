import { type CST, Document, isScalar, type Pair, visit, type YAMLMap, type YAMLSeq } from 'yaml';
import { afterLineOf, columnOf, endOf, lineStart, type Ranged, splice, startOf } from './yaml-offsets.ts';

/** Generates texts in which a key of a mapping has this value, best first. The caller checks them. */
export function* setInMapping(text: string, map: YAMLMap, key: string, value: unknown): Generator<string> {
  const pairs = map.items as Pair<Ranged, Ranged>[];
  const pair = pairs.find((each) => isScalar(each.key) && each.key.value === key);
  const written = map.flow ? JSON.stringify(value) : onOneLine(value);
  if (pair) {
    yield replaceValue(text, pair, written);
    return;
  }
  if (map.flow) {
    yield* addToFlow(text, map, pairs.map(startOf), `${quoteLike(text, pairs[0], key)}: ${written}`);
    return;
  }
  const indent = ' '.repeat(columnOf(text, startOf(pairs[0])));
  for (const before of pairs.toReversed()) {
    yield insertLines(text, afterLineOf(text, endOf(before)), `${indent}${key}: ${written}`);
  }
}

function replaceValue(text: string, { key, value }: Pair<Ranged, Ranged>, written: string): string {
  const colon = text.indexOf(':', endOf(key)) + 1;
  const [start, stop] = [startOf(value ?? undefined), endOf(value)];
  // the range of a missing value may be after blanks, right before a comment
  if (start === stop) return splice(text, colon, colon, ` ${written}`);
  const end = start + text.slice(start, stop).trimEnd().length;
  // a value that begins on a line of its own moves next to its key, unless a comment is in between
  const isBelow = /^[ \t]*\r?\n\s*$/.test(text.slice(colon, start));
  return isBelow ? splice(text, colon, end, ` ${written}`) : splice(text, start, end, written);
}

/** Writes a value on one line, with quotes only where a text needs them. */
function onOneLine(value: unknown): string {
  const document = new Document(value, { compat: 'yaml-1.1' });
  visit(document, {
    Collection(_, collection) {
      collection.flow = true;
    },
  });
  const written = document.toString({ lineWidth: 0 }).trimEnd();
  return written.includes('\n') ? JSON.stringify(value) : written;
}

/** Generates texts in which a list ends with these new items. */
export function* appendToList(text: string, list: YAMLSeq, added: readonly unknown[]): Generator<string> {
  const items = list.items as Ranged[];
  if (list.flow) {
    const first = items[0];
    const isTall = first !== undefined && text.slice(list.range?.[0], startOf(first)).includes('\n');
    const indent = isTall ? indentOf(text, startOf(first)) : '';
    const step = isTall ? stepOf(text, first, indent) : '';
    const separator = isTall ? `,\n${indent}` : ', ';
    const written = added.map((item) => JSON.stringify(item, null, step).replaceAll('\n', `\n${indent}`));
    yield* addToFlow(text, list, items.map(startOf), written.join(separator));
    return;
  }
  const dash = dashOf(list, items.length - 1);
  if (dash === undefined) return;
  const last = afterItem(text, items.at(-1), dash);
  const apart = items.length > 1 && /\n[ \t]*\r?\n$/.test(text.slice(0, startWithComments(text, dash)));
  const gap = apart ? '\n' : '';
  const blocks = added.map((item) => gap + toBlock([item], columnOf(text, dash)));
  yield insertLines(text, last, blocks.join('\n'));
}

/** Generates texts in which a mapping, the whole of the text, is the one item of a list. */
export function* wrapInList(text: string, map: YAMLMap): Generator<string> {
  const [open, close] = map.range ?? [0, 0];
  if (map.flow) {
    yield `${text.slice(0, open)}[${text.slice(open, close)}]${text.slice(close)}`;
    return;
  }
  const inside = text.slice(open).replace(/(?<=\n)(?=[^\r\n])/g, '  ');
  yield `${text.slice(0, open)}- ${inside}`;
}

/** Generates texts in which a list has lost one of its items. */
export function* removeFromList(text: string, list: YAMLSeq, index: number): Generator<string> {
  const items = list.items as Ranged[];
  const [item, previous, next] = [items[index], items[index - 1], items[index + 1]];
  if (!item || items.length === 1) return;
  if (list.flow) {
    if (next) yield splice(text, startOf(item), startOf(next), '');
    else if (previous) yield withoutLastOfFlow(text, previous, item);
    return;
  }
  const dash = dashOf(list, index);
  if (dash === undefined) return;
  let [start, end] = [startWithComments(text, dash), afterItem(text, item, dash)];
  const bare = splice(text, start, end, '');
  // the blank lines that separate it are removed on one side
  if (next) end += /^(?:[ \t]*\r?\n)*/.exec(text.slice(end))?.[0].length ?? 0;
  else start -= /(?:(?<=\n)[ \t]*\r?\n)*$/.exec(text.slice(0, start))?.[0].length ?? 0;
  yield splice(text, start, end, '');
  // the blank lines before it may belong to a block scalar
  yield bare;
}

/**
 * Removes the last item of a flow list with the comma before it. Text between the two is kept if it contains a
 * comment.
 */
function withoutLastOfFlow(text: string, previous: Ranged, item: Ranged): string {
  const [from, to] = [endOf(previous), endOf(item)];
  const between = text.slice(from, startOf(item));
  if (!between.includes('#')) return splice(text, from, to, '');
  const comma = text.indexOf(',', from);
  const rest = splice(text, lineStart(text, startOf(item)), afterLineOf(text, to), '');
  return splice(rest, comma, comma + 1, '');
}

function* addToFlow(
  text: string,
  collection: YAMLMap | YAMLSeq,
  starts: readonly number[],
  written: string,
): Generator<string> {
  const [open, close] = collection.range ?? [0, 0];
  const [first] = starts;
  const last = collection.items.at(-1);
  if (first === undefined || last === undefined) {
    yield splice(text, open + 1, close - 1, written);
    return;
  }
  const before = text.slice(open + 1, first);
  // the new item gets a line of its own if the first item has one
  const line = before.includes('\n') ? before.slice(before.lastIndexOf('\n')) : ' ';
  const gap = /^\n[ \t]*$/.test(line) ? line : ' ';
  const end = endOf(last);
  // a comment after the last item belongs to that item
  const [comment = ''] = /^[ \t]*#.*/.exec(text.slice(end)) ?? [];
  if (gap === ' ') yield splice(text, end, end, `, ${written}`);
  else yield splice(text, end, end + comment.length, `,${comment}${gap}${written}`);
}

function quoteLike(text: string, pair: Pair<Ranged, Ranged> | undefined, key: string): string {
  return pair && text[startOf(pair)] === '"' ? JSON.stringify(key) : key;
}

/** Returns the extra indent of the keys of an object; empty if the object is on one line. */
function stepOf(text: string, object: Ranged, indent: string): string {
  const [start, end] = object.range ?? [0, 0];
  const [, blanks] = /^\{[ \t]*\r?\n([ \t]*)/.exec(text.slice(start, end)) ?? [];
  if (blanks === undefined) return '';
  return (blanks.startsWith(indent) && blanks.slice(indent.length)) || ' ';
}

/** Returns the indent of the line of an offset: tabs are kept, other characters become blanks. */
function indentOf(text: string, offset: number): string {
  return text.slice(lineStart(text, offset), offset).replace(/[^\t]/g, ' ');
}

/** Writes list items as lines of a block list with its dashes in this column. */
export function toBlock(items: readonly unknown[], column: number): string {
  // quotes texts that an older parser would read as a number or a boolean
  const document = new Document(items, { compat: 'yaml-1.1' });
  visit(document, {
    Seq(key, list) {
      if (key !== null && list.items.every((each) => isScalar(each))) list.flow = true;
    },
  });
  const written = document.toString({ lineWidth: 0, flowCollectionPadding: false }).trimEnd();
  return written.replace(/^(?=.)/gm, ' '.repeat(column));
}

/** Inserts whole lines at the start of a line, with the line ends of the file. */
function insertLines(text: string, at: number, lines: string): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const block = `${lines}\n`.replaceAll('\n', end);
  const isCut = at > 0 && text[at - 1] !== '\n';
  return splice(text, at, at, isCut ? end + block.slice(0, -end.length) : block);
}

/** Returns the offset of the dash of an item in a block list. */
function dashOf(list: YAMLSeq, index: number): number | undefined {
  const token = list.srcToken;
  if (token?.type !== 'block-seq') return undefined;
  const start: readonly CST.SourceToken[] =
    token.items.filter(({ value }) => value !== undefined)[index]?.start ?? [];
  return start.find(({ type }) => type === 'seq-item-ind')?.offset;
}

/** Returns the start of the line after a list item and after the comments that are indented like its content. */
function afterItem(text: string, item: unknown, dash: number): number {
  let at = afterLineOf(text, endOf(item));
  const comment = new RegExp(`[ \\t]{${columnOf(text, dash) + 1},}#.*(?:\\n|$)`, 'y');
  for (comment.lastIndex = at; at < text.length && comment.test(text); at = comment.lastIndex);
  return at;
}

/**
 * Returns the start of the line of a dash, or of the comments right above it, unless they begin the file. Comments
 * that are indented deeper belong to the item before.
 */
function startWithComments(text: string, dash: number): number {
  const own = lineStart(text, dash);
  const comment = new RegExp(`^[ \\t]{0,${dash - own}}#`);
  let at = own;
  while (at > 0) {
    const above = lineStart(text, at - 1);
    if (!comment.test(text.slice(above, at))) return at;
    at = above;
  }
  return own;
}
