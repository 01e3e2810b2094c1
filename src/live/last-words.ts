import type { Diagnostic, Words } from '../diagnostic.ts';
import { messageOf } from '../errors.ts';
import { clip } from '../text/clip.ts';
import type { Child, ChildEnd, Program } from './child.ts';

/** Says how a server ended before it answered, as the end of a sentence about it. */
export function wordsOfEnd(end: ChildEnd): string {
  switch (end.kind) {
    case 'not-started': {
      const isMissing = end.error.code === 'ENOENT';
      return `cannot be started: ${isMissing ? 'there is no such program' : messageOf(end.error)}`;
    }
    case 'exited':
      return `ended with code ${end.code} before it answered`;
    case 'killed':
      return `was ended by ${end.signal} before it answered`;
  }
}

/** Returns advice on a command that is one word with blanks; undefined for any other. */
export function adviceOnCommand(
  { command, args }: Pick<Program, 'command' | 'args'>,
  end: ChildEnd | undefined,
): Pick<Words, 'help'> | undefined {
  const isQuoted = end?.kind === 'not-started' && /\s/.test(command) && args.length === 0;
  return isQuoted
    ? { help: 'pass the command and its arguments as separate words: remove the quotes' }
    : undefined;
}

/** How many lines of the beginning and of the end of a server's standard error a message shows. */
const FIRST_LINES = 3;
const LAST_LINES = 5;

/**
 * Returns what a server printed before it ended: the first lines, the line that names an error, and the last lines.
 * @param noise the first line on its standard output that is not a message
 */
export function lastWordsOf(
  child: Child | undefined,
  noise?: string,
): Pick<Diagnostic, 'help' | 'said'> | undefined {
  const { head = '', tail = '' } = child?.stderr ?? {};
  const lines = `${head}${tail}`.split('\n').filter((line) => line.trim() !== '');
  const said = shortened(lines);
  if (said.length > 0) {
    return {
      help: 'the server wrote to standard error:',
      said: said.map((line) => clip(line.trimEnd(), 200)),
    };
  }
  if (noise === undefined) return undefined;
  return {
    help: `the server printed to standard output, which is reserved for the protocol: ${clip(noise, 200)}`,
  };
}

function shortened(lines: readonly string[]): readonly string[] {
  if (lines.length <= FIRST_LINES + LAST_LINES + 1) return lines;
  const left = lines.slice(FIRST_LINES, -LAST_LINES);
  // a stack trace quotes the line of code that threw, above the message
  const error =
    left.find((line) => /^\s*[\w.]*error\b(?!\()/i.test(line)) ?? left.find((line) => /error/i.test(line));
  return [...lines.slice(0, FIRST_LINES), error ?? '...', ...lines.slice(-LAST_LINES)];
}
