import type { Palette } from '../palette.ts';

/** What a format may depend on beside the report. */
export interface PolicyFormatContext {
  readonly palette: Palette;
  /** The length of time before its expiry in which an active waiver is pointed out, in milliseconds. */
  readonly warnExpiring: number;
}
