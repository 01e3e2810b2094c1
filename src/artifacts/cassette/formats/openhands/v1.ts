import type { ValuePath } from '../../../../diagnostic.ts';
import { isObject } from '../../../../values/own-property.ts';
import { scalarText } from '../../../../values/scalar-text.ts';
import { isSet } from '../../events/answer.ts';
import { type EventTaker, type OpenHandsRun, type Raw, textAt } from './run.ts';

/** The kinds of events that hold messages, calls and results. */
const EVENT_KINDS = /^(Message|Action|Observation|SystemPrompt|AgentError|UserReject)(Event|Observation)$/;

/**
 * Reads events of OpenHands since version 1, whose `kind` is the name of a class. An action has `tool_name`, `tool_call_id`,
 * the arguments as text in `tool_call`, and checked in `action`.
 */
export class V1Events implements EventTaker {
  readonly #run: OpenHandsRun;

  constructor(run: OpenHandsRun) {
    this.#run = run;
  }

  take(event: Raw, path: ValuePath): void {
    this.#run.note(event, path);
    switch (event.kind) {
      case 'MessageEvent':
        this.#message(event, path);
        break;
      case 'ActionEvent':
        this.#action(event, path);
        break;
      case 'ObservationEvent':
      case 'AgentErrorEvent':
      case 'UserRejectObservation':
        this.#result(event, event.kind, path);
        break;
      case 'SystemPromptEvent':
        this.#run.system(contentOf(event.system_prompt));
        break;
      default:
        this.#run.leaveOut(path, `events of kind \`${scalarText(event.kind)}\``, event);
    }
  }

  #message(event: Raw, path: ValuePath): void {
    const { llm_message: message, source } = event;
    const text = contentOf(isObject(message) ? message.content : event.content);
    const role = isObject(message) ? message.role : undefined;
    if (source === 'user' || (source === undefined && role === 'user')) this.#run.user(text);
    else if (source === 'agent' || role === 'assistant') this.#run.reply(text, path, event);
    else this.#run.leaveOut(path, 'messages of the program', event);
  }

  #action(event: Raw, path: ValuePath): void {
    const { tool_name, tool_call_id, llm_response_id, tool_call, action } = event;
    if (event.source === 'user') {
      this.#run.leaveOut(path, 'actions of the user', undefined);
      return;
    }
    const asked = calledIn(tool_call, [...path, 'tool_call']);
    const id = textOr(tool_call_id, asked?.id);
    this.#run.beginReply({ id: textOr(llm_response_id, undefined) });
    if (asked && isObject(action))
      this.#run.leaveOut([...path, 'action'], 'checked copies of arguments', undefined);
    const from = asked ?? { args: action, argsPath: [...path, 'action'] };
    const name = textOr(tool_name, asked?.name);
    this.#run.call({ id, name, args: withoutKind(from.args), argsPath: from.argsPath }, path);
    if (name !== 'finish') return;
    this.#run.end(id);
    this.#run.respond(isObject(action) ? textAt(action, 'message') : '');
  }

  #result(event: Raw, kind: string, path: ValuePath): void {
    const { tool_call_id, tool_name, observation, error, rejection_reason } = event;
    const id = textOr(tool_call_id, undefined);
    if (tool_name === 'finish' && kind === 'ObservationEvent') {
      this.#run.leaveOut(path, 'observations of the end', undefined);
      return;
    }
    const answer = isObject(observation) ? observation : {};
    const is_error = kind !== 'ObservationEvent' || failed(answer);
    const result = [error, rejection_reason, answer.content, answer.output, observation].find(isSet);
    this.#run.result({ id, name: textOr(tool_name, undefined), is_error, result }, path);
  }
}

/** Whether an object is an event of version 1. */
export function isV1Event({ kind, source, llm_message, tool_name, action, observation }: Raw): boolean {
  if (typeof kind !== 'string' || !EVENT_KINDS.test(kind)) return false;
  return [source, llm_message, tool_name, action, observation].some(isSet);
}

function failed({ is_error, error, exit_code, metadata }: Raw): boolean {
  if (is_error === true || error === true || (typeof error === 'string' && error !== '')) return true;
  const code = exit_code ?? (isObject(metadata) ? metadata.exit_code : undefined);
  // the program waits no longer for a command that has not ended
  return typeof code === 'number' && code !== 0 && code !== -1;
}

/** The call as the model wrote it: `{id, name, arguments}`, or with a `function` as in the API of OpenAI. */
function calledIn(call: unknown, path: ValuePath) {
  if (!isObject(call)) return undefined;
  const inner = isObject(call.function) ? call.function : call;
  const at = inner === call ? path : [...path, 'function'];
  return {
    id: textOr(call.id, undefined),
    name: textOr(inner.name, undefined),
    args: inner.arguments,
    argsPath: [...at, 'arguments'],
  };
}

/** Arguments without the name of their class. */
function withoutKind(args: unknown): unknown {
  if (!isObject(args) || typeof args.kind !== 'string') return args;
  const { kind: _, ...others } = args;
  return others;
}

function contentOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return content.map(contentOf).join('');
  return isObject(content) ? textAt(content, 'text') : '';
}

function textOr(value: unknown, otherwise: string | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : otherwise;
}
