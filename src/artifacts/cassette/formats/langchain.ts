import type { ValuePath } from '../../../diagnostic.ts';
import { isObject, valueAt } from '../../../values/own-property.ts';
import { isChat, readChat } from '../chat/chat.ts';
import { isLangChainMessage } from '../chat/unwrap.ts';
import type { RunFormat } from './run-format.ts';

/** Where a run or a state keeps its messages: a dumped state, a thread, a checkpoint, and a run of LangSmith. */
const PLACES: readonly ValuePath[] = [
  [],
  ['messages'],
  ['values', 'messages'],
  ['channel_values', 'messages'],
  ['checkpoint', 'channel_values', 'messages'],
  ['outputs', 'messages'],
  ['outputs', 'output', 'messages'],
  ['output', 'messages'],
];

/** What a run of LangSmith has in addition to its output: what it began with, and the runs below it. */
const BESIDE_OUTPUT = ['inputs', 'child_runs', 'events', 'extra', 'serialized'] as const;

/**
 * Reads messages of LangChain, alone or in the state of a graph, and the output of a run of LangSmith. A call that could
 * not be read (`invalid_tool_calls`) has failed. `usage_metadata` counts cached tokens as input.
 *
 * Spec (recordings): "Readers to add", 3.
 */
export const langChainFormat: RunFormat = {
  name: 'LangChain messages',
  programs:
    'LangChain.js 1.5.14 (`@langchain/core` 0.3.80 and 1.4.0), LangGraph.js 0.4.10 and 1.7.3, runs as the client of LangSmith 0.12.0 sends them; Python: public states of LangGraph of August 2025 and June 2026; root runs of LangSmith for Python by its documentation: no public file was found',
  recognisedBy:
    'messages with the `type` `human`, `ai` or `tool`, or serialised ones (`lc`), as a list or in `messages`, `values`, `channel_values` or `outputs`',
  from: '`json.dumps(messages_to_dict(state["messages"]))`, the state of a thread, the root run of a trace, or the list of its runs',
  failed: 'the `status` of the message of the tool is `error`, or the call is in `invalid_tool_calls`',
  leavesOut: 'reasoning, images, copies of calls; in LangSmith the inputs and the runs below the root',
  recognises: (value) => placeIn(value) !== undefined,
  read(document, context) {
    const { value } = document;
    const path = placeIn(value) ?? [];
    if (path[0] === 'outputs' && isObject(value)) {
      // a run has a `name` and `inputs`, as a call has
      if (value.run_type !== 'tool') context.ledger.call([], ['inputs']);
      for (const key of BESIDE_OUTPUT) {
        if (!isObject(value[key]) && !Array.isArray(value[key])) continue;
        context.ledger.leaveOut([key]);
        context.notes.leaveOut(`\`${key}\` of the run`, 'the messages of its output have all calls');
      }
    }
    return readChat(document, path, valueAt(value, path), context, 'none');
  },
};

/**
 * The places of the runs in a list of LangSmith that are below no other run of the list. A trace is exported as the list of
 * its runs, in any order.
 * @returns undefined when the value is no such list
 */
export function rootsOfTraces(value: unknown): number[] | undefined {
  if (!Array.isArray(value) || !value.every(isTracedRun)) return undefined;
  const ids = new Set(value.map(({ id }) => id));
  const roots = [...value.keys()].filter((index) => {
    const { parent_run_id: parent } = value[index] as TracedRun;
    return typeof parent !== 'string' || !ids.has(parent);
  });
  return roots.length === value.length ? undefined : roots;
}

interface TracedRun {
  readonly id: string;
  readonly run_type: string;
  readonly parent_run_id?: unknown;
}

function isTracedRun(value: unknown): value is TracedRun {
  return isObject(value) && typeof value.id === 'string' && typeof value.run_type === 'string';
}

/** The path of the messages; a list of plain chat messages counts only where no other format has its messages. */
function placeIn(value: unknown): ValuePath | undefined {
  return PLACES.find((path) => {
    const found = valueAt(value, path);
    if (!Array.isArray(found)) return false;
    return found.some(isLangChainMessage) || (path.length > 1 && isChat(found));
  });
}
