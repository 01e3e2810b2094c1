/** Returns the keys and indexes of a JSON Pointer (RFC 6901): what is between its slashes, as it was before it was escaped. */
export function pointerSegments(pointer: string): string[] {
  return pointer.split('/').slice(1).map(unescapeSegment);
}

/** Returns a segment of a JSON Pointer as it was before it was escaped. */
export function unescapeSegment(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Returns the JSON Pointer to a path: of the keys `a/b` and `0`, `/a~1b/0`. */
export function toPointer(path: readonly (string | number)[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
