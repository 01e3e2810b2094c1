import { isObject } from '../../../../values/own-property.ts';
import type { RowFormat } from '../row-format.ts';
import { isItem } from './recognise-items.ts';
import { RolloutReader } from './rollout-reader.ts';

/** Reads a session that Codex keeps: rows with items of the Responses API. */
export const codexFormat: RowFormat = {
  name: 'Codex rollout',
  programs: '[Codex CLI](https://github.com/openai/codex) 0.50 to 0.171.0, and one file of the old layout',
  recognisedBy:
    'rows `{type, payload}` of type `session_meta`, `turn_context`, `response_item` or `event_msg`; older ones are items',
  from: '`~/.codex/sessions/YEAR/MONTH/DAY/rollout-….jsonl`',
  failed:
    'an exit code other than 0; `success` is false; `status` is `failed` or `incomplete`; an `Err` or `isError` of an MCP server',
  leavesOut:
    'reasoning; rows `event_msg` that repeat items; texts that the program wrote, such as `<environment_context>`',
  claims: (row) => isRolloutRow(row) || isOldRow(row),
  open: (document, context) => new RolloutReader(document, context),
};

const ROWS: ReadonlySet<unknown> = new Set([
  'session_meta',
  'turn_context',
  'response_item',
  'event_msg',
  'compacted',
]);

function isRolloutRow({ type, payload }: Readonly<Record<string, unknown>>): boolean {
  return ROWS.has(type) && isObject(payload);
}

/** The first row of an old rollout, or a row of its state. */
function isOldRow(row: Readonly<Record<string, unknown>>): boolean {
  const { id, timestamp, instructions, type, record_type } = row;
  if (record_type === 'state') return true;
  const isHead = typeof id === 'string' && typeof timestamp === 'string' && instructions !== undefined;
  return isHead && type === undefined && !isItem(row);
}
