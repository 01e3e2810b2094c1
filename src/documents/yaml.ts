import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  type Node,
  Parser,
} from 'yaml';
import { type Diagnostic, MOST_FINDINGS, type Position, type ValuePath } from '../diagnostic.ts';
import { InputError } from '../errors.ts';
import { clip } from '../text/clip.ts';
import { scalarText } from '../values/scalar-text.ts';
import { saysNumber } from '../values/written-number.ts';
import { MAX_DEPTH, type SourceDocument } from './source-document.ts';
import { keysAt, offsetOf, pathAt, repeatedKeys } from './yaml-places.ts';

/** The most aliases in a file: the library looks up each among all others. */
const MOST_ALIASES = 1000;

/** The most nodes that the aliases of one anchor may expand to: enough for real reuse, too few for a bomb. */
const MOST_COPIES = 1000;

/**
 * Parses one YAML 1.2 document (JSON included) with the core schema: an unquoted timestamp is text, `yes` is text,
 * there are no merge keys. Duplicate keys, unknown tags, a second document, nesting beyond {@link MAX_DEPTH} levels
 * and alias bombs are errors with line and column.
 * @throws InputError
 */
export function parseYaml(text: string, file: string): SourceDocument {
  const lines = new LineCounter();
  const position = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const fail = (offset: number, message: string, help?: string, path?: ValuePath): never => {
    throw new InputError({ file, position: position(offset), path, message, help });
  };

  const tokens: CST.Token[] = [];
  for (const token of new Parser(lines.addNewLine).parse(text)) {
    const tooDeep = offsetBeyondDepth(token);
    if (tooDeep !== undefined) fail(tooDeep, `nested deeper than ${MAX_DEPTH} levels`);
    tokens.push(token);
  }
  const composer = new Composer({
    version: '1.2',
    schema: 'core',
    strict: true,
    resolveKnownTags: false,
    // see `repeatedKeys`
    uniqueKeys: false,
  });
  const [document, second] = [...composer.compose(tokens, true, text.length)] as Document.Parsed[];
  if (!document?.contents || (isScalar(document.contents) && document.contents.value === null)) {
    if (!document?.errors.length) return fail(0, 'the file is empty');
  }
  if (document.directives?.yaml.explicit && document.directives.yaml.version !== '1.2') {
    fail(0, `YAML ${document.directives.yaml.version} is not supported`, 'remove the %YAML line');
  }
  const repeated = repeatedKeys(document.contents)
    .sort((a, b) => a - b)
    .slice(0, MOST_FINDINGS + 1);
  const faults = [
    // text that does not parse has no path in the document
    ...[...document.errors, ...document.warnings].map(({ pos: [offset], message }) => ({
      offset,
      message: plain(message),
    })),
    ...repeated.map((offset) => ({
      offset,
      message: repetition(offset, text),
      path: pathAt(document, offset),
    })),
  ].sort((a, b) => a.offset - b.offset);
  if (faults.length > 0) {
    const shown = faults.slice(0, MOST_FINDINGS + 1);
    throw new InputError(
      shown.map(({ offset, ...fault }): Diagnostic => ({ file, position: position(offset), ...fault })),
    );
  }
  if (second) fail(second.range[0], 'found a second YAML document', 'keep one document in the file');
  const fault = findFault(document.contents);
  if (fault) {
    const offset = fault.node.range?.[0] ?? 0;
    fail(offset, fault.message, fault.help, pathAt(document, offset));
  }

  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: MOST_COPIES });
  } catch (error) {
    // the only fault left here: aliases of aliases that multiply without bound
    if (error instanceof ReferenceError)
      fail(0, 'the aliases expand to too many copies', 'write the values out');
    throw error;
  }
  return {
    file,
    value,
    locate: (path, at) => position(offsetOf(document, path, at)),
    keys: (path) => keysAt(document, path),
    written: (path) => {
      const node = document.getIn(path, true);
      return isScalar(node) && node.range ? text.slice(node.range[0], node.range[1]) : undefined;
    },
  };
}

/**
 * Returns the offset of the first collection that is nested too deep. Works without recursion, because the composer
 * recurses.
 */
function offsetBeyondDepth(token: CST.Token): number | undefined {
  const pending: [token: CST.Token, depth: number][] = [[token, 0]];
  for (let entry = pending.pop(); entry; entry = pending.pop()) {
    const [node, depth] = entry;
    if (node.type === 'document' && node.value) pending.push([node.value, depth]);
    if (!('items' in node)) continue;
    if (depth === MAX_DEPTH) return node.offset;
    for (const item of node.items) {
      if (item.key) pending.push([item.key, depth + 1]);
      if (item.value) pending.push([item.value, depth + 1]);
    }
  }
  return undefined;
}

interface Fault {
  readonly node: Node;
  readonly message: string;
  readonly help?: string;
}

/**
 * Returns the first fault in the order of the file: a key that no path can name, a number that would be rounded, an
 * alias to nothing or to a value that contains it, or one alias too many.
 */
function findFault(root: unknown): Fault | undefined {
  const anchors = new Map<string, Node>();
  let aliases = 0;
  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (isAlias(node)) {
      const anchored = anchors.get(node.source);
      if (!anchored) return { node, message: `the alias \`*${node.source}\` has no anchor before it` };
      if ((node.range?.[0] ?? 0) < (anchored.range?.[1] ?? 0))
        return { node, message: `the alias \`*${node.source}\` is inside its own anchor` };
      if (++aliases > MOST_ALIASES) return { node, message: `more than ${MOST_ALIASES} aliases` };
      continue;
    }
    if (isNode(node) && node.anchor) anchors.set(node.anchor, node);
    const rounded = roundedNumber(node);
    if (rounded) return rounded;
    if (!isCollection(node)) continue;
    for (const item of node.items.toReversed()) {
      if (!isMap(node)) pending.push(item);
      else {
        const { key, value } = item as { key: Node; value: unknown };
        if (!isScalar(key) || key.value === null) return { node: key, message: 'a key must be plain text' };
        pending.push(value);
      }
    }
  }
  return undefined;
}

/** A number that no double represents would be read as its neighbour; authored numbers must be exact. */
function roundedNumber(node: unknown): Fault | undefined {
  if (!isScalar(node) || !Number.isFinite(node.value) || node.source === undefined) return undefined;
  if (saysNumber(node.source, node.value as number)) return undefined;
  const message = `a number with more digits than can be represented, found \`${clip(node.source)}\``;
  return { node, message, help: `the nearest number is ${scalarText(node.value)}` };
}

function repetition(start: number, text: string): string {
  const [key = ''] = /^[^:\n]*/.exec(text.slice(start, start + 100)) ?? [];
  return `the key \`${clip(key.trim())}\` occurs twice in one mapping`;
}

// the library shows the faulty line below some of its messages: the first line is the message
function plain(message: string): string {
  const [line = ''] = message.split('\n');
  const sentence = line.replace(/ at line \d+, column \d+:?$/, '').replace(/[.:]$/, '');
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
