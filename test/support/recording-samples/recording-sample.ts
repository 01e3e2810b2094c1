/** A recording of our own writing, in a format that is read. */
export interface RecordingSample {
  /** The name of the format. */
  readonly format: string;
  /** A document, or the rows of a file. */
  readonly document?: unknown;
  readonly rows?: readonly unknown[];
  /** The calls as `name!`, with `!` after a failed one, then the replies in quotes; see `sketch`. */
  readonly sketch: string;
}
