/** Quotes a text for bash and zsh: nothing in it means anything to the shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Quotes a text for fish, where a backslash escapes inside of single quotes, too. */
export function quotedForFish(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
