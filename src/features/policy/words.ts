import type { Words } from '../../diagnostic.ts';

/** What is wrong and what to do in one line, for places that have no line for the help. */
export function oneLine({ message, help }: Words): string {
  return help === undefined ? message : `${message}; ${help}`;
}
