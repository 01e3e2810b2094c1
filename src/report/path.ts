/**
 * Normalises a path for programs that look for the file in a repository: separated by `/`, without `.` segments or
 * needless `..`. Windows paths are understood, so a backslash is a separator everywhere.
 */
export function tidyPath(path: string): string {
  const slashed = path.replaceAll('\\', '/');
  const kept: string[] = [];
  for (const segment of slashed.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..' && kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else kept.push(segment);
  }
  return (slashed.startsWith('/') ? '/' : '') + kept.join('/');
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
