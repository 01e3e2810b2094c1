import { isObject } from '../values/own-property.ts';
import { scalarText } from '../values/scalar-text.ts';

/**
 * Shortens an error message to one line. The SDK writes a heading and then all schema violations as JSON on many lines.
 * Only the first violation is kept, with its path.
 */
export function inOneLine(message: string): string {
  const start = message.search(/\[\s*\{/);
  const issue = start === -1 ? undefined : firstIssue(message.slice(start));
  if (issue === undefined) return message.split('\n', 1)[0] ?? '';
  return `${message.slice(0, start)}${issue}`;
}

/** A missing member is `undefined` to the validator of the SDK. */
function inPlainWords(message: string): string {
  return message.replace(/\breceived undefined$/, 'found nothing');
}

function firstIssue(json: string): string | undefined {
  try {
    const [issue] = JSON.parse(json);
    if (!isObject(issue) || typeof issue.message !== 'string') return undefined;
    const path = Array.isArray(issue.path) ? issue.path.map(scalarText).join('.') : '';
    return `${path === '' ? '' : `${path}: `}${inPlainWords(issue.message.split('\n', 1)[0] ?? '')}`;
  } catch {
    return undefined;
  }
}
