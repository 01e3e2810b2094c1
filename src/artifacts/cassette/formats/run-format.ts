import type { ValuePath } from '../../../diagnostic.ts';
import type { SourceDocument } from '../../../documents/source-document.ts';
import type { ReadingContext } from '../events/reading-context.ts';
import type { Cassette } from '../model.ts';

/** What a format reader gets in addition to the run itself. */
export interface RunContext extends ReadingContext {
  /** The whole file, which may state facts about all its runs next to them. */
  readonly root: unknown;
}

/** What people should know about a format. The table of formats in the documentation is made from it. */
export interface FormatFacts {
  /** The name of the format in messages: `tau-bench record`. */
  readonly name: string;
  /** The programs that write it, with the version whose files were read, in Markdown. */
  readonly programs: string;
  /** By what the format is recognised, in Markdown, as the end of the sentence "recognised by …". */
  readonly recognisedBy: string;
  /** Where people get the file, in Markdown. */
  readonly from: string;
  /** What marks a call as failed, in Markdown, as the end of the sentence "a call failed when …". */
  readonly failed: string;
  /** What the format contains and the reader leaves out, in Markdown. */
  readonly leavesOut: string;
}

/** A format of recorded runs. */
export interface RunFormat extends FormatFacts {
  /** The keys, or paths such as `results.results`, of the list of runs in a file of this format, if it has one. */
  readonly listedUnder?: string | readonly string[];
  /** Where a file states next to its runs what should have been done, or what was set: it may look like calls. */
  readonly besideRuns?: readonly ValuePath[];
  /** A cheap check of the content. The first format that recognises a run reads it. */
  readonly recognises: (value: unknown) => boolean;
  /** @throws InputError */
  readonly read: (document: SourceDocument, context: RunContext) => Cassette;
}
