import { scanJson } from '../../documents/json-scan.ts';
import { readJson } from '../../documents/read-json.ts';
import { InputError } from '../../errors.ts';
import type { FilesPort, LinesPart } from '../../ports.ts';
import { isObject } from '../../values/own-property.ts';
import { scalarText } from '../../values/scalar-text.ts';
import type { LogFormat, LogRow } from './formats/log-format.ts';
import { LOG_FORMATS } from './formats/log-formats.ts';
import { LogRows, objectsIn } from './log-rows.ts';
import { kindOf, kindOfDocument, type LogKind } from './recognise-log.ts';

/** Batches of lines, as {@link FilesPort.readLines} returns them. */
export type LineBatches = AsyncIterable<readonly (string | null)[]>;

/** A log whose format is known, before its first line is read. */
export type OpenLog =
  | { readonly kind: LogKind; readonly batches: LineBatches }
  /** The file is one JSON document, or several that are written over more than one line. */
  | { readonly kind: LogFormat; readonly rows: readonly LogRow[] };

/** A mixed stream may begin with this many characters of other lines. */
const MOST_PEEKED = 32 * 2 ** 20;

/** A document is not read line by line, so it must fit into memory. */
const LONGEST_DOCUMENT = 256 * 2 ** 20;

/**
 * Opens a log and recognises its format by the first line that one of the formats claims. A log without such a line is
 * taken for one of ours, and its reader says what is wrong with it.
 * @param kind the format, if it is known
 * @throws InputError for a document that is too long
 */
export async function openLog(
  path: string,
  files: Pick<FilesPort, 'readLines'>,
  kind: LogKind | undefined,
  part?: LinesPart,
): Promise<OpenLog> {
  const batches = files.readLines(path, part);
  if (kind === 'own') return { kind, batches };
  const iterator = batches[Symbol.asyncIterator]();
  const peek = new Peek();
  while (!peek.isEnough) {
    const next = await iterator.next();
    if (next.done) break;
    peek.add(next.value);
  }
  if (peek.mayBeDocument) {
    const rows = await readDocument(path, peek, iterator);
    const found = rows && kindOfDocument(rows.map(({ value }) => value));
    if (rows && found !== undefined && found !== 'own') return { kind: kind ?? found, rows };
  }
  return { kind: kind ?? peek.kind ?? 'own', batches: resumed(peek.batches, iterator) };
}

/**
 * Recognises the format of a log without reading all of it; undefined when it may be one JSON document.
 * See {@link openLog}.
 */
export async function recogniseLog(
  path: string,
  files: Pick<FilesPort, 'readLines'>,
): Promise<LogKind | undefined> {
  const peek = new Peek();
  for await (const batch of files.readLines(path)) {
    peek.add(batch);
    if (peek.isEnough) break;
  }
  return peek.mayBeDocument ? undefined : (peek.kind ?? 'own');
}

/** The beginning of a log. */
class Peek {
  readonly batches: (readonly (string | null)[])[] = [];
  readonly #rows = new LogRows();
  #characters = 0;
  #first: string | undefined;
  #hasMarker = false;
  kind: LogKind | undefined;

  add(batch: readonly (string | null)[]): void {
    this.batches.push(batch);
    for (const line of batch) {
      if (line === null || !/\S/.test(line)) continue;
      for (const row of this.#rows.of(line).rows) this.kind ??= kindOf(row);
      if (this.kind !== undefined) return;
      this.#first ??= line;
      this.#characters += line.length;
      this.#hasMarker ||= LOG_FORMATS.some(({ marker }) => marker.test(line));
    }
  }

  get isEnough(): boolean {
    return this.kind !== undefined || this.mayBeDocument || this.#characters > MOST_PEEKED;
  }

  /** Whether the file begins with JSON that does not end on its line, and has something of another program in it. */
  get mayBeDocument(): boolean {
    return (
      this.#hasMarker &&
      this.#first !== undefined &&
      /^\s*[[{]\s*("|$|[[{]\s*$)/.test(this.#first) &&
      this.#isCut
    );
  }

  get #isCut(): boolean {
    return this.#first !== undefined && scanJson(this.#first) !== undefined;
  }
}

/** Reads the whole file; undefined when it is not JSON. */
async function readDocument(
  path: string,
  peek: Peek,
  iterator: AsyncIterator<readonly (string | null)[]>,
): Promise<LogRow[] | undefined> {
  let length = 0;
  for (const batch of peek.batches) length += lengthOf(batch);
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    peek.batches.push(next.value);
    length += lengthOf(next.value);
    if (length > LONGEST_DOCUMENT) {
      throw new InputError({
        file: path,
        message: `is one JSON document of more than ${LONGEST_DOCUMENT / 2 ** 20} MiB`,
        help: 'write one record per line: lines are read one by one, however long the file is',
      });
    }
  }
  const text = peek.batches.flat().join('\n');
  const whole = readJson(text);
  if (!whole.fault) return rowsOf(whole.value);
  const objects = objectsIn(text);
  return objects && rowsOf(objects);
}

function lengthOf(batch: readonly (string | null)[]): number {
  return batch.reduce((sum, line) => sum + (line?.length ?? 0) + 1, 0);
}

function rowsOf(document: unknown): LogRow[] {
  const values: readonly unknown[] = Array.isArray(document) ? document : [document];
  return values.map((value) => (isObject(value) ? { text: '', value } : { text: scalarText(value) }));
}

/** The batches that were peeked at, and then the rest. */
async function* resumed(
  peeked: readonly (readonly (string | null)[])[],
  iterator: AsyncIterator<readonly (string | null)[]>,
): AsyncGenerator<readonly (string | null)[]> {
  let isDone = false;
  try {
    yield* peeked;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    isDone = true;
  } finally {
    if (!isDone) await iterator.return?.();
  }
}
