import type { Diagnostic } from '../../diagnostic.ts';
import type { AuditRecord, Decision, LogFormatName } from './model.ts';

/** Lines of one kind that are not calls. */
export interface LeftOut {
  /** A plural: `messages without calls`. */
  readonly what: string;
  readonly lines: number;
}

/** What reading one file found, apart from the records themselves. */
export interface FileReading {
  readonly file: string;
  readonly format: LogFormatName;
  readonly records: number;
  readonly leftOut: readonly LeftOut[];
  /** The number of lines that cannot be read. */
  readonly unreadable: number;
  /** What is wrong with the first of those lines. */
  readonly problems: readonly Diagnostic[];
  /** The number of records whose decision is assumed. */
  readonly assumed: number;
}

/**
 * Receives one record.
 * @param line counted from 1
 */
export type VisitRecord = (record: AuditRecord, line: number, file: string) => void;

/** Decides a call for which the log has no decision. */
export type Assume = (call: AuditRecord) => Decision;

/** One in this many lines of a file may be unreadable. When more are, the file is probably not an audit log. */
export const LINES_FOR_A_FAULT = 100;

/** Up to this many unreadable lines are reported; all of them are counted. */
export const MOST_SHOWN = 5;

/** What to do about calls without decisions. */
export const ASSUME_HELP =
  'pass --assume allow if all of them were let through, or --assume current for the decision that the rules of --policies make now';
