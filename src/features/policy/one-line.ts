import type { Words } from '../../diagnostic.ts';

/** Joins message and help into one line, for reports that have no separate line for the help. */
export function oneLine({ message, help }: Words): string {
  return help === undefined ? message : `${message}; ${help}`;
}
