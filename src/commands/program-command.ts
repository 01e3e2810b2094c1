import type { Ports } from '../ports.ts';
import { shellCommand } from '../report/shell-command.ts';

/**
 * Returns how the reader starts this program again, for the commands that a report tells them to type: `mcptest` where their
 * shell finds it, `npx mcptest` where it is installed in the project, `npx -y mcptest` where npx has fetched it for this run.
 */
export function programCommand({
  env: { PATH = '', npm_command: ofNpm },
  files: { realPath },
  packageFolder: folder,
}: Pick<Ports, 'env' | 'files' | 'packageFolder'>): string {
  if (folder === undefined) return 'mcptest';
  const folders = PATH.split(PATH.includes(';') ? ';' : ':').map((each) => each.replaceAll('\\', '/'));
  // npm and npx put these in front for what they start: the shell of the reader may not have them
  const lasting = folders.filter(
    (each) => each !== '' && (ofNpm === undefined || !each.includes('/node_modules/')),
  );
  if (lasting.some((each) => realPath(`${each}/mcptest`) !== null)) return 'mcptest';
  if (realPath('node_modules/.bin/mcptest') !== null) return 'npx mcptest';
  if (folder.replaceAll('\\', '/').split('/').includes('_npx')) return 'npx -y mcptest';
  return shellCommand(['node', `${folder}/bin/mcptest.js`]);
}
