import { matchesOf } from './matches.ts';

/** A simple command of a command line: its words without quotes, and its position. */
export interface Command {
  readonly words: readonly string[];
  /** UTF-16 offsets in the text, the end exclusive. */
  readonly start: number;
  readonly end: number;
  /** The separator before it: `|`, `;`, `&&`, a line break, or nothing. */
  readonly after: string;
}

// quotes and brackets separate words, so `bash -c "rm -rf /"` contains the command that it runs
const PIECE = /\\\r?\n|(?<word>(?:[^\s"'`;|&()<>{}$]|\$(?!\())+)|(?<break>\|\|?|&&?|;|\n|\$?\(|`)/g;

/**
 * Splits a text into simple commands. The text need not be shell: prose becomes unknown commands. A backslash before a
 * line break joins lines.
 */
export function commandsOf(text: string): Command[] {
  const commands: Command[] = [];
  let words: string[] = [];
  let start = 0;
  let end = 0;
  let after = '';
  const finish = () => {
    if (words.length > 0) commands.push({ words, start, end, after });
    words = [];
  };
  for (const { 0: piece, index, groups } of matchesOf(PIECE, text)) {
    if (groups?.break !== undefined) {
      const isBlank = words.length === 0;
      finish();
      // in `| (` the pipe matters more
      after = isBlank && after.startsWith('|') && piece === '(' ? after : piece;
      continue;
    }
    // a continued line
    if (groups?.word === undefined) continue;
    if (words.length === 0) start = index;
    words.push(piece);
    end = index + piece.length;
  }
  finish();
  return commands;
}

/** Returns the name of a program without its folder and `.exe`: `/bin/rm` becomes rm. */
export function programOf(word: string): string {
  const name = word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1).toLowerCase();
  return name.endsWith('.exe') ? name.slice(0, -4) : name;
}

/** Programs that take the name of a machine and a port. */
export const CONNECTING: ReadonlySet<string> = new Set(['nc', 'ncat', 'netcat']);

/** Whether a word can be a port. */
export function isPort(word: string): boolean {
  return /^[1-9]\d{0,4}$/.test(word);
}

/** Whether one of the words is a flag: a long flag as it is, or a letter among short flags (`-rf` has `r` and `f`). */
export function hasFlag(words: readonly string[], short: string, ...long: readonly string[]): boolean {
  return words.some((word) => {
    if (word.startsWith('--')) return long.some((flag) => word === flag || word.startsWith(`${flag}=`));
    return (
      short !== '' && /^-[A-Za-z]{1,8}$/.test(word) && [...short].some((letter) => word.includes(letter))
    );
  });
}
