import type { IncomingMessage } from 'node:http';
import { isObject } from '../values/own-property.ts';

/** The longest line of an answer, in characters. */
const LONGEST_LINE = 64 * 2 ** 20;

/** How much of an answer with an error is read, in characters. */
const LONGEST_ERROR = 2 ** 16;

/** Returns the lines of an answer, as they come. @throws Error when one is too long, or the answer breaks off */
export async function* linesOf(response: IncomingMessage): AsyncIterable<readonly string[]> {
  let rest = '';
  response.setEncoding('utf8');
  for await (const piece of response) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE) throw new Error('a row that is longer than 64 MiB');
    yield lines.filter((line) => line !== '');
  }
  if (!response.complete) throw new Error('an answer that breaks off');
  if (rest !== '') yield [rest];
}

/** Returns the beginning of an answer that says why a query failed. */
export async function beginningOf(response: IncomingMessage): Promise<string> {
  response.setEncoding('utf8');
  let text = '';
  for await (const piece of response) {
    text += piece;
    if (text.length > LONGEST_ERROR) break;
  }
  return text;
}

/** Returns the object that a line of an answer is; undefined for another line. */
export function objectIn(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
