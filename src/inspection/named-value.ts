/** A value in a command, and what it is called there: a flag, a variable or a header. */
export interface NamedValue {
  /** As it is written: `--token`; empty if nothing names the value. */
  readonly name: string;
  /** The end of its word, or all of it. */
  readonly value: string;
}

/** `--token=…`, `--token …` in one word, `TOKEN=…`. */
const IN_ONE_WORD = /^(?:(--?[\w-]+)[= ]|([A-Za-z_][\w-]*)=)(.+)$/s;

/** `X-Api-Key: …`. */
const HEADER = /^([\w-]+):\s*(.+)$/s;

/** Says what the value in a word of a command is called. @param before the word before it; empty if there is none */
export function namedValue(word: string, before: string): NamedValue {
  const [, flag, variable, given] = IN_ONE_WORD.exec(word) ?? [];
  if (given !== undefined) return { name: flag ?? variable ?? '', value: given };
  const [, header, content] = /^(?:-H|--headers?)$/.test(before) ? (HEADER.exec(word) ?? []) : [];
  if (header !== undefined && content !== undefined) return { name: header, value: content };
  return { name: /^--?[\w-]+$/.test(before) ? before : '', value: word };
}
