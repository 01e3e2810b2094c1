import type { SourceDocument } from '../../../documents/source-document.ts';
import type { Notes } from '../events/notes.ts';
import type { Cassette } from '../model.ts';

/** What a format reader gets in addition to the run itself. */
export interface RunContext {
  /** The whole file, which may state facts about all its runs next to them. */
  readonly root: unknown;
  readonly notes: Notes;
}

/** A format of recorded runs. */
export interface RunFormat {
  /** The name of the format in messages: `tau-bench record`. */
  readonly name: string;
  /** The key of the list of runs in a file of this format, if it has one. */
  readonly listedUnder?: string;
  /** A cheap check of the content. The first format that recognises a run reads it. */
  readonly recognises: (value: unknown) => boolean;
  /** @throws InputError */
  readonly read: (document: SourceDocument, context: RunContext) => Cassette;
}
