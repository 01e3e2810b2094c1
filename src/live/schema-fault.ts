import { isObject } from '../values/own-property.ts';

/**
 * What is wrong with a message, in one line. The SDK lists all that its schemas refuse as JSON over many lines, behind a
 * heading: of that the first is shown, with its place.
 */
export function inOneLine(message: string): string {
  const start = message.search(/\[\s*\{/);
  const issue = start === -1 ? undefined : firstIssue(message.slice(start));
  if (issue === undefined) return message.split('\n', 1)[0] ?? '';
  return `${message.slice(0, start)}${issue}`;
}

function firstIssue(json: string): string | undefined {
  try {
    const [issue] = JSON.parse(json);
    if (!isObject(issue) || typeof issue.message !== 'string') return undefined;
    const path = Array.isArray(issue.path) ? issue.path.join('.') : '';
    return `${path === '' ? '' : `${path}: `}${issue.message.split('\n', 1)[0]}`;
  } catch {
    return undefined;
  }
}
