import type { Palette } from '../palette.ts';

/** What a format may depend on in addition to the report. */
export interface PolicyFormatContext {
  readonly palette: Palette;
  /** How long before its expiry an active waiver is highlighted, in milliseconds. */
  readonly warnExpiring: number;
}
