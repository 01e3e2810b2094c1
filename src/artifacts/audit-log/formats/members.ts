import { isObject, valueAt } from '../../../values/own-property.ts';

/** Returns the text at a path; undefined when there is none, or only blanks. */
export function textAt(value: unknown, ...path: string[]): string | undefined {
  const found = valueAt(value, path);
  return typeof found === 'string' && found.trim() !== '' ? found : undefined;
}

/** Returns the identifier at a path; undefined for a text with blanks, such as one that was put in to hide it. */
export function idAt(value: unknown, ...path: string[]): string | undefined {
  const found = textAt(value, ...path);
  return found !== undefined && /^\S+$/.test(found) ? found : undefined;
}

/** Returns the object at a path, which may be written as JSON text. */
export function objectAt(value: unknown, ...path: string[]): Readonly<Record<string, unknown>> | undefined {
  const found = valueAt(value, path);
  if (isObject(found)) return found;
  if (typeof found !== 'string' || !/^\s*\{/.test(found)) return undefined;
  try {
    const parsed: unknown = JSON.parse(found);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
