/** A part of a text: UTF-16 offsets, the end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
