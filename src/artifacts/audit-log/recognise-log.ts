import { isObject } from '../../values/own-property.ts';
import type { LogFormat, LogRow } from './formats/log-format.ts';
import { LOG_FORMATS } from './formats/log-formats.ts';

/** The format of a log: ours, or that of another program. */
export type LogKind = LogFormat | 'own';

/** Whether a row is a record of ours, or was meant to be one. */
export function isOwnRecord({ value }: LogRow): boolean {
  if (value === undefined || !('at' in value || 'decision' in value)) return false;
  return Object.hasOwn(value, 'tool') || Object.hasOwn(value, 'fault');
}

/** Returns the format that claims a row; undefined for a row that shows nothing, such as a line of an application log. */
export function kindOf(row: LogRow): LogKind | undefined {
  return LOG_FORMATS.find((format) => format.claims(row)) ?? (isOwnRecord(row) ? 'own' : undefined);
}

/** Finds the format of a JSON document: one object, or a list of rows. */
export function kindOfDocument(document: unknown): LogKind | undefined {
  for (const each of Array.isArray(document) ? document : [document]) {
    const found = isObject(each) ? kindOf({ text: '', value: each }) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
