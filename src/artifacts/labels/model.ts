/**
 * One verdict of a judge, and what a person says about it: a line of a file of labels. Which members a line must have
 * depends on the command: see {@link Wants}.
 *
 * Spec (judging): "`mcptest judge certify`"
 */
export interface LabelRow {
  /** The line of the file, from 1. */
  readonly line: number;
  /** How sure the judge is that its verdict is right, 0 to 1. */
  readonly confidence: number | undefined;
  /** Whether the verdict is right. */
  readonly correct: boolean | undefined;
  /** What the judge looked at, as text; undefined in a file whose rows are all items of their own. */
  readonly item: string | undefined;
  /** In which order the judge saw the two sides; a file has two values of any name, or none. */
  readonly order: string | undefined;
  readonly group: string | undefined;
  /** What the judge said. */
  readonly verdict: string | undefined;
  /** What a person said. */
  readonly label: string | undefined;
}

/** A file of labels. */
export interface Labels {
  /** One row for each item: its only one, or the one in the first order. */
  readonly items: readonly LabelRow[];
  /** The rows in the second order, at the index of their item; undefined when the rows have no order. */
  readonly others: readonly LabelRow[] | undefined;
  /** The two values of `order`; undefined when the rows have none. */
  readonly orders: readonly [string, string] | undefined;
  /** Of the bytes of the file, in hexadecimal. */
  readonly sha256: string;
}

/** The members that every line must have. */
export type Wants = readonly ('confidence' | 'correct' | 'verdict' | 'label')[];
