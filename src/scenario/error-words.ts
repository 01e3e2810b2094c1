import { type Diagnostic, formatPath } from '../diagnostic.ts';

/** Why a recording could not be judged, one line for each problem: `run.json:3:5: turns[0]: must be a mapping`. */
export function problemsInWords(problems: readonly Diagnostic[]): string {
  return problems
    .map(({ file, position, path, message, help }) => {
      const place = [file, position?.line, position?.column].filter((part) => part !== undefined).join(':');
      const parts = [place, path && path.length > 0 ? formatPath(path) : '', message];
      const line = parts.filter((part) => part !== '').join(': ');
      return help === undefined ? line : `${line} (${help})`;
    })
    .join('\n');
}
