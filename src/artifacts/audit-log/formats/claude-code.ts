import { isObject, present } from '../../../values/own-property.ts';
import { RecentMap } from '../../../values/recent-map.ts';
import { instantReader } from '../instant-reader.ts';
import type { AuditRecord } from '../model.ts';
import { readHostToolName } from './host-tool-name.ts';
import { type LogEntry, type LogFormat, type LogRow, leftOut, unreadable } from './log-format.ts';
import { idAt, objectAt, textAt } from './members.ts';

type Json = Readonly<Record<string, unknown>>;

/** The call is written once more when a reply is cut into rows, or a sub-agent reports its progress. */
const REMEMBERED = 10_000;

/** The keys under which other programs write calls. */
const CARRIERS = new Set(['tool_use', 'toolUse', 'tool_calls', 'toolCalls', 'function_call', 'functionCall']);

/** Whether one of these, or the type of a call, is on a line. */
function mayCarry(line: string): boolean {
  for (const key of CARRIERS) if (line.includes(key)) return true;
  return false;
}

/** How deep a row of an unknown type is searched for calls. */
const DEEPEST = 12;

/** Session transcripts of Claude Code, and its `--output-format stream-json`. */
export const claudeCodeFormat: LogFormat = {
  name: 'claude-code',
  title: 'Claude Code transcript',
  from: '`~/.claude/projects/*/*.jsonl`, or `claude -p --output-format stream-json`: rows with `type` and `message`',
  mapping: {
    tool: '`name` of a `tool_use` block; `mcp__SERVER__TOOL` without its prefix',
    server: 'SERVER of `mcp__SERVER__TOOL`',
    agent: '`agentId` of a sub-agent, else `sessionId`',
    at: '`timestamp`; rows of stream-json do not have one, and a text that cannot be read as a time is ignored',
    arguments: '`input`',
    decision: null,
    ip: null,
  },
  leftOut:
    'messages without calls, and rows of other types. A call that is written again, with the same `id`, counts once; calls of sub-agents and of abandoned branches count',
  marker: /tool_use/,
  claims: ({ value }) => value !== undefined && isMessageRow(value),
  open: () => {
    const readInstant = instantReader();
    const seen = new RecentMap<string, true>(REMEMBERED);
    return { read: (row) => readRow(row, readInstant, seen) };
  },
};

/** `session_id` and `parent_tool_use_id` are the names of stream-json. */
const ROW_KEYS = ['uuid', 'parentUuid', 'sessionId', 'session_id', 'parent_tool_use_id'];

function isMessageRow(value: Json): boolean {
  return (
    (value.type === 'user' || value.type === 'assistant') &&
    isObject(value.message) &&
    ROW_KEYS.some((key) => Object.hasOwn(value, key))
  );
}

function readRow(
  { text, value }: LogRow,
  readInstant: ReturnType<typeof instantReader>,
  seen: RecentMap<string, true>,
): LogEntry {
  if (value === undefined) return leftOut('lines that are not JSON');
  const type = textAt(value, 'type');
  const isMessage = type === 'assistant' || type === 'user';
  const read = isMessage ? blocksOf(value) : [];
  // a call may be in another place: a sub-agent's is in rows of its progress
  const mayHide = read.length === 0 && (text === '' || mayCarry(text));
  const blocks = mayHide ? blocksIn(value, DEEPEST) : read;
  const fresh = blocks.filter((block) => !seen.get(idAt(block, 'id') ?? ''));
  for (const block of fresh) {
    const id = idAt(block, 'id');
    if (id !== undefined) seen.set(id, true);
  }
  if (fresh.length === 0) {
    if (mayHide && blocks.length === 0 && carries(value, DEEPEST)) {
      return unreadable('holds a call in a place that is not read');
    }
    if (blocks.length > 0) return leftOut('calls that are written again');
    return leftOut(isMessage ? 'messages without calls' : `\`${type ?? 'untyped'}\` rows`);
  }
  const at = readInstant(textAt(value, 'timestamp') ?? '');
  const id = textAt(value, 'agentId') ?? textAt(value, 'sessionId') ?? textAt(value, 'session_id');
  const agent = id === undefined ? undefined : { id };
  const calls: AuditRecord[] = [];
  for (const block of fresh) {
    const name = textAt(block, 'name');
    if (name === undefined) return unreadable('`name` must be the name of the tool');
    const named = readHostToolName(name);
    const server = named.server ?? textAt(block, 'server_name');
    calls.push({
      ...named,
      ...present({ at, agent, server, id: idAt(block, 'id'), arguments: objectAt(block, 'input') }),
    });
  }
  return { kind: 'calls', calls };
}

function blocksOf(value: Json): readonly Json[] {
  const content: unknown = isObject(value.message) ? value.message.content : undefined;
  return Array.isArray(content) ? content.filter(isCall) : [];
}

/** `tool_use`, `server_tool_use`, `mcp_tool_use`. */
function isCall(block: unknown): block is Json {
  return isObject(block) && typeof block.type === 'string' && /(^|_)tool_use$/.test(block.type);
}

/** Whether a row has a non-empty list or object under a key that other programs use for calls. */
function carries(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null || depth === 0) return false;
  return Object.entries(value).some(
    ([key, member]) =>
      (CARRIERS.has(key) &&
        typeof member === 'object' &&
        member !== null &&
        Object.keys(member).length > 0) ||
      carries(member, depth - 1),
  );
}

/** Finds the calls anywhere in a row. */
function blocksIn(value: unknown, depth: number): readonly Json[] {
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  if (isCall(value)) return [value];
  return Object.values(value).flatMap((member) => blocksIn(member, depth - 1));
}
