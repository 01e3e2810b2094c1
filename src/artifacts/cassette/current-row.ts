import type { ValuePath } from '../../diagnostic.ts';
import { parseJson } from '../../documents/json.ts';
import { JsonReader } from '../../documents/read-json.ts';
import type { SourceDocument } from '../../documents/source-document.ts';
import { InputError } from '../../errors.ts';
import { LONGEST_LINE } from '../../ports.ts';
import { withoutEventFields } from './event-stream.ts';
import type { Notes } from './events/notes.ts';
import { parseNoting } from './parse-noting.ts';

/** The line that is being read: a path that begins with the index of its row is located in it. */
export class CurrentRow {
  readonly document: SourceDocument;
  #file: string;
  readonly #notes: Notes;
  readonly #reader = new JsonReader('exact');
  #text = '';
  #line = 0;
  /** The current line, once a place in it was asked for. */
  #parsed: SourceDocument | undefined;

  constructor(file: string, notes: Notes) {
    this.#file = file;
    this.#notes = notes;
    const current = () => this.#file;
    this.document = {
      get file() {
        return current();
      },
      value: undefined,
      locate: (path, at) => this.#locate(path, at),
    };
  }

  /** Begins with the first line of a file. */
  begin(file: string): void {
    this.#file = file;
    this.#text = '';
    this.#line = 0;
    this.#parsed = undefined;
  }

  /** Returns the row on the next line; undefined when the line is blank. @throws InputError when it is malformed */
  read(line: string | null): { readonly value: unknown } | undefined {
    this.#line++;
    const text = withoutEventFields(line ?? '');
    this.#text = text;
    this.#parsed = undefined;
    if (line === null) throw this.#tooLong();
    if (!/\S/.test(text)) return undefined;
    return parseNoting(text, this.#notes, (plain) => this.#parse(plain));
  }

  #parse(text: string): { readonly value: unknown } {
    this.#text = text;
    const read = this.#reader.read(text);
    return read.fault ? this.#refuse() : read;
  }

  #locate([, ...path]: ValuePath, at: 'key' | 'value' = 'value') {
    if (this.#text === '') return { line: Math.max(1, this.#line), column: 1 };
    // a trace on one line asks for its row once for each span
    if (path.length === 0) return { line: this.#line, column: this.#text.search(/\S/) + 1 };
    this.#parsed ??= parseJson(this.#text, this.#file);
    return { line: this.#line, column: this.#parsed.locate(path, at).column };
  }

  #refuse(): never {
    try {
      parseJson(this.#text, this.#file, 'exact');
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const at = (column = 1) => ({ line: this.#line, column });
      throw new InputError(
        error.diagnostics.map((found) => ({ ...found, position: at(found.position?.column) })),
      );
    }
    throw new Error(`${this.#file}:${this.#line} has a fault and can be parsed`);
  }

  #tooLong(): InputError {
    const message = `the line is longer than ${LONGEST_LINE / 2 ** 20} MiB`;
    return new InputError({ file: this.#file, position: { line: this.#line, column: 1 }, message });
  }
}
