import { isObject, present } from '../../../values/own-property.ts';
import { RecentMap } from '../../../values/recent-map.ts';
import { scalarText } from '../../../values/scalar-text.ts';
import { instantReader } from '../instant-reader.ts';
import { readHostToolName } from './host-tool-name.ts';
import {
  type LogEntry,
  type LogFormat,
  type LogReader,
  type LogRow,
  leftOut,
  oneCall,
  unreadable,
} from './log-format.ts';
import { idAt, objectAt, textAt } from './members.ts';

type Json = Readonly<Record<string, unknown>>;

const ROW_TYPES = new Set(['session_meta', 'turn_context', 'response_item', 'event_msg', 'compacted']);

const REMEMBERED = 10_000;

/** Session rollouts of Codex. */
export const codexFormat: LogFormat = {
  name: 'codex',
  title: 'Codex rollout',
  from: '`~/.codex/sessions/*/*/*/rollout-*.jsonl`: rows with `type` and `payload`',
  mapping: {
    tool: '`name` of a `response_item` whose type ends in `_call`; `mcp__SERVER__TOOL` without its prefix; `local_shell`, `web_search` and the like for a call without a name',
    server: 'SERVER of `mcp__SERVER__TOOL`, or `server_label`',
    agent: '`payload.id` of the `session_meta` row',
    at: '`timestamp`',
    arguments: '`arguments`, `input` or `action`',
    decision: null,
    ip: null,
  },
  leftOut:
    'messages, results, reasoning, and `event_msg` rows, which repeat the items. A call that is written again, with the same `call_id`, counts once',
  marker: /_call"/,
  claims: ({ value }) => value !== undefined && isRolloutRow(value),
  open: () => new CodexReader(),
};

function isRolloutRow(value: Json): boolean {
  return typeof value.type === 'string' && ROW_TYPES.has(value.type) && isObject(value.payload);
}

class CodexReader implements LogReader {
  readonly #readInstant = instantReader();
  readonly #seen = new RecentMap<string, true>(REMEMBERED);
  #session: string | undefined;

  read({ value }: LogRow): LogEntry {
    if (value === undefined) return leftOut('lines that are not JSON');
    if (!isRolloutRow(value)) return leftOut('rows of unknown types');
    const payload = value.payload as Json;
    if (value.type === 'session_meta') this.#session = textAt(payload, 'id') ?? this.#session;
    if (value.type !== 'response_item') return leftOut(`\`${scalarText(value.type)}\` rows`);
    const type = textAt(payload, 'type');
    if (type === undefined) return unreadable('`payload.type` must be a text');
    if (!type.endsWith('_call')) return leftOut(`\`${type}\` items`);
    const callId = idAt(payload, 'call_id') ?? idAt(payload, 'id');
    if (callId !== undefined) {
      if (this.#seen.get(callId)) return leftOut('calls that are written again');
      this.#seen.set(callId, true);
    }
    const at = this.#readInstant(textAt(value, 'timestamp') ?? '');
    if (at === undefined) return unreadable('`timestamp` must be an RFC 3339 time');
    const name = textAt(payload, 'name') ?? textAt(payload, 'function', 'name') ?? type.replace(/_call$/, '');
    const named = readHostToolName(name);
    return oneCall({
      ...named,
      at,
      ...present({
        id: callId,
        agent: this.#session === undefined ? undefined : { id: this.#session },
        server: named.server ?? textAt(payload, 'server_label') ?? namespaceOf(payload),
        arguments:
          objectAt(payload, 'arguments') ?? objectAt(payload, 'input') ?? objectAt(payload, 'action'),
      }),
    });
  }
}

/** Newer versions write the server as `namespace: mcp__SERVER__`. */
function namespaceOf(payload: Json): string | undefined {
  return /^mcp__(.+?)(?:__)?$/s.exec(textAt(payload, 'namespace') ?? '')?.[1];
}
