import { isObject } from '../../../../values/own-property.ts';
import type { RowFormat } from '../row-format.ts';
import { agentFilesOf } from './agent-files.ts';
import { SessionReader } from './session-reader.ts';

/**
 * Reads a session that Claude Code keeps, and what it prints with `--output-format stream-json` (or `json`, whose rows
 * are a list). Messages are those of the Anthropic API, in rows `{type, uuid, parentUuid, isSidechain, isMeta, message}`.
 *
 * Spec (recordings): "Readers to add (streaming where files are lines; each with the facts of the format in its own module and a sample of our own writing)".
 */
export const claudeCodeFormat: RowFormat = {
  name: 'Claude Code session',
  programs: '[Claude Code](https://code.claude.com) 1.0.60 to 2.1.332, its SDK',
  recognisedBy: 'rows of `type` `user` or `assistant` with a `message`',
  from: '`~/.claude/projects/PROJECT/SESSION.jsonl`, with the folder `SESSION/subagents` next to it; or `claude -p … --output-format stream-json --verbose > run.jsonl`',
  failed: '`is_error` of the result; a call in `permission_denials`',
  leavesOut:
    'thinking; texts of sub-agents; texts that the program wrote (`isMeta`, compaction summaries, `<command-name>`, `<local-command-stdout>`); rows of other types',
  claims: (row) => isMessageRow(row) || isStreamRow(row),
  open: (document, context) => new SessionReader(document, context),
  companionsOf: agentFilesOf,
};

function isMessageRow({ type, message }: Readonly<Record<string, unknown>>): boolean {
  if ((type !== 'user' && type !== 'assistant') || !isObject(message)) return false;
  return message.role === type || (message.role === undefined && Object.hasOwn(message, 'content'));
}

/** Whether a row begins or ends the output of a run without a terminal. */
function isStreamRow({
  type,
  subtype,
  session_id,
  tools,
  result,
  is_error,
}: Record<string, unknown>): boolean {
  if (type === 'system')
    return subtype === 'init' && (typeof session_id === 'string' || Array.isArray(tools));
  return (
    type === 'result' &&
    typeof subtype === 'string' &&
    (typeof result === 'string' || typeof is_error === 'boolean')
  );
}
