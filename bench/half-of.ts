/** Puts whole servers or programs into one of two halves by their name: what rules are fitted on must not be what counts. */
export function halfOf(name: string): 0 | 1 {
  let hash = 17;
  for (const char of name) hash = (hash * 31 + char.charCodeAt(0)) >>> 0;
  return (hash % 2) as 0 | 1;
}
