import type { ValuePath } from '../../../diagnostic.ts';
import type { SourceDocument } from '../../../documents/source-document.ts';
import { isObject } from '../../../values/own-property.ts';
import { EventReader } from '../events/event-reader.ts';
import { HiddenCalls } from '../events/hidden-calls.ts';
import { refuseHiddenReply } from '../events/hidden-reply.ts';
import { PairedCalls } from '../events/paired-calls.ts';
import type { ReadingContext } from '../events/reading-context.ts';
import { sumUsage, withoutCache } from '../events/usage.ts';
import type { Cassette, Usage } from '../model.ts';
import type { RowFormat, RowReader } from './row-format.ts';

type Row = Readonly<Record<string, unknown>>;

/** Reads the events of a session of GitHub Copilot CLI: rows `{type, data, id, timestamp, parentId}`. */
export const copilotCliFormat: RowFormat = {
  name: 'Copilot CLI events',
  programs: '[GitHub Copilot CLI](https://github.com/github/copilot-cli) 0.0.420, 1.0.60 and 1.0.102',
  recognisedBy:
    'rows `{type, data}` of type `session.start`, `user.message`, `assistant.message` or `tool.execution_…`',
  from: '`~/.copilot/session-state/SESSION/events.jsonl`',
  failed: '`success` of its `tool.execution_complete` is false, or there is an `error`',
  leavesOut: 'reasoning; texts of sub-agents; events of other types',
  claims: ({ type, data }) =>
    typeof type === 'string' &&
    isObject(data) &&
    /^(session\.start|user\.message|assistant\.message|tool\.execution_(start|complete))$/.test(type),
  open: (document, context) => new CopilotReader(document, context),
};

/** What hooks were given: a copy of the call that they watch, without its id. */
const OF_HOOKS = /^hook\./;

class CopilotReader implements RowReader {
  readonly #events: EventReader;
  readonly #calls: PairedCalls;
  readonly #context: ReadingContext;
  readonly #hidden: HiddenCalls;
  readonly #models = new Set<string>();
  #recordedAt: string | undefined;
  #usage: Usage | undefined;

  constructor(document: SourceDocument, context: ReadingContext) {
    this.#events = new EventReader(document, context);
    this.#calls = new PairedCalls(this.#events);
    this.#hidden = new HiddenCalls(this.#events, (id) => this.#calls.has(id));
    this.#context = context;
  }

  take(row: Row, index: number): void {
    const { type, timestamp } = row;
    const data = isObject(row.data) ? row.data : {};
    const at = [index, 'data'];
    if (typeof timestamp === 'string') this.#recordedAt ??= timestamp;
    if (type === 'user.message') this.#events.user(textOf(data.content) ?? '');
    else if (type === 'assistant.message') this.#reply(data, at);
    else if (type === 'tool.execution_start') this.#start(data, at);
    else if (type === 'tool.execution_complete') this.#complete(data, at);
    else this.#other(row, data, index);
  }

  #reply(data: Row, at: ValuePath): void {
    const { content, toolRequests, model, parentToolCallId } = data;
    const agent = textOf(parentToolCallId);
    if (agent === undefined) this.#events.message();
    if (typeof model === 'string' && agent === undefined) this.#models.add(model);
    const requests = Array.isArray(toolRequests) ? (toolRequests as unknown[]) : [];
    for (const [index, request] of requests.entries()) {
      if (!isObject(request)) continue;
      const path = [...at, 'toolRequests', index];
      const id = textOf(request.toolCallId);
      // the start of a call may be written before the message that asks for it
      if (id !== undefined && this.#calls.has(id)) {
        this.#events.leaveOut(path, 'requests of calls that have begun', 'each call counts once');
      } else this.#call(request, textOf(request.name), path, agent);
    }
    if (textOf(content) === undefined && requests.length === 0) {
      const isQuiet = (key: string) => QUIET_KEYS.test(key);
      refuseHiddenReply(data, isQuiet, '`content` or `toolRequests`', at, this.#events.faults);
    }
    if (requests.length === 0 && agent === undefined) this.#events.respond(textOf(content) ?? '');
    else this.#events.aside(textOf(content) ?? '');
  }

  /** The start of a call that a message has asked for, or of one that no message shows. */
  #start(data: Row, at: ValuePath): void {
    const id = textOf(data.toolCallId);
    if (id !== undefined && this.#calls.has(id)) {
      this.#events.leaveOut(at, 'starts of calls', 'the message that asks for the call is read');
    } else this.#call(data, textOf(data.toolName), at, textOf(data.parentToolCallId));
  }

  #call(data: Row, name: string | undefined, path: ValuePath, agent: string | undefined): void {
    const { mcpServerName, mcpToolName } = data;
    const server = textOf(mcpServerName);
    this.#calls.call(
      {
        id: textOf(data.toolCallId),
        name: (server === undefined ? undefined : textOf(mcpToolName)) ?? name,
        server,
        args: data.arguments,
        argsPath: [...path, 'arguments'],
        agent,
      },
      path,
    );
  }

  #complete({ toolCallId, success, result, error }: Row, at: ValuePath): void {
    const failed = success === false || (error !== undefined && error !== null);
    const answer = result ?? error;
    const content = isObject(answer) ? (answer.content ?? answer.message ?? answer) : answer;
    this.#calls.result({ id: textOf(toolCallId), is_error: failed, result: content }, at);
  }

  #other({ type }: Row, data: Row, index: number): void {
    const named = typeof type === 'string' ? type : 'unknown';
    if (type === 'session.model_change' && typeof data.newModel === 'string') this.#models.add(data.newModel);
    if (type === 'session.shutdown') this.#usage = this.#used(data.modelMetrics, index) ?? this.#usage;
    if (!OF_HOOKS.test(named)) this.#hidden.look(data, `events of type ${named}`);
    this.#events.leaveOut([index], `events of type \`${named}\``, 'they hold no messages');
  }

  /** The usage of each model, whose input includes cached tokens. */
  #used(metrics: unknown, index: number): Usage | undefined {
    if (!isObject(metrics)) return undefined;
    const all = Object.entries(metrics).map(([model, metric]) => {
      const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } =
        isObject(metric) && isObject(metric.usage) ? metric.usage : {};
      if (typeof inputTokens !== 'number' || typeof outputTokens !== 'number') {
        this.#context.notes.add('unknown-usage', model);
        return undefined;
      }
      const read = typeof cacheReadTokens === 'number' ? cacheReadTokens : undefined;
      const written =
        typeof cacheWriteTokens === 'number' && cacheWriteTokens > 0 ? cacheWriteTokens : undefined;
      const path = [index, 'data', 'modelMetrics', model, 'usage'];
      return withoutCache(
        { input: inputTokens, output: outputTokens, read, written },
        path,
        this.#events.faults,
      );
    });
    const stated = all.filter((usage) => usage !== undefined);
    return stated.length === all.length && stated.length > 0 ? sumUsage(stated) : undefined;
  }

  finish(): readonly Cassette[] {
    this.#calls.noteLost();
    this.#hidden.finish();
    const read = this.#events.finish();
    const [model, ...others] = this.#models;
    return [
      {
        ...(model !== undefined && others.length === 0 && { model }),
        ...(this.#recordedAt !== undefined && { recorded_at: this.#recordedAt }),
        ...read,
        ...(this.#usage && { usage: this.#usage }),
      },
    ];
  }
}

/** Keys of a message of the agent that hold neither calls nor replies. */
const QUIET_KEYS = /^(.*Id|model|phase|reasoning.*|encrypted.*|.*Tokens|usage|timestamp|.*Reason)$/s;

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
