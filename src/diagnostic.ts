import { clip } from './text/clip.ts';
import { escapeForTerminal, escapeLine } from './text/escape-terminal.ts';

/** A place in a text file: line and column, both counted from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The path of a value inside a document: keys and list indexes from the root. */
export type ValuePath = readonly (string | number)[];

/** What is wrong and, where known, what to do about it. */
export interface Words {
  /** The problem: lower case, no full stop, what was found and what was expected, user input in backticks. */
  readonly message: string;
  /** What to do next, printed on its own line. */
  readonly help?: string | undefined;
}

/** One problem with an input, as data: it can be sorted, counted and rendered. */
export interface Diagnostic extends Words {
  /** The output of another program about it, one entry a line, printed below the help. */
  readonly said?: readonly string[] | undefined;
  readonly file?: string | undefined;
  readonly position?: Position | undefined;
  /** The path of the value in the document, e.g. `rules[2].max`. */
  readonly path?: ValuePath | undefined;
}

/** Keys longer than this many characters are cut. */
const LONGEST_SEGMENT = 200;

/** Formats a path as `rules[2].max`. A key that is not a plain word is quoted: `env["my key"]`. */
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
 * Formats a diagnostic as `policy.yml:7:5: error: rules[2].max: must be a number, found "0"`, followed by an indented
 * help line. Text from input files is escaped, because it may contain terminal control sequences.
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
 * The most findings reported for one file; more would not be read. A caller that collects findings may stop one past
 * this number, because each position costs a walk through the text.
 */
export const MOST_FINDINGS = 25;

/**
 * Sorts diagnostics: files in the order they were read, top to bottom within each file, at most {@link MOST_FINDINGS}
 * a file.
 */
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
    const message = `more findings in this file are not shown; the limit is ${MOST_FINDINGS}`;
    return [...sorted.slice(0, MOST_FINDINGS), { file: last.file, position: last.position, message }];
  });
}

/** Compares places from top to bottom. A place without a line comes first. */
export function comparePositions(a: Partial<Position> = {}, b: Partial<Position> = {}): number {
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}
