import { commandsIn } from '../../scripts/console-commands.ts';
import { words } from '../../scripts/shell-words.ts';

/** Consecutive output of a program to one of its streams. */
export interface Printed {
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
}

/** A command and its results. */
export interface Transcript {
  /** One line, or several lines that all end with a backslash except the last. */
  readonly command: string;
  /** The output in order: no text is empty, and the stream changes from one entry to the next. */
  readonly printed: readonly Printed[];
  readonly exitCode: number;
  /** The files that the command wrote: paths to texts. */
  readonly files: Readonly<Record<string, string>>;
}

const NO_NEWLINE = '<no newline>';

/** Characters that an editor, a terminal or Git may hide or change, and those that look like the notation itself. */
const HIDDEN = /[^\P{Cc}\t]|[^\P{Zs} ]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|[ \t]$|<(?=U\+|no newline>)/gu;

/**
 * A transcript as the body of a `console` block, in which two different transcripts never look the same:
 *
 *     $ mcptest policy init --out policy.yml
 *     a line on standard output
 *     2> a line on standard error
 *     the last line of a text that does not end its line<no newline>
 *     $ echo $?
 *     0
 *     $ cat policy.yml
 *     what the command wrote to the file
 *
 * `<U+001B>` stands for a character that cannot be seen, or that would be taken for part of the notation.
 */
export function renderTranscript({ command, printed, exitCode, files }: Transcript): string {
  const written = Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    `$ ${command}\n`,
    ...printed.map(renderPrinted),
    `$ echo $?\n${exitCode}\n`,
    ...written.flatMap(([path, text]) => [
      `$ cat ${quote(path)}\n`,
      renderPrinted({ stream: 'stdout', text }),
    ]),
  ].join('');
}

/**
 * Parses a text of {@link renderTranscript}.
 * @throws if the text is anything else
 */
export function parseTranscript(text: string): Transcript {
  const [first, echo, ...cats] = commandsIn(text, 1);
  const transcript = {
    command: first?.command ?? '',
    printed: parsePrinted(first?.printed ?? ''),
    exitCode: Number(echo?.printed),
    files: Object.fromEntries(
      cats.map(({ command, printed }) => [
        reveal(words(command)[1] ?? ''),
        parsePrinted(printed)
          .map(({ text }) => text)
          .join(''),
      ]),
    ),
  };
  if (renderTranscript(transcript) !== text) throw new Error('not a transcript, or not as it is written');
  return transcript;
}

function renderPrinted({ stream, text }: Printed): string {
  if (text === '') return '';
  const ends = text.endsWith('\n');
  const lines = (ends ? text.slice(0, -1) : text).split('\n').map(hide);
  const marked = lines.map(stream === 'stderr' ? (line) => `2> ${line}`.trimEnd() : unmarked);
  return `${marked.join('\n')}${ends ? '' : NO_NEWLINE}\n`;
}

function parsePrinted(block: string): Printed[] {
  const printed: { stream: Printed['stream']; text: string }[] = [];
  for (const line of block.split('\n').slice(0, -1)) {
    const stream = line.startsWith('2>') ? 'stderr' : 'stdout';
    const ends = !line.endsWith(NO_NEWLINE);
    const shown = ends ? line : line.slice(0, -NO_NEWLINE.length);
    const text = reveal(stream === 'stderr' ? shown.replace(/^2> ?/, '') : shown) + (ends ? '\n' : '');
    const last = printed.at(-1);
    if (last?.stream === stream) last.text += text;
    else printed.push({ stream, text });
  }
  return printed;
}

/** Writes a line of standard output so it cannot be mistaken for a command or for standard error. */
function unmarked(line: string): string {
  return line.replace(/^(?:\$(?= )|2(?=>))/, codePoint);
}

function quote(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${hide(path).replace(/[\n']/g, codePoint)}'`;
}

function hide(line: string): string {
  return line.replace(HIDDEN, codePoint);
}

function reveal(line: string): string {
  return line.replace(/<U\+([0-9A-F]{4,6})>/g, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16)));
}

function codePoint(character: string): string {
  const hex = character.codePointAt(0)?.toString(16).toUpperCase() ?? '';
  return `<U+${hex.padStart(4, '0')}>`;
}
