import type { ValuePath } from '../../../../diagnostic.ts';
import { isObject } from '../../../../values/own-property.ts';
import { isSet } from '../../events/answer.ts';
import { type EventTaker, type OpenHandsRun, type Raw, textAt } from './run.ts';

/** Actions that are not calls of the agent: those of the program, and what the user did to it. */
const PROGRAM_ACTIONS: ReadonlySet<unknown> = new Set([
  ...[
    'change_agent_state',
    'recall',
    'system',
    'null',
    'pause',
    'resume',
    'initialize',
    'start',
    'condensation',
  ],
  ...['condensation_request', 'loop_recovery', 'save', 'load'],
]);

/** Observations that are not answers to calls of the agent. */
const PROGRAM_OBSERVATIONS: ReadonlySet<unknown> = new Set([
  ...[
    'agent_state_changed',
    'recall',
    'null',
    'condense',
    'condensation',
    'loop_detection',
    'chat',
    'message',
  ],
  ...['server_ready', 'file_download', 'system'],
]);

/** Keys of the answer of a tool, in the order in which a result is sought. */
const RESULT_KEYS = ['content', 'message', 'extras'];

/**
 * Reads events of OpenHands before version 1: an action of the agent has `action` and `args`, what came of it `observation`,
 * `content`, `extras` and, as `cause`, the id of the action.
 */
export class V0Events implements EventTaker {
  readonly #run: OpenHandsRun;
  /** The ids of actions that are not calls of the agent. */
  readonly #notCalls = new Set<string>();

  constructor(run: OpenHandsRun) {
    this.#run = run;
  }

  take(event: Raw, path: ValuePath): void {
    this.#leaveOutResponse(event, path);
    this.#run.note(event, path);
    if (typeof event.action === 'string') this.#takeAction(event, event.action, path);
    else if (typeof event.observation === 'string') this.#takeObservation(event, event.observation, path);
    else this.#run.unknown(event, path);
  }

  #takeAction(event: Raw, action: string, path: ValuePath): void {
    const { source, args } = event;
    const given = isObject(args) ? args : {};
    if (action === 'system') {
      this.#run.read(path);
      this.#run.system(textAt(given, 'content'));
      this.#run.leaveOut([...path, 'args'], 'definitions of tools', undefined);
      return;
    }
    if (action === 'message') {
      this.#run.read(path);
      const text = textAt(given, 'content') || textAt(event, 'content') || textAt(event, 'message');
      if (source === 'user') this.#run.user(text);
      else this.#run.reply(text, [...path, 'args'], given);
      return;
    }
    const id = idOf(event.id);
    if (id !== undefined && (PROGRAM_ACTIONS.has(action) || source === 'user')) this.#notCalls.add(id);
    if (PROGRAM_ACTIONS.has(action))
      this.#run.leaveOut(path, `actions of the program (\`${action}\`)`, undefined);
    else if (source === 'user') this.#run.leaveOut(path, 'actions of the user', undefined);
    else if (action === 'finish' || action === 'reject') this.#finish(event, given, action, path);
    else this.#call(event, given, action, path);
  }

  #call(event: Raw, args: Raw, action: string, path: ValuePath): void {
    this.#run.beginReply(replyOf(event));
    const at = [...path, 'args'];
    const isMcp = action === 'mcp' || action === 'call_tool_mcp';
    const [name, given, argsPath] = isMcp
      ? [textAt(args, 'name'), args.arguments, [...at, 'arguments']]
      : [action, event.args, at];
    this.#run.call({ id: idOf(event.id), name, args: given, argsPath }, path);
  }

  /** The last action says what the agent answers. It is a call if the model called a tool for it. */
  #finish(event: Raw, args: Raw, action: string, path: ValuePath): void {
    const isCall = isObject(event.tool_call_metadata);
    this.#run.beginReply(replyOf(event));
    if (isCall) {
      const id = idOf(event.id);
      this.#run.call({ id, name: action, args: event.args, argsPath: [...path, 'args'] }, path);
      this.#run.end(id);
    } else this.#run.read(path);
    const outputs = isObject(args.outputs) ? textAt(args.outputs, 'content') : '';
    this.#run.respond(
      textAt(args, 'final_thought') || textAt(args, 'thought') || outputs || textAt(event, 'message'),
    );
  }

  #takeObservation(event: Raw, kind: string, path: ValuePath): void {
    const cause = idOf(event.cause);
    const isOfProgram = PROGRAM_OBSERVATIONS.has(kind) || (cause !== undefined && this.#notCalls.has(cause));
    // calls and causes without ids go together by their order
    const isByOrder = cause === undefined ? this.#run.waits() : this.#run.waitsWithoutId();
    const answers = isByOrder || (cause !== undefined && this.#run.waits(cause));
    if (!answers && isOfProgram) {
      this.#run.leaveOut(path, `observations of the program (\`${kind}\`)`, undefined);
      return;
    }
    const key = RESULT_KEYS.find((each) => isSet(event[each]) && event[each] !== '');
    const result = key === undefined ? '' : event[key];
    // what answers no recorded call shows that there was one
    const name = answers ? undefined : kind;
    const id = cause !== undefined && this.#run.waits(cause) ? cause : undefined;
    this.#run.result({ id: answers ? id : cause, name, is_error: failed(event, kind), result }, path);
  }

  /** The reply of the model that led to an event is kept with it, and has the call once more. */
  #leaveOutResponse({ tool_call_metadata: about }: Raw, path: ValuePath): void {
    if (!isObject(about) || !isObject(about.model_response)) return;
    const at = [...path, 'tool_call_metadata', 'model_response'];
    this.#run.leaveOut(at, 'copies of replies of the model', undefined);
  }
}

/** Whether an observation says that the call failed, or that the user rejected it. */
function failed({ success, extras, content }: Raw, kind: string): boolean {
  if (kind === 'error' || kind === 'user_rejected') return true;
  if (typeof success === 'boolean') return !success;
  const about = isObject(extras) ? extras : {};
  const metadata = isObject(about.metadata) ? about.metadata : {};
  const code = metadata.exit_code ?? about.exit_code;
  if (typeof code === 'number') return code !== 0;
  if (about.error === true) return true;
  // the answer of an MCP server is kept as text
  return kind === 'mcp' && typeof content === 'string' && /^\s*\{/.test(content) && saysError(content);
}

function saysError(text: string): boolean {
  try {
    const answer: unknown = JSON.parse(text);
    return isObject(answer) && answer.isError === true;
  } catch {
    return false;
  }
}

function idOf(id: unknown): string | undefined {
  return typeof id === 'number' || typeof id === 'string' ? String(id) : undefined;
}

/** The reply of the model that led to an event, and its usage. */
function replyOf({ tool_call_metadata: about }: Raw) {
  const response = isObject(about) && isObject(about.model_response) ? about.model_response : undefined;
  const id = typeof response?.id === 'string' ? response.id : undefined;
  return { id, response, path: ['tool_call_metadata', 'model_response', 'usage'] };
}
