/** Says what a code of the system means for a request; undefined if the code is not one of the usual ones. */
export function wordsOfCode(code: string | undefined): string | undefined {
  if (code === 'ECONNREFUSED') return 'nothing listens at that address';
  if (code === 'ENOTFOUND') return 'there is no host with that name';
  return undefined;
}
