import { type Diagnostic, formatPath } from '../../../diagnostic.ts';

/**
 * Explains why a recording could not be judged: a line for each problem, such as
 * `run.json:3:5: turns[0]: must be a mapping`, and its help on the next line.
 */
export function problemsInWords(problems: readonly Diagnostic[]): string {
  return problems
    .map(({ file, position, path, message, help }) => {
      const place = [file, position?.line, position?.column].filter((part) => part !== undefined).join(':');
      const parts = [place, path && path.length > 0 ? formatPath(path) : '', message];
      const line = parts.filter((part) => part !== '').join(': ');
      return help === undefined ? line : `${line}\n  help: ${help}`;
    })
    .join('\n');
}
