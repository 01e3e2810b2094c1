import { isObject } from '../../../../values/own-property.ts';
import { HiddenCalls } from '../../events/hidden-calls.ts';
import type { Notes } from '../../events/notes.ts';
import { withoutCache } from '../../events/usage.ts';
import type { RunFormat } from '../run-format.ts';
import { ItemReader } from './item-reader.ts';
import { callOf, type Item, idOf, kindOf } from './items.ts';
import { takeAll } from './responses.ts';

type Row = Readonly<Record<string, unknown>>;

/** Keys of a run state that repeat its items, in the spellings of the Python and the JavaScript SDK. */
const COPIES = [
  ...['session_items', 'model_responses', 'last_model_response', 'last_processed_response', 'current_step'],
  ...['modelResponses', 'lastModelResponse', 'lastProcessedResponse', 'currentStep', 'sessionItems'],
  ...['completed_tool_invocation_evidence', 'completedToolInvocationEvidence'],
];

/** Reads the state of a run of the OpenAI Agents SDK: `{original_input, generated_items: [{agent, raw_item}]}`. */
export const runStateFormat: RunFormat = {
  name: 'OpenAI Agents SDK run state',
  programs:
    'OpenAI Agents SDK: run states 1.13 of [Python](https://github.com/openai/openai-agents-python), 1.22 of [JavaScript](https://github.com/openai/openai-agents-js) 0.20.0',
  recognisedBy:
    '`generated_items` of which each has a `raw_item`, or `$schemaVersion` next to `generated_items`',
  from: '`result.to_state().to_string()`',
  failed:
    'its item has an `error`, or the `status` `failed` or `incomplete`, or the `context` says that it, or its tool for good, was `rejected`',
  leavesOut: 'reasoning; `session_items`, `model_responses` and other copies of the items',
  recognises: (value) => isObject(value) && Array.isArray(value.generated_items ?? value.generatedItems),
  read(document, context) {
    const value = document.value as Row;
    const items = new ItemReader(document, context);
    const input = value.original_input === undefined ? 'originalInput' : 'original_input';
    takeAll(value[input], [input], items);
    const list = Array.isArray(value.generated_items) ? 'generated_items' : 'generatedItems';
    const made = (value[list] as unknown[]).map(itemIn).filter(isObject);
    const rejected = rejectedIn(value.context, made);
    for (const id of rejected) items.failed(id, undefined);
    for (const [index, each] of (value[list] as unknown[]).entries()) {
      const path = [list, index];
      const key = isObject(each) && isObject(each.rawItem) ? 'rawItem' : 'raw_item';
      const item = itemIn(each);
      if (!isObject(item)) items.events.faults.add(path, 'must be an item with a `raw_item`');
      else if (items.repeats(item))
        items.events.leaveOut(path, 'copies of items', 'an item with the same id was read');
      else items.take(item, [...path, key], agentOf(each));
    }
    // between the decision and the next turn, a rejected call has no result
    for (const id of rejected) {
      const denied = { id, is_error: true, result: 'denied' };
      if (items.calls.waits(id)) items.calls.result(denied, undefined);
    }
    const hidden = new HiddenCalls(items.events, (id) => items.knows(id));
    for (const key of COPIES) {
      if (!isObject(value[key]) && !Array.isArray(value[key])) continue;
      hidden.look(value[key], key);
      items.events.leaveOut([key], 'copies of items', 'an item with the same id was read');
    }
    hidden.finish();
    const usage = isObject(value.context) ? usageOf(value.context.usage, context.notes) : undefined;
    const counts = usage && withoutCache(usage, ['context', 'usage'], items.events.faults);
    return { ...items.finish(), ...(counts && { usage: counts }) };
  },
};

/**
 * The ids of the calls that a person rejected, and those of all calls of a tool that is rejected for good
 * (`rejected: true`), unless they are among the `approved`. The JavaScript SDK keeps the decisions for each agent.
 */
function rejectedIn(context: unknown, items: readonly Item[]): Set<string> {
  if (!isObject(context)) return new Set();
  const ofAgents = Array.isArray(context.functionApprovals) ? context.functionApprovals : [];
  const holders = [
    context.approvals,
    ...ofAgents.map((each) => (isObject(each) ? each.approvals : undefined)),
  ];
  const decisions = holders.flatMap((each) => (isObject(each) ? Object.entries(each) : []));
  const ids = decisions.flatMap(([tool, decision]) => {
    if (!isObject(decision)) return [];
    const { rejected, approved } = decision;
    if (Array.isArray(rejected)) return rejected as unknown[];
    if (rejected !== true) return [];
    const isApproved = (id: unknown) => Array.isArray(approved) && approved.includes(id);
    const calls = items.filter((item) => kindOf(item) === 'call' && isCallTo(tool, item));
    return calls.map(idOf).filter((id) => !isApproved(id));
  });
  return new Set(ids.filter((id): id is string => typeof id === 'string'));
}

/** Whether an item calls the tool of a decision, which may have a namespace in front: `files.wipe`. */
function isCallTo(tool: string, item: Item): boolean {
  const { name } = callOf(item);
  return name !== undefined && (tool === name || tool.endsWith(`.${name}`));
}

function itemIn(each: unknown): unknown {
  if (!isObject(each)) return undefined;
  return isObject(each.rawItem) ? each.rawItem : each.raw_item;
}

function agentOf(item: unknown): string | undefined {
  const agent = isObject(item) ? item.agent : undefined;
  const name = isObject(agent) ? agent.name : agent;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** The counts of all requests, whose input includes cached tokens. A run that sent no request states none. */
function usageOf(usage: unknown, notes: Notes) {
  if (!isObject(usage) || usage.requests === 0) return undefined;
  const input = usage.input_tokens ?? usage.inputTokens;
  const output = usage.output_tokens ?? usage.outputTokens;
  if (typeof input !== 'number' || typeof output !== 'number') {
    notes.add('unknown-usage', Object.keys(usage).slice(0, 4).join(', '));
    return undefined;
  }
  return { input, output, read: cachedIn(usage.input_tokens_details ?? usage.inputTokensDetails) };
}

/** Details are an object, or a list of one for each request. */
function cachedIn(details: unknown): number | undefined {
  const all = Array.isArray(details) ? (details as unknown[]) : [details];
  const counts = all.map((each) => (isObject(each) ? (each.cached_tokens ?? each.cachedTokens) : undefined));
  const stated = counts.filter((count) => typeof count === 'number');
  return stated.length === 0 ? undefined : stated.reduce((sum, count) => sum + count, 0);
}
