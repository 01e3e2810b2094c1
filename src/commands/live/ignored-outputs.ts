import { attempt } from '../../errors.ts';
import type { FilesPort } from '../../files-port.ts';
import { GITIGNORE, type IgnoredOutputs } from '../../report/probe/init.ts';
import { DEFAULT_FOLDER } from '../all/flags.ts';
import { DEMO_FOLDER } from '../demo/flags.ts';
import { APPROVALS_DIR } from '../gateway/approvals-dir.ts';

/** What the commands write where no flag names another place. A team may keep files of its own beside these folders. */
const OUTPUTS = [`/${DEFAULT_FOLDER}/`, `/${DEMO_FOLDER}/`, `/${APPROVALS_DIR}/`, '/run.json'];

/** A `.gitignore` that lacks outputs, and what it is to become. */
export interface GitignoreEdit extends IgnoredOutputs {
  /** Its text; undefined where there is none. */
  readonly before: string | undefined;
  readonly after: string;
}

/** Finds which outputs the `.gitignore` of the current folder does not name, and appends them. Writes nothing. */
export async function ignoreOutputs(files: Pick<FilesPort, 'realPath' | 'readText'>): Promise<GitignoreEdit> {
  const isThere = files.realPath(GITIGNORE) !== null;
  const read = isThere ? await attempt(() => files.readText(GITIGNORE)) : { value: '' };
  if ('problems' in read) return { before: undefined, after: '', added: [], lacking: OUTPUTS };
  const before = read.value;
  const named = new Set(before.split(/\r?\n/).map(placeOf));
  const added = OUTPUTS.filter((output) => !foldersOf(placeOf(output)).some((place) => named.has(place)));
  const head = before === '' || before.endsWith('\n') ? before : `${before}\n`;
  const lines = ['# what mcptest writes, which is made again by each run', ...added, ''];
  return {
    before: isThere ? before : undefined,
    after: added.length === 0 ? before : head + lines.join('\n'),
    added,
    lacking: [],
  };
}

/** The file or folder that a line names, also one that it takes back: then the team has decided. */
function placeOf(line: string): string {
  return line
    .trim()
    .replace(/^!?(?:\*\*\/|\/)?/, '')
    .replace(/\/(?:\*{1,2})?$/, '');
}

/** A path and the folders above it: `a`, `a/b`. */
function foldersOf(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
