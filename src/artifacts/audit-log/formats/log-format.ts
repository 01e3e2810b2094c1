import type { AuditRecord, LogFormatName } from '../model.ts';

/** A line of a log. */
export interface LogRow {
  readonly text: string;
  /** The JSON object on the line, also after a prefix such as that of `kubectl logs --prefix`; undefined for other text. */
  readonly value?: Readonly<Record<string, unknown>> | undefined;
}

/** What a line of a log is. */
export type LogEntry =
  | { readonly kind: 'calls'; readonly calls: readonly AuditRecord[] }
  /** Not a call: it is counted with others of its kind. `what` is a plural: `messages without calls`. */
  | { readonly kind: 'left-out'; readonly what: string }
  /** It may be a call, and cannot be read as one. */
  | { readonly kind: 'unreadable'; readonly why: string };

/** Reads the lines of one log in order. */
export interface LogReader {
  read(row: LogRow): LogEntry;
}

/** Where each attribute of a call comes from, in the words of the documentation; null: the log does not contain it. */
export interface LogMapping {
  readonly tool: string;
  readonly server: string | null;
  readonly agent: string | null;
  readonly at: string | null;
  readonly arguments: string | null;
  readonly decision: string | null;
  readonly ip: string | null;
}

/** A format of logs that other programs write. */
export interface LogFormat {
  /** The word for `--log-format`. */
  readonly name: LogFormatName;
  /** The name that messages and documentation use: `ToolHive audit events`. */
  readonly title: string;
  /** Where people get such a log, and what recognises it. */
  readonly from: string;
  readonly mapping: LogMapping;
  /** The lines that are no calls. */
  readonly leftOut: string;
  /** Whether `read` takes lines that are not JSON; other formats leave them out. */
  readonly readsText?: true;
  /** A line that is broken or not JSON, and contains this, may be a call. */
  readonly marker: RegExp;
  /** A cheap check of a line. The first format that claims a line reads the file. */
  readonly claims: (row: LogRow) => boolean;
  readonly open: () => LogReader;
}

/** One call. */
export function oneCall(call: AuditRecord): LogEntry {
  return { kind: 'calls', calls: [call] };
}

/** A line that is no call, and what it is, in the plural. */
export function leftOut(what: string): LogEntry {
  return { kind: 'left-out', what };
}

/** A line that should be a call, and why it cannot be read as one. */
export function unreadable(why: string): LogEntry {
  return { kind: 'unreadable', why };
}
