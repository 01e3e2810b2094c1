/** What is wrong, and what to do about it where that is known. */
export interface Words {
  readonly message: string;
  readonly help?: string | undefined;
}

/** Both in one line, for places that have no line for the help. */
export function oneLine({ message, help }: Words): string {
  return help === undefined ? message : `${message}; ${help}`;
}
