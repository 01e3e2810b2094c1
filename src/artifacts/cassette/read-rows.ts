import { canonicalText } from '../../assertions/value-set.ts';
import type { ValuePath } from '../../diagnostic.ts';
import { Contradictions } from '../../documents/contradictions.ts';
import { withoutNoNumbers } from '../../documents/no-numbers.ts';
import type { SourceDocument } from '../../documents/source-document.ts';
import { type Attempt, InputError } from '../../errors.ts';
import { fingerprint } from '../../text/fingerprint.ts';
import { isObject } from '../../values/own-property.ts';
import { CurrentRow } from './current-row.ts';
import { withoutEventFields } from './event-stream.ts';
import { UNREAD_CALL } from './events/ledger.ts';
import type { ReadingContext } from './events/reading-context.ts';
import type { RowFormat, RowReader } from './formats/row-format.ts';
import { ROW_FORMATS } from './formats/row-formats.ts';
import type { Cassette } from './model.ts';
import { refuseUnusable } from './read-run.ts';
import type { RecordingFiles } from './recordings/reference.ts';
import { refuseTape } from './unrecognised.ts';

/** Up to this many rows are asked for their format: a session may begin with rows that say nothing. */
const ROWS_ASKED = 200;

/** The lines of a file, in the format of its rows. */
interface RowLines {
  readonly format: RowFormat;
  readonly file: string;
  readonly lines: () => AsyncIterable<readonly (string | null)[]>;
  /** Further files of the recording. */
  readonly companions: readonly Pick<RowLines, 'file' | 'lines'>[];
}

/** Rows in a document that is parsed already. */
interface ParsedRows {
  readonly document: SourceDocument;
  readonly path: ValuePath;
  readonly value: unknown;
}

/** Returns the format of parsed rows, or of a single row; undefined when the value is in no such format. */
export function rowFormatOf(value: unknown): RowFormat | undefined {
  const rows = Array.isArray(value) ? value.slice(0, ROWS_ASKED) : [value];
  for (const row of rows) {
    const format = isObject(row) && ROW_FORMATS.find(({ claims }) => claims(row));
    if (format) return format;
  }
  return undefined;
}

/**
 * Returns the rows of a file that can be read line by line, so it may be larger than any string; undefined when the file
 * is not in such a format, or can be read only once.
 */
export async function rowLinesIn(reference: string, files: RecordingFiles): Promise<RowLines | undefined> {
  // a pipe cannot be read twice, and a pointer leads into a document
  if (!files.plainFile(reference)) return undefined;
  const file = reference;
  let asked = 0;
  for await (const lines of files.readLines(file)) {
    for (const line of lines) {
      if (line === null) return undefined;
      const text = withoutEventFields(line);
      if (!/\S/.test(text)) continue;
      const row = parsed(text);
      if (!isObject(row) || asked++ === ROWS_ASKED) return undefined;
      refuseTape(row, file);
      const format = ROW_FORMATS.find(({ claims }) => claims(row));
      if (!format) continue;
      const open = (path: string) => ({ file: path, lines: () => files.readLines(path) });
      const companions = (await format.companionsOf?.(file, row, files)) ?? [];
      return { format, ...open(file), companions: companions.map(open) };
    }
  }
  return undefined;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    const plain = withoutNoNumbers(line);
    return plain && parsed(plain.text);
  }
}

/** The runs of the rows, and what tells the recording apart by its content, if it was asked for. */
export interface ReadRows {
  readonly runs: readonly Attempt<Cassette>[];
  readonly identity?: string;
}

/**
 * Reads the lines of a file, and of the files that belong to it, in one pass. Only one row is in memory at a time.
 * @throws InputError when a row is malformed, or holds what looks like a call in a place that is not read
 */
export async function readRowLines(
  { format, companions, ...main }: RowLines,
  context: ReadingContext,
  identify: boolean,
): Promise<ReadRows> {
  const current = new CurrentRow(main.file, context.notes);
  const taking = new RowsTaking(format, current.document, context, identify);
  for (const { file, lines } of [main, ...companions]) {
    if (file !== main.file) {
      current.begin(file);
      taking.begin(file);
    }
    for await (const batch of lines()) {
      for (const line of batch) {
        const row = current.read(line);
        if (row) taking.take(row.value);
      }
    }
  }
  current.begin(main.file);
  return taking.finish();
}

/**
 * Reads rows that are parsed already: the elements of a list in a document, or a single row.
 * @throws InputError as {@link readRowLines} does
 */
export function readParsedRows(
  format: RowFormat,
  { document, path, value }: ParsedRows,
  context: ReadingContext,
  identify: boolean,
): ReadRows {
  const isList = Array.isArray(value);
  const locate: SourceDocument['locate'] = ([index, ...below], at) =>
    document.locate([...path, ...(isList && index !== undefined ? [index] : []), ...below], at);
  const taking = new RowsTaking(format, { file: document.file, value: undefined, locate }, context, identify);
  for (const row of isList ? (value as readonly unknown[]) : [value]) taking.take(row);
  return taking.finish();
}

/** Passes rows to the reader of their format, and sees to it that nothing that looks like a call is passed over. */
class RowsTaking {
  readonly #format: RowFormat;
  readonly #document: SourceDocument;
  readonly #context: ReadingContext;
  readonly #faults: Contradictions;
  readonly #reader: RowReader;
  #index = 0;
  #identity: string | undefined;

  constructor(format: RowFormat, document: SourceDocument, context: ReadingContext, identify: boolean) {
    this.#format = format;
    this.#document = document;
    this.#context = context;
    this.#faults = new Contradictions(document);
    this.#reader = format.open(document, context);
    this.#identity = identify ? '' : undefined;
  }

  /** Begins another file of the recording. */
  begin(file: string): void {
    this.#reader.companion?.(file);
  }

  take(row: unknown): void {
    const index = this.#index++;
    if (this.#identity !== undefined) this.#identity = fingerprint(this.#identity + canonicalText(row));
    if (!isObject(row)) {
      this.#faults.add([index], 'must be a mapping: each row of this format is one');
      return;
    }
    const { ledger } = this.#context;
    ledger.begin(row, 1);
    this.#reader.take(row, index);
    for (const path of ledger.unread()) {
      this.#faults.add([index, ...path], UNREAD_CALL.message, UNREAD_CALL.help);
    }
  }

  /** @throws InputError with the faults of the rows, or those of the only run */
  finish(): ReadRows {
    this.#faults.refuse();
    const { name } = this.#format;
    const runs = this.#reader.finish().map((run) => attemptOf(run, this.#document, name));
    const [first, ...others] = runs;
    if (!first) refuseUnusable({ turns: [] }, this.#document, name);
    // a file with a single run has no other run to go on with
    else if (others.length === 0 && 'problems' in first) throw new InputError(first.problems);
    return { runs, ...(this.#identity !== undefined && { identity: this.#identity }) };
  }
}

function attemptOf(run: Cassette | InputError, document: SourceDocument, format: string): Attempt<Cassette> {
  try {
    if (run instanceof InputError) throw run;
    refuseUnusable(run, document, format);
    return { value: run };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { problems: error.diagnostics };
  }
}
