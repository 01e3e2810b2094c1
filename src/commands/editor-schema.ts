import type { FilesPort } from '../files-port.ts';
import { tidyPath } from '../report/path.ts';
import { escapeLine } from '../text/escape-terminal.ts';

/** The most folders above a file in which the package is looked for. */
const MOST_LEVELS = 40;

/**
 * Finds a schema of the installed package, as programs of Node do: in `node_modules` next to the file that uses it, or in a
 * folder above. Returns its path relative to that file, since editors resolve it so; undefined if it is in none of them:
 * a path that leads nowhere would be an error in the editor.
 * @param file the file that names the schema; it need not exist
 * @param schema such as `test-suite.v1`
 */
export function editorSchema(
  file: string,
  schema: string,
  { realPath }: Pick<FilesPort, 'realPath'>,
): string | undefined {
  const tidy = tidyPath(file);
  const folder = tidy.slice(0, tidy.lastIndexOf('/') + 1);
  for (let level = 0; level < MOST_LEVELS; level += 1) {
    const path = `${'../'.repeat(level) || './'}node_modules/mcptest/schemas/${schema}.schema.json`;
    if (realPath(tidyPath(folder + path)) !== null) return path;
  }
  return undefined;
}

/** Says why a new file names no schema; nothing if it names one. */
export function schemaNote(file: string, schema: string | undefined): string {
  if (schema !== undefined) return '';
  return `${escapeLine(file)} has no schema line for editors, because mcptest is not in node_modules here\n`;
}
