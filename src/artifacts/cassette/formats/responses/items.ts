import { isObject } from '../../../../values/own-property.ts';
import { scalarText } from '../../../../values/scalar-text.ts';
import { answerOf } from '../../events/answer.ts';
import { jsonIn } from '../../json-in.ts';

/** An item of the Responses API. */
export type Item = Readonly<Record<string, unknown>>;

/** The tool of a call, and the key of its arguments. */
export interface ItemCall {
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly server?: string;
  readonly key: string;
  readonly args: unknown;
}

/** Types of items that say something; others are calls, results, or neither. */
const MESSAGES: ReadonlySet<unknown> = new Set(['message', 'agent_message']);

/** What an item is to a reader. Items of calls end in `_call`, those of results in `_output`, in any version. */
export function kindOf({ type, role }: Item): 'message' | 'call' | 'result' | 'other' {
  if (type === undefined && typeof role === 'string') return 'message';
  if (typeof type !== 'string') return 'other';
  if (MESSAGES.has(type)) return 'message';
  if (type.endsWith('_call')) return 'call';
  if (/(_output|_result)$/.test(type)) return 'result';
  return 'other';
}

/** Keys under which the types of calls keep their arguments. */
const ARGS_KEYS = ['arguments', 'input', 'action', 'actions', 'operation', 'queries', 'code', 'prompt'];

/**
 * Returns the call in an item. `function_call` and `mcp_call` name their tool, others are named by their type:
 * `web_search_call` calls `web_search`. Codex names the tools of MCP servers `mcp__SERVER__TOOL`, or keeps
 * `mcp__SERVER` as `namespace`.
 */
export function callOf(item: Item): ItemCall {
  const { type, name, function: called } = item;
  const id = idOf(item);
  const key = ARGS_KEYS.find((each) => item[each] !== undefined && item[each] !== null) ?? 'arguments';
  const inner = isObject(called) ? called.name : undefined;
  const given = typeof name === 'string' ? name : inner;
  const isNamed =
    type === 'function_call' || type === 'custom_tool_call' || type === 'mcp_call' || type === 'tool_call';
  const tool =
    typeof given === 'string' ? given : isNamed ? undefined : scalarText(type).replace(/_call$/, '');
  return {
    id,
    key,
    args: argsOf(item, key),
    ...(tool === undefined ? { name: undefined } : toolOf(tool, item)),
  };
}

/** A custom tool takes plain text; a list is what the key says. */
function argsOf(item: Item, key: string): unknown {
  const given = item[key];
  if (given === undefined || given === null) return undefined;
  if (item.type === 'custom_tool_call' || Array.isArray(given)) return { [key]: given };
  if (typeof given === 'string' && key !== 'arguments') return { [key]: given };
  return given;
}

function toolOf(tool: string, { namespace, server_label }: Item): { name: string; server?: string } {
  const [, server, name] = /^mcp__(.+?)__(.+)$/s.exec(tool) ?? [];
  if (server !== undefined && name !== undefined) return { name, server };
  const label = typeof server_label === 'string' ? server_label : undefined;
  const space = typeof namespace === 'string' ? /^mcp__(.*[^_])_*$/s.exec(namespace)?.[1] : undefined;
  const owner = label ?? space;
  return { name: tool, ...(owner !== undefined && { server: owner }) };
}

/** The id by which a result names its call. */
export function idOf({ call_id, callId, id }: Item): string | undefined {
  return [call_id, callId, id].find((each) => typeof each === 'string' && each !== '') as string | undefined;
}

/** Types of calls whose item holds the result too: they run on the server of the model. */
const ANSWERED = /^(web_search|file_search|code_interpreter|image_generation|mcp)_call$/;

/** The result that the item of a call holds; undefined when another item holds it. */
export function ownResult(item: Item): { is_error: boolean; result?: unknown; error?: unknown } | undefined {
  const { type, status, output, error, results, outputs } = item;
  if (typeof type !== 'string' || !ANSWERED.test(type)) return undefined;
  // a call of a server that waits for an approval, or was cut off
  if (status === 'in_progress' || status === 'calling' || status === 'searching') return undefined;
  const is_error = (error !== undefined && error !== null) || status === 'failed' || status === 'incomplete';
  return { is_error, ...answerOf(output ?? results ?? outputs, error) };
}

/**
 * Whether an item says that its call failed: by its `status`, by `success`, or by the exit code of a command, which Codex
 * writes into a JSON text (`{output, metadata: {exit_code}}`) or into the first lines of a plain one. A tool that Codex does
 * not have was not run.
 */
export function isFailed(item: Item): boolean {
  const { status, success, error, output, result } = item;
  if (status === 'failed' || status === 'incomplete' || success === false) return true;
  if (error !== undefined && error !== null && error !== false) return true;
  return saysFailed(output ?? result);
}

function saysFailed(output: unknown): boolean {
  if (typeof output === 'string') {
    const exit = EXIT_LINE.exec(output)?.[1];
    if (exit !== undefined) return Number(exit) !== 0;
    if (NOT_RUN.test(output)) return true;
    return output.startsWith('{') && saysFailed(jsonIn(output));
  }
  if (Array.isArray(output)) return output.some((part) => isObject(part) && isExitOfShell(part));
  if (!isObject(output)) return false;
  const { metadata, success, exit_code, exitCode } = output;
  const code = exit_code ?? exitCode ?? (isObject(metadata) ? metadata.exit_code : undefined);
  return success === false || (typeof code === 'number' && code !== 0);
}

/** The head that Codex writes before the output of a command. */
const EXIT_LINE =
  /^(?:Chunk ID: [^\n]*\n)?(?:Wall time: [^\n]*\n)?(?:Exit code: |Process exited with code )(-?\d+)\n/;

/** The whole output of a call that Codex did not run. */
const NOT_RUN = /^unsupported (custom tool )?call: \S+$/;

/** A part of the output of the shell tool: `{stdout, stderr, outcome: {type, exit_code}}`. */
function isExitOfShell({ outcome }: Item): boolean {
  return (
    isObject(outcome) &&
    (outcome.type === 'timeout' || (typeof outcome.exit_code === 'number' && outcome.exit_code !== 0))
  );
}

/** The text of a message: a text, or parts of which some are text. */
export function textOf({ content, text, message }: Item): string {
  const given = content ?? text ?? message;
  if (typeof given === 'string') return given;
  if (!Array.isArray(given)) return '';
  const texts = given.map((part: unknown) => {
    if (typeof part === 'string') return part;
    const { text: inner, refusal } = isObject(part) ? part : {};
    return typeof inner === 'string' ? inner : typeof refusal === 'string' ? refusal : '';
  });
  return texts.join('');
}

/** Whether a part of a message says that the model refused. */
export function isRefusal({ content }: Item): boolean {
  return Array.isArray(content) && content.some((part) => isObject(part) && part.type === 'refusal');
}
