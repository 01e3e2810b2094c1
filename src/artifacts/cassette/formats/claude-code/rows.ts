/** Texts in rows of the user that the program wrote: commands that it ran itself, and what they printed. */
const OF_PROGRAM =
  /^\s*<(command-name|command-message|command-args|local-command-stdout|local-command-stderr|local-command-caveat|bash-input|bash-stdout|bash-stderr|task-notification)>/;

/** Whether the program wrote a text of a row of the user. */
export function isOfProgram(text: string): boolean {
  return OF_PROGRAM.test(text);
}

/** Whether an id is random, so that a second row with it is a copy. */
export function isUuid(id: unknown): id is string {
  return (
    typeof id === 'string' &&
    /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)
  );
}
