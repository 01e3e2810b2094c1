import { readSnapshots } from '../../artifacts/snapshot/read.ts';
import { writeSnapshots } from '../../artifacts/snapshot/write.ts';
import type { CompiledSuite } from '../../features/run/compile-suite.ts';
import { Snapshots, snapshotPath } from '../../features/run/snapshots.ts';
import type { Ports } from '../../ports.ts';
import { plural } from '../../report/plural.ts';
import { folderOf } from '../../text/folders.ts';
import type { Masker } from '../../values/masker.ts';

/** The snapshots of a suite, and the file that holds them. */
export class StoredSnapshots {
  readonly snapshots: Snapshots;
  readonly #suite: CompiledSuite;
  readonly #path: string;
  readonly #source: string | undefined;
  readonly #update: boolean;
  readonly #files: Ports['files'];

  /** @throws InputError when the file cannot be read */
  constructor(
    suite: CompiledSuite,
    { updateSnapshots }: { readonly updateSnapshots: true | undefined },
    masker: Masker,
    { files }: Pick<Ports, 'files'>,
  ) {
    this.#suite = suite;
    this.#files = files;
    this.#update = updateSnapshots === true;
    this.#path = snapshotPath(suite.suite.file);
    this.#source = files.realPath(this.#path) === null ? undefined : files.readText(this.#path);
    const stored = this.#source === undefined ? undefined : readSnapshots(this.#source, this.#path);
    this.snapshots = new Snapshots({ stored, update: this.#update, conceal: (value) => masker.value(value) });
  }

  /** Writes the snapshots that a run took, if that was asked for. Returns what to say about them. @throws InputError */
  keep(): string[] {
    if (!this.#update) {
      const obsolete = this.snapshots.obsolete(this.#suite);
      return obsolete.map((name) => `${this.#path} has a snapshot that no test uses: ${name}`);
    }
    const updated = this.snapshots.updated(this.#suite);
    const text = writeSnapshots(updated);
    if (updated.size === 0 || text === this.#source) return [];
    this.#files.makeFolder(folderOf(this.#path));
    this.#files.replaceText(this.#path, this.#source, text);
    return [`wrote ${plural(updated.size, 'snapshot')} to ${this.#path}`];
  }
}
