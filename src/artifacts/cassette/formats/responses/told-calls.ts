import { isObject } from '../../../../values/own-property.ts';
import { scalarText } from '../../../../values/scalar-text.ts';
import { answerOf, isSet } from '../../events/answer.ts';
import type { HiddenCalls } from '../../events/hidden-calls.ts';
import type { ItemReader } from './item-reader.ts';

type Row = Readonly<Record<string, unknown>>;

/** How an event tells of a call: the name of the tool, and the keys of its arguments. */
interface Telling {
  readonly tool: string;
  readonly args: readonly string[];
}

const COMMAND: Telling = { tool: 'exec_command', args: ['command', 'cwd'] };
const PATCH: Telling = { tool: 'apply_patch', args: ['changes'] };
const SEARCH: Telling = { tool: 'web_search', args: ['query', 'action'] };
const IMAGE: Telling = { tool: 'image_generation', args: ['revised_prompt'] };

/** The events that tell of calls whose tool they do not name, in the versions up to 0.171.0. */
const TELLINGS: ReadonlyMap<unknown, Telling> = new Map([
  ...['exec_command_begin', 'exec_command_end', 'exec_approval_request'].map(
    (type) => [type, COMMAND] as const,
  ),
  ...['patch_apply_begin', 'patch_apply_end', 'apply_patch_approval_request'].map(
    (type) => [type, PATCH] as const,
  ),
  ...['web_search_begin', 'web_search_end'].map((type) => [type, SEARCH] as const),
  ...['image_generation_begin', 'image_generation_end'].map((type) => [type, IMAGE] as const),
  ['view_image_tool_call', { tool: 'view_image', args: ['path'] }],
]);

/** The events that name the tool, itself or in their `invocation`. */
const NAMING = /^(mcp_tool_call|dynamic_tool_call)_(begin|end|request|response)$/;

/** Types of events that say that a call has ended. */
const ENDED = /_(end|response)$|^view_image_tool_call$/;

/** Types of events that may tell of a call in a way that is not known. */
const MAY_TELL = /_(begin|end)$|(^|_)(tool|exec|command|shell|patch)(_|$)/;

/** Types of events that this finds and that tell of no call. */
const QUIET = /^(mcp_list_tools_response|exec_command_output_delta|list_custom_prompts_response)$/;

/** Keys under which an event has the id of the call that it tells of. */
const ID_KEYS = ['call_id', 'callId', 'tool_call_id', 'toolCallId', 'tool_use_id'] as const;

/**
 * Takes the events of Codex that tell of calls. Most repeat an item. The others are read as calls: code that the agent
 * writes (`exec`) calls tools without an item of theirs. An event of an unknown type with the id of a call that no item has
 * is noted at the end.
 *
 * Spec (recordings): "One rule against silent loss".
 */
export class ToldCalls {
  readonly #items: ItemReader;
  readonly #hidden: HiddenCalls;

  constructor(items: ItemReader, hidden: HiddenCalls) {
    this.#items = items;
    this.#hidden = hidden;
  }

  /** @returns whether the event was read as a call, or as the end of one: then it is left to no one else */
  take(event: Row, index: number): boolean {
    const { type } = event;
    const id = ID_KEYS.map((key) => event[key]).find((each) => typeof each === 'string' && each !== '') as
      | string
      | undefined;
    // commands that the user runs are no calls of the agent
    if (event.source === 'user_shell' && TELLINGS.get(type) === COMMAND) return false;
    const isNaming = typeof type === 'string' && NAMING.test(type);
    if (id === undefined || (!TELLINGS.has(type) && !isNaming)) {
      this.#note(scalarText(type), id);
      return false;
    }
    const telling = TELLINGS.get(type);
    const name = telling?.tool;
    if (this.#items.repeatsItem(id, name)) {
      this.#takeEnd(event, id, undefined);
      return false;
    }
    const isKnown = this.#items.isTold(id);
    if (!isKnown) this.#takeCall(event, id, telling, index);
    this.#takeEnd(event, id, index);
    return !isKnown;
  }

  #takeCall(event: Row, id: string, telling: Telling | undefined, index: number): void {
    const path = [index, 'payload'];
    if (telling) {
      const given = telling.args.filter((key) => isSet(event[key]));
      const args = Object.fromEntries(given.map((key) => [key, event[key]]));
      this.#items.told({ id, name: telling.tool, args, argsPath: [...path, given[0] ?? 'command'] }, path);
      const others = [...given.slice(1), 'parsed_cmd', 'changes'].map((key) => [...path, key]);
      this.#items.events.leaveOutParts(
        others,
        'events that report calls without an item',
        'they are read as calls',
      );
      return;
    }
    const below = isObject(event.invocation) ? ['invocation'] : [];
    const { server, tool, arguments: args } = isObject(event.invocation) ? event.invocation : event;
    const at = [...path, ...below];
    const name = typeof tool === 'string' ? tool : undefined;
    const owner = typeof server === 'string' ? { server } : {};
    this.#items.told({ id, name, ...owner, args, argsPath: [...at, 'arguments'] }, at);
    // the event around the call has its id, too
    if (below.length > 0) this.#items.events.alsoCall(path);
  }

  /** @param index undefined when an item has the call, and its answer */
  #takeEnd(event: Row, id: string, index: number | undefined): void {
    if (!ENDED.test(scalarText(event.type))) return;
    const { is_error, said, ...answer } = outcomeOf(event);
    if (index === undefined) {
      if (is_error && isObject(event.result)) this.#items.failed(id, said);
    } else this.#items.calls.result({ id, is_error, ...answer }, [index, 'payload', 'result']);
  }

  #note(type: string, id: string | undefined): void {
    const what = `rows of type event_msg, ${type}`;
    if (id !== undefined) this.#hidden.await(id, what);
    else if (MAY_TELL.test(type) && !QUIET.test(type)) this.#items.events.unread(what);
  }
}

/** Whether a call failed, and what it answered. An MCP server answers `{Ok: {isError}}` or `{Err}`. */
function outcomeOf(event: Row) {
  const { result, success, exit_code, status, error, aggregated_output, stdout, content_items } = event;
  const { Ok: ok, Err: err } = isObject(result) ? result : {};
  const isFlagged = isObject(ok) && (ok.isError === true || ok.is_error === true);
  const isExit = typeof exit_code === 'number' && exit_code !== 0;
  const isStated = status === 'failed' || status === 'declined' || success === false;
  const is_error = err !== undefined || isFlagged || isExit || isStated || isSet(error);
  return {
    is_error,
    said: err,
    ...answerOf(ok ?? err ?? aggregated_output ?? stdout ?? content_items, error),
  };
}
