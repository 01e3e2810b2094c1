import type { Diagnostic } from '../../../diagnostic.ts';
import { type Attempt, attempt } from '../../../errors.ts';
import { belowFolder, inFolder } from '../../../text/folders.ts';
import type { Cassette } from '../model.ts';
import { type RunsReading, readRuns } from '../read.ts';
import { expandReference, type RecordingFolder } from './recording-files.ts';

/** A recorded run that a reference of a suite leads to, or why it could not be read. */
export interface RecordedRun {
  /** The reference in reports: relative to the folder of the recordings, wherever the command was started. */
  readonly reference: string;
  /** The same reference with a path that can be opened, for messages about the run. */
  readonly file: string;
  readonly read: Attempt<Cassette>;
  /** Further files that were read as parts of the run, relative to the folder of the recordings; absent if there are none. */
  readonly readWith?: readonly string[];
  /** Whether the run is no trial of its own: an earlier one of the same list has the same content. */
  readonly isRepeated?: true;
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
  readonly #identify: 'several' | 'always';
  readonly #uses = new Map<string, number>();
  readonly #readings = new Map<string, Attempt<RunsReading>>();

  private constructor(folder: RecordingFolder, sources: readonly (readonly Source[])[]) {
    this.#folder = folder;
    this.#sources = sources;
    // a list of one file has trials to tell apart only if the file has several runs
    this.#identify = sources.some(({ length }) => length > 1) ? 'always' : 'several';
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
    const seen = new Map<string, string>();
    for (const source of this.#sources[list] ?? []) yield* this.#runsIn(source, seen);
  }

  /** @param seen the recordings that the list already had, by content: a trial is a run of its own */
  async *#runsIn(source: Source, seen: Map<string, string>): AsyncGenerator<RecordedRun, void> {
    const { reading, isFirst } = await this.#read(source);
    if ('problems' in reading) {
      const { reference } = source;
      const news = { errors: isFirst ? reading.problems : [], warnings: [] };
      yield { reference, file: inFolder(this.#folder.path, reference), read: reading, news };
      return;
    }
    let warnings = isFirst ? reading.value.warnings : [];
    const readWith = reading.value.readWith?.map((path) => belowFolder(this.#folder.path, path));
    for (const { reference: file, read, identity } of reading.value.runs) {
      const reference = belowFolder(this.#folder.path, file);
      const first = identity === undefined ? undefined : seen.get(identity);
      if (identity !== undefined) seen.set(identity, first ?? reference);
      if (first === undefined) {
        const errors = 'problems' in read ? read.problems : [];
        yield { reference, file, read, news: { errors, warnings }, ...(readWith && { readWith }) };
      } else {
        const problems = [repeated(file, first)];
        yield { reference, file, read: { problems }, isRepeated: true, news: { errors: problems, warnings } };
      }
      warnings = [];
    }
  }

  /** Reads a source, or returns what an earlier use of it has read. */
  async #read({ reference, expanded }: Source): Promise<{ reading: Attempt<RunsReading>; isFirst: boolean }> {
    if ('problems' in expanded) return { reading: expanded, isFirst: true };
    const known = this.#readings.get(reference);
    const { path, files } = this.#folder;
    const reading = known ?? (await attempt(() => readAs(inFolder(path, reference), files, this.#identify)));
    const left = (this.#uses.get(reference) ?? 1) - 1;
    this.#uses.set(reference, left);
    if (left > 0) this.#readings.set(reference, reading);
    else this.#readings.delete(reference);
    return { reading, isFirst: !known };
  }
}

/** The problem that two trials of a scenario are the same recording. */
function repeated(file: string, first: string): Diagnostic {
  return {
    file,
    message: `is the same recording as \`${first}\``,
    help: 'give each recording once: a trial must be a run of its own',
  };
}

/** Reads a recording, which must be a regular file. Its warnings name the whole reference, since several may lead into one file. */
export async function readAs(
  reference: string,
  files: RecordingFolder['files'],
  identify: 'several' | 'always',
): Promise<RunsReading> {
  const regular = {
    readText: (path: string) => files.readFile(path),
    readLines: (path: string) => files.readLines(path),
    readArchive: files.readArchive,
    plainFile: (path: string) => files.plainFile(path),
    listEntries: (path: string) => files.listEntries(path),
    realPath: (path: string) => files.realPath(path),
  };
  // no scenario looks at the result of a call that worked
  const reading = await readRuns(reference, regular, { identify, keepsResults: false });
  return { ...reading, warnings: reading.warnings.map((warning) => ({ ...warning, file: reference })) };
}

async function expand(reference: string, folder: RecordingFolder): Promise<Source[]> {
  const expanded = await attempt(() => expandReference(reference, folder));
  if ('problems' in expanded) return [{ reference, expanded }];
  return expanded.value.map((each) => ({ reference: each, expanded: { value: each } }));
}
