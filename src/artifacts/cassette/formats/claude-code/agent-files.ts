import { isObject } from '../../../../values/own-property.ts';
import type { RecordingFiles } from '../../recordings/reference.ts';

/**
 * Returns the files in which Claude Code keeps the sub-agents of a session: `SESSION/subagents/agent-ID.jsonl` and, before
 * 2.1, `agent-ID.jsonl` next to the session. The latter lie there for all sessions, so their first row is asked.
 * @param row a row of the session
 */
export async function agentFilesOf(
  file: string,
  { sessionId, isSidechain }: Readonly<Record<string, unknown>>,
  files: RecordingFiles,
): Promise<readonly string[]> {
  const [, folder = '', name = ''] = /^(.*[/\\])?([^/\\]*)$/s.exec(file) ?? [];
  const session = name.replace(/\.jsonl$/, '');
  if (session === name || session.startsWith('agent-') || isSidechain === true) return [];
  const own = agentsIn(`${folder}${session}/subagents`, folder, files);
  const beside: string[] = [];
  for (const path of agentsIn(folder === '' ? '.' : folder.replace(/[/\\]$/, '') || '/', folder, files)) {
    if (typeof sessionId === 'string' && (await sessionOf(path, files)) === sessionId) beside.push(path);
  }
  return [...own, ...beside];
}

function agentsIn(folder: string, root: string, files: RecordingFiles): string[] {
  const names = (files.listEntries(folder) ?? []).filter(
    ({ name, isFolder }) => !isFolder && /^agent-.+\.jsonl$/.test(name),
  );
  const paths = names.map(({ name }) => (folder === '.' ? name : `${folder.replace(/\/$/, '')}/${name}`));
  // a link could lead out of the folder in which a suite may read
  const base = files.realPath(root === '' ? '.' : root);
  return paths.filter(
    (path) => base !== null && (files.realPath(path) ?? '').startsWith(base.replace(/\/?$/, '/')),
  );
}

/** The session that the first row of a file names. */
async function sessionOf(file: string, files: RecordingFiles): Promise<unknown> {
  for await (const [line] of files.readLines(file)) {
    try {
      const row: unknown = JSON.parse(line ?? '');
      return isObject(row) ? row.sessionId : undefined;
    } catch {
      return undefined;
    }
  }
  return undefined;
}
