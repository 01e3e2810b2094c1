/** Returns the keys and indexes of a JSON Pointer (RFC 6901): what is between its slashes, as it was before it was escaped. */
export function pointerSegments(pointer: string): string[] {
  return pointer.split('/').slice(1).map(unescapeSegment);
}

/** Returns a segment of a JSON Pointer as it was before it was escaped. */
export function unescapeSegment(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}
