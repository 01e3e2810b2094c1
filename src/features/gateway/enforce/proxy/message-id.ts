import { membersOf } from '../../../../documents/json-parts.ts';

/**
 * Returns the identifier of a message as it was written: a number may be longer than any double. Undefined if there is none.
 * @param text a JSON object
 */
export function writtenId(text: string): string | undefined {
  return writtenMember(text, 'id');
}

/** Returns a member of a JSON object as it was written. */
export function writtenMember(text: string, key: string): string | undefined {
  const part = membersOf(text)?.get(key);
  return part && text.slice(part.start, part.end);
}

/** Returns what two identifiers share that are the same, however they are written: `1` and `1.0`, but not `"1"`. */
export function keyOfId(written: string): string {
  const value: unknown = JSON.parse(written);
  if (typeof value === 'string') return `text ${value}`;
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : written;
}
