/** Returns a copy of a part of a text: a slice itself would keep the whole text in memory. */
export function detached(slice: string): string {
  return JSON.parse(JSON.stringify(slice)) as string;
}
