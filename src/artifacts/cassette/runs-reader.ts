import { type Diagnostic, MOST_FINDINGS, type ValuePath } from '../../diagnostic.ts';
import { readPart } from '../../documents/part-of.ts';
import type { SourceDocument } from '../../documents/source-document.ts';
import { type Attempt, InputError } from '../../errors.ts';
import { append } from '../../values/append.ts';
import type { RunContext } from './formats/run-format.ts';
import type { Cassette } from './model.ts';
import { type ReadRun, readRun } from './read-run.ts';

/** Reads the runs of a file one after the other. One that cannot be read does not stop the others. */
export class RunsReader {
  readonly #context: RunContext;
  readonly #faults: Diagnostic[] = [];
  #format: ReadRun['format'] | undefined;

  constructor(context: RunContext) {
    this.#context = context;
  }

  /** @param path where the value of the run is in the document */
  read(document: SourceDocument, path: ValuePath, value: unknown): Attempt<Cassette> {
    try {
      const run = readPart(document, path, value, (part) => readRun(part, this.#context));
      this.#format ??= run.format;
      return { value: run.cassette };
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      if (this.#faults.length <= MOST_FINDINGS) append(this.#faults, error.diagnostics);
      return { problems: error.diagnostics };
    }
  }

  /** The format of the first run. @throws InputError with the faults of all runs, if not one of them could be read */
  get format(): ReadRun['format'] {
    if (!this.#format) throw new InputError(this.#faults);
    return this.#format;
  }
}
