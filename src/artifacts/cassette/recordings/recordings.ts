import type { Diagnostic } from '../../../diagnostic.ts';
import { type Attempt, attempt } from '../../../errors.ts';
import type { Cassette } from '../model.ts';
import { type CassetteReading, readCassette } from '../read.ts';
import { expandReference, inFolder, type RecordingFolder } from './recording-files.ts';

/** A recorded run that a reference of a suite leads to, or why it could not be read. */
export interface RecordedRun {
  /** The reference in reports: relative to the folder of the recordings, wherever the command was started. */
  readonly reference: string;
  /** The same reference with a path that can be opened, for messages about the run. */
  readonly file: string;
  readonly read: Attempt<Cassette>;
  /** The messages about the file to print. Of several runs in a file, only the first one taken has them. */
  readonly news: { readonly errors: readonly Diagnostic[]; readonly warnings: readonly Diagnostic[] };
}

/** A reference to one file or to a value in it, or why it could not be resolved. */
interface Source {
  /** Relative to the folder of the recordings. */
  readonly reference: string;
  readonly expanded: Attempt<string>;
}

/** The recordings of a suite. Each is read once, and released from memory after its last use. */
export class Recordings {
  readonly #folder: RecordingFolder;
  readonly #sources: readonly (readonly Source[])[];
  readonly #uses = new Map<string, number>();
  readonly #readings = new Map<string, Attempt<CassetteReading>>();

  private constructor(folder: RecordingFolder, sources: readonly (readonly Source[])[]) {
    this.#folder = folder;
    this.#sources = sources;
    for (const { reference } of sources.flat()) {
      this.#uses.set(reference, (this.#uses.get(reference) ?? 0) + 1);
    }
  }

  /**
   * Resolves every reference, without reading a recording yet.
   * @param lists the references of each scenario in the suite, as written
   */
  static async of(lists: readonly (readonly string[])[], folder: RecordingFolder): Promise<Recordings> {
    const sources: Source[][] = [];
    for (const references of lists) {
      const expanded = await Promise.all(references.map((reference) => expand(reference, folder)));
      sources.push(expanded.flat());
    }
    return new Recordings(folder, sources);
  }

  /** The runs of one of the lists, in order. Each is read on demand. To be called once for each list. */
  async *runsOf(list: number): AsyncGenerator<RecordedRun, void> {
    for (const source of this.#sources[list] ?? []) yield* this.#runsIn(source);
  }

  async *#runsIn(source: Source): AsyncGenerator<RecordedRun, void> {
    const { reading, isFirst } = await this.#read(source);
    if ('problems' in reading) {
      const { reference } = source;
      const news = { errors: isFirst ? reading.problems : [], warnings: [] };
      yield { reference, file: inFolder(this.#folder.path, reference), read: reading, news };
      return;
    }
    let warnings = isFirst ? reading.value.warnings : [];
    for (const { reference: file, cassette } of reading.value.value) {
      yield {
        reference: this.#relative(file),
        file,
        read: { value: cassette },
        news: { errors: [], warnings },
      };
      warnings = [];
    }
  }

  /** Reads a source, or returns what an earlier use of it has read. */
  async #read({
    reference,
    expanded,
  }: Source): Promise<{ reading: Attempt<CassetteReading>; isFirst: boolean }> {
    if ('problems' in expanded) return { reading: expanded, isFirst: true };
    const known = this.#readings.get(reference);
    const { path, files } = this.#folder;
    const reading = known ?? (await attempt(() => readAs(inFolder(path, reference), files)));
    const left = (this.#uses.get(reference) ?? 1) - 1;
    this.#uses.set(reference, left);
    if (left > 0) this.#readings.set(reference, reading);
    else this.#readings.delete(reference);
    return { reading, isFirst: !known };
  }

  #relative(reference: string): string {
    const prefix = inFolder(this.#folder.path, '');
    return reference.startsWith(prefix) ? reference.slice(prefix.length) : reference;
  }
}

/** Reads a recording. Its warnings name the whole reference, since several may lead into one file. */
function readAs(reference: string, files: RecordingFolder['files']): CassetteReading {
  const reading = readCassette(reference, { readText: (path) => files.readFile(path) });
  return { ...reading, warnings: reading.warnings.map((warning) => ({ ...warning, file: reference })) };
}

async function expand(reference: string, folder: RecordingFolder): Promise<Source[]> {
  const expanded = await attempt(() => expandReference(reference, folder));
  if ('problems' in expanded) return [{ reference, expanded }];
  return expanded.value.map((each) => ({ reference: each, expanded: { value: each } }));
}
