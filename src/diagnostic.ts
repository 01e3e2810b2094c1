import { clip } from './text/clip.ts';
import { escapeForTerminal, escapeLine } from './text/escape-terminal.ts';

/** A place in a text file: line and column, both counted from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The path of a value inside a document: keys and list indexes from the root. */
export type ValuePath = readonly (string | number)[];

/** What is wrong, and what to do about it where that is known. */
export interface Words {
  /** What is wrong: lower case, no full stop, found against expected, user input in backticks. */
  readonly message: string;
  /** What to do next, on a line of its own. */
  readonly help?: string | undefined;
}

/** One finding about an input: data, so that it can be sorted, counted and rendered. */
export interface Diagnostic extends Words {
  /** What another program has said of it, line by line; printed below the help, each on a line of its own. */
  readonly said?: readonly string[] | undefined;
  readonly file?: string | undefined;
  readonly position?: Position | undefined;
  /** Where in the document, e.g. `rules[2].max`. */
  readonly path?: ValuePath | undefined;
}

/** A key of a path is cut after so many characters. */
const LONGEST_SEGMENT = 200;

/** `rules[2].max`; a key that is no plain word is quoted: `env["my key"]`. */
export function formatPath(path: ValuePath): string {
  let text = '';
  for (const segment of path) {
    if (typeof segment === 'number') text += `[${segment}]`;
    else if (segment.length > LONGEST_SEGMENT) text += `[${JSON.stringify(clip(segment))}]`;
    else if (/^[A-Za-z_$][\w$-]*$/.test(segment)) text += text === '' ? segment : `.${segment}`;
    else text += `[${JSON.stringify(segment)}]`;
  }
  return text;
}

/**
 * `policy.yml:7:5: error: rules[2].max: must be a number, found "0"`, then an indented help line.
 * Text from input files is escaped: it may hold terminal control sequences.
 */
export function formatDiagnostic(diagnostic: Diagnostic, severity: 'error' | 'warning' = 'error'): string {
  const { file, position, path, message, help, said = [] } = diagnostic;
  const place = [file === '-' ? 'standard input' : file, position?.line, position?.column]
    .filter((part) => part !== undefined)
    .join(':');
  const parts = [place, severity, path && path.length > 0 ? formatPath(path) : '', message];
  const line = parts.filter((part) => part !== '').join(': ');
  const below = [
    ...(help ? [`  help: ${escapeForTerminal(help)}`] : []),
    ...said.map((each) => escapeLine(`    ${each}`)),
  ];
  return [escapeLine(line), ...below].join('\n');
}

/**
 * How many findings about one file are reported; nobody reads more. Whoever finds them may stop at one more
 * than that: each position costs a walk through the text.
 */
export const MOST_FINDINGS = 25;

/** File by file in the order they were read, top to bottom inside a file, {@link MOST_FINDINGS} of each. */
export function presentable(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const byFile = new Map<string | undefined, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    const group = byFile.get(diagnostic.file);
    if (group) group.push(diagnostic);
    else byFile.set(diagnostic.file, [diagnostic]);
  }
  return [...byFile.values()].flatMap((group) => {
    const sorted = group.sort((a, b) => comparePositions(a.position, b.position));
    const last = sorted[MOST_FINDINGS - 1];
    if (!last || sorted.length === MOST_FINDINGS) return sorted;
    const message = `there is more of this kind; only ${MOST_FINDINGS} findings are shown`;
    return [...sorted.slice(0, MOST_FINDINGS), { file: last.file, position: last.position, message }];
  });
}

/** Orders places from top to bottom; what has no line stands first. */
export function comparePositions(a: Partial<Position> = {}, b: Partial<Position> = {}): number {
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}
