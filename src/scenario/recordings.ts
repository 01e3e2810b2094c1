import { type CassetteReading, readCassette } from '../artifacts/cassette/read.ts';
import { type Attempt, attempt } from '../errors.ts';
import { expandReference, inFolder, type RecordingFolder } from './recording-files.ts';
import type { Scenario } from './scenario.ts';

/** What a reference of a scenario leads to: a reference to one file, or why there is none. */
export interface Source {
  /** Relative to the folder of the recordings. */
  readonly reference: string;
  readonly expanded: Attempt<string>;
}

/** The recordings of a run: each is read once, and let go of when the last scenario that uses it has done so. */
export class Recordings {
  readonly #folder: RecordingFolder;
  readonly #sources = new Map<Scenario, readonly Source[]>();
  readonly #uses = new Map<string, number>();
  readonly #readings = new Map<string, Attempt<CassetteReading>>();

  private constructor(folder: RecordingFolder) {
    this.#folder = folder;
  }

  /** Resolves every reference, without reading a recording yet. */
  static async of(scenarios: readonly Scenario[], folder: RecordingFolder): Promise<Recordings> {
    const recordings = new Recordings(folder);
    for (const scenario of scenarios) {
      const sources = (
        await Promise.all(scenario.cassettes.map((reference) => expand(reference, folder)))
      ).flat();
      recordings.#sources.set(scenario, sources);
      for (const { reference } of sources) {
        recordings.#uses.set(reference, (recordings.#uses.get(reference) ?? 0) + 1);
      }
    }
    return recordings;
  }

  sourcesOf(scenario: Scenario): readonly Source[] {
    return this.#sources.get(scenario) ?? [];
  }

  /** Reads a source, or takes what an earlier scenario has read; to be asked once for each source. */
  async read({
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

  /** A reference as it is reported: below the folder, wherever the command was started. */
  relative(reference: string): string {
    const prefix = inFolder(this.#folder.path, '');
    return reference.startsWith(prefix) ? reference.slice(prefix.length) : reference;
  }
}

/** Reads a recording. Its warnings name the reference: there may be several into one file. */
function readAs(reference: string, files: RecordingFolder['files']): CassetteReading {
  const reading = readCassette(reference, files);
  return { ...reading, warnings: reading.warnings.map((warning) => ({ ...warning, file: reference })) };
}

async function expand(reference: string, folder: RecordingFolder): Promise<Source[]> {
  const expanded = await attempt(() => expandReference(reference, folder));
  if ('problems' in expanded) return [{ reference, expanded }];
  return expanded.value.map((each) => ({ reference: each, expanded: { value: each } }));
}
