import type { SourceDocument } from '../../../documents/source-document.ts';
import type { InputError } from '../../../errors.ts';
import type { ReadingContext } from '../events/reading-context.ts';
import type { Cassette } from '../model.ts';
import type { RecordingFiles } from '../recordings/reference.ts';
import type { FormatFacts } from './run-format.ts';

/** Takes the rows of a recording in order. */
export interface RowReader {
  /** @param index the number of the row, from 0: the first segment of the paths in it */
  take(row: Readonly<Record<string, unknown>>, index: number): void;
  /** Begins another file of the same recording. */
  companion?(file: string): void;
  /**
   * Returns the runs of the file. In place of one that cannot be read stands its error, so that the others are judged.
   * @throws InputError with the faults of the only run, or of rows that belong to none
   */
  finish(): readonly (Cassette | InputError)[];
}

/** A format of recordings that consists of rows, each of them JSON: the lines of a file, or the elements of a list. */
export interface RowFormat extends FormatFacts {
  /** A cheap check of a row. The first format that claims one of the first rows reads the file. */
  readonly claims: (row: Readonly<Record<string, unknown>>) => boolean;
  /** @param document knows where the paths of the current row are; it has no value */
  readonly open: (document: SourceDocument, context: ReadingContext) => RowReader;
  /**
   * Returns further files of the recording, such as those of sub-agents. They are read after it.
   * @param row the row by which the format was recognised
   */
  readonly companionsOf?: (
    file: string,
    row: Readonly<Record<string, unknown>>,
    files: RecordingFiles,
  ) => Promise<readonly string[]>;
}
