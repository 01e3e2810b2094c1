import { shortestPath } from '../text/folders.ts';

/**
 * Normalises a path for programs that look for the file in a repository: separated by `/`, without `.` segments or
 * needless `..`. Windows paths are understood, so a backslash is a separator everywhere.
 */
export function tidyPath(path: string): string {
  return shortestPath(path.replaceAll('\\', '/'));
}

/** Turns a path into a URI reference: relative paths stay relative, absolute ones become `file:` URIs. */
export function toUriReference(path: string): string {
  const tidy = tidyPath(path);
  const drive = /^[A-Za-z]:(?=\/)/.exec(tidy)?.[0];
  if (drive) return `file:///${drive}${encodeSegments(tidy.slice(drive.length))}`;
  return (tidy.startsWith('/') ? 'file://' : '') + encodeSegments(tidy);
}

// a lone surrogate cannot be encoded in UTF-8; the replacement character takes its place
function encodeSegments(path: string): string {
  return path
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
}
