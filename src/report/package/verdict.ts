import type { PackageVerdict } from '../../features/package/verify-schema.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import type { Palette } from '../palette.ts';
import { plural } from '../plural.ts';
import { alignColumns, toLine } from '../table.ts';

/** Formats whether the files of the package are those that were built, for people: what differs, file by file. */
export function formatPackageVerdict({ accepted, problems }: PackageVerdict, palette: Palette): string {
  if (accepted)
    return `${palette.good('PASS')}  every file of the package is as it was built, and none was added\n`;
  const rows = problems.map(({ problem, path }) => [problem, escapeForTerminal(path)]);
  return [
    `${palette.bad('FAIL')}  ${plural(problems.length, 'file')} of the package differ${problems.length === 1 ? 's' : ''} from what was built\n\n`,
    ...alignColumns(rows).map(([problem = '', path = '']) => `${toLine([palette.bad(problem), path])}\n`),
    '\nreinstall mcptest, and find out what changed these files\n',
  ].join('');
}
