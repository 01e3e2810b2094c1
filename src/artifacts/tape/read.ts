import { parseJsonLine } from '../../documents/json-lines.ts';
import type { SourceDocument } from '../../documents/source-document.ts';
import { describe, validate } from '../../documents/validate.ts';
import { InputError } from '../../errors.ts';
import { type FilesPort, LONGEST_LINE } from '../../ports.ts';
import { isObject } from '../../values/own-property.ts';
import { outline } from '../json-artifact.ts';
import {
  type ClosedRow,
  type Frame,
  type FrameRow,
  TAPE_VERSION,
  type Tape,
  type TapeHeader,
  type TapeRow,
} from './model.ts';
import { closedRowSchema, frameRowSchema, tapeHeaderSchema } from './schema.ts';

/**
 * Reads a tape line by line. Blank lines are skipped. A tape that contradicts itself, or that ends in the middle of a line,
 * is refused: what was recorded after that is not known.
 * @throws InputError that names the line
 */
export async function readTape(path: string, { readLines }: Pick<FilesPort, 'readLines'>): Promise<Tape> {
  const reader = new TapeReader(path);
  for await (const lines of readLines(path)) for (const line of lines) reader.take(line);
  return reader.finish();
}

class TapeReader {
  readonly #file: string;
  readonly #frames: FrameRow[] = [];
  #header: TapeHeader | undefined;
  #closed: ClosedRow | undefined;
  #number = 0;
  #t = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** @param line null when it is longer than a line may be */
  take(line: string | null): void {
    this.#number += 1;
    if (line === null) throw this.#fault(`is longer than ${LONGEST_LINE / 2 ** 20} MiB`);
    if (!/\S/.test(line)) return;
    const document = this.#parse(line);
    if (!this.#header) {
      this.#header = toHeader(document);
      return;
    }
    if (this.#closed) {
      throw this.#fault(
        'follows the row `closed`, which ends a session',
        'keep each session in a file of its own',
      );
    }
    if (isObject(document.value) && Object.hasOwn(document.value, 'schema_version')) {
      throw this.#fault('is a second header', 'keep each session in a file of its own');
    }
    this.#add(toRow(document), document, this.#header);
  }

  finish(): Tape {
    const file = this.#file;
    if (!this.#header) {
      throw new InputError({ file, message: 'is empty: expected the header of a tape', help: RECORD_HELP });
    }
    if (this.#frames.length === 0) {
      throw new InputError({ file, message: 'records no message', help: RECORD_HELP });
    }
    return { header: this.#header, frames: this.#frames, ...(this.#closed && { closed: this.#closed }) };
  }

  #parse(line: string): SourceDocument {
    try {
      return parseJsonLine(line, this.#file, this.#number);
    } catch (error) {
      if (!(error instanceof InputError) || !this.#header) throw error;
      const [found] = error.diagnostics;
      throw new InputError({
        ...(found ?? { message: error.message }),
        help: 'a tape that was cut off, or edited by hand, cannot be trusted: record it again',
      });
    }
  }

  #add(row: TapeRow, { locate }: SourceDocument, { transport }: TapeHeader): void {
    if (row.t < this.#t) {
      throw this.#fault(
        `is ${row.t}, before the row above it (${this.#t})`,
        undefined,
        locate(['t']).column,
        't',
      );
    }
    this.#t = row.t;
    if (row.kind === 'closed') {
      this.#closed = row;
      return;
    }
    const { stream, headers, encoding, frame } = row;
    const at = (key: string) => [undefined, locate([key]).column, key] as const;
    if (transport === 'stdio' && stream !== 0) {
      throw this.#fault(`is ${stream}, but stdio has one stream, 0`, ...at('stream'));
    }
    if (transport === 'stdio' && headers) throw this.#fault('stdio has no headers', ...at('headers'));
    if (encoding && typeof frame !== 'string') {
      throw this.#fault(`must be text in base64, found ${describe(frame)}`, ...at('frame'));
    }
    if (frame === null && !headers) {
      throw this.#fault('is null, but only headers travel without a message', ...at('frame'));
    }
    this.#frames.push(row);
  }

  #fault(message: string, help?: string, column = 1, key?: string): InputError {
    const position = { line: this.#number, column };
    return new InputError({
      file: this.#file,
      position,
      message,
      help,
      ...(key !== undefined && { path: [key] }),
    });
  }
}

const RECORD_HELP = 'make a tape with `mcptest record`';

function toHeader(document: SourceDocument): TapeHeader {
  const { value, file, locate } = document;
  if (!isObject(value) || value.schema_version !== TAPE_VERSION) {
    const found =
      isObject(value) && Object.hasOwn(value, 'schema_version') ? value.schema_version : undefined;
    const what = found === undefined ? outline(value) : `\`schema_version\`: ${describe(found)}`;
    throw new InputError({
      file,
      position: locate(['schema_version']),
      message: `is not a tape: expected a header with \`schema_version\`: \`${TAPE_VERSION}\`, found ${what}`,
      help: RECORD_HELP,
    });
  }
  const { era, transport, client, server, redaction } = validate(tapeHeaderSchema, document);
  return { era, transport, client, server, redaction };
}

function toRow(document: SourceDocument): TapeRow {
  const { value } = document;
  if (isObject(value) && Object.hasOwn(value, 'closed')) {
    const { t, closed } = validate(closedRowSchema, document);
    return { kind: 'closed', t, ...closed };
  }
  const { t, dir, stream, encoding, headers } = validate(frameRowSchema, document);
  // as it is in the file: a schema copies objects, and may lose a key such as `__proto__`
  const { frame } = value as { frame: Frame | null };
  return { kind: 'frame', t, dir, stream, frame, ...(encoding && { encoding }), ...(headers && { headers }) };
}
