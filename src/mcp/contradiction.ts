import { JsonScanner } from '../documents/json-scan.ts';

/**
 * Returns why a JSON text has no one meaning, such as "a key occurs twice in one object", without any part of the text; undefined
 * if it has one. The caller must parse the text too: the insides of strings are not looked at.
 */
export function contradictionIn(text: string): string | undefined {
  return new JsonScanner('unjudged', undefined, 'skipped').scan(text)?.discreet;
}
