import type { SourceDocument } from '../../../documents/source-document.ts';
import type { Notes } from '../events/notes.ts';
import type { Cassette } from '../model.ts';

/** What a reader of a run is told beside the run itself. */
export interface RunContext {
  /** The whole file: what holds for all of its runs stands beside them. */
  readonly root: unknown;
  readonly notes: Notes;
}

/** One shape that a recorded run may have. */
export interface RunFormat {
  /** What people call it: `tau-bench record`. */
  readonly name: string;
  /** The key of the list in which a file of this format holds many runs, if it has one. */
  readonly listedUnder?: string;
  /** A cheap look at the content; a run is read by the first format that recognises it. */
  readonly recognises: (value: unknown) => boolean;
  /** @throws InputError */
  readonly read: (document: SourceDocument, context: RunContext) => Cassette;
}
