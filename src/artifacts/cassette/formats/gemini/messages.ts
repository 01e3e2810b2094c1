import type { ValuePath } from '../../../../diagnostic.ts';
import { append } from '../../../../values/append.ts';
import { isObject, own } from '../../../../values/own-property.ts';
import { scalarText } from '../../../../values/scalar-text.ts';
import { type Answer, isSet } from '../../events/answer.ts';
import type { EventReader } from '../../events/event-reader.ts';
import { refuseHiddenReply } from '../../events/hidden-reply.ts';
import type { ReadingContext } from '../../events/reading-context.ts';
import { withoutCache } from '../../events/usage.ts';
import type { Usage } from '../../model.ts';
import { answerIn, type Part, partsOf, textOf } from './parts.ts';

type Raw = Readonly<Record<string, unknown>>;
type Answered = Answer & { readonly is_error: boolean };

/** A call of a session, with its answer if it has one. */
export interface SessionCall {
  readonly id: string | undefined;
  readonly name: string;
  readonly args: unknown;
  readonly path: ValuePath;
  readonly argsPath: ValuePath;
  readonly answer?: Answered;
  readonly abandoned?: true;
}

/** A message of the agent. */
export interface AgentMessage {
  readonly kind: 'agent';
  readonly text: string;
  readonly calls: readonly SessionCall[];
  readonly usage?: Usage | undefined;
  readonly model?: string | undefined;
}

/** A message of the user. Its results are answers to calls, as the history of the model has them. */
interface UserMessage {
  readonly kind: 'user';
  readonly text: string;
  readonly results: readonly (Answered & {
    readonly id: string | undefined;
    readonly name: string | undefined;
  })[];
}

/** A message of a session, checked. */
export type SessionMessage = AgentMessage | UserMessage;

/** The states of a call after which nothing more happens. `cancelled` includes calls that the user denied. */
const ENDED: Readonly<Record<string, boolean>> = { success: false, error: true, cancelled: true };

/** Keys of a message of the agent whose values are neither calls nor replies. */
const QUIET_KEYS: ReadonlySet<string> = new Set([
  ...['id', 'timestamp', 'type', 'role', 'model', 'thoughts', 'tokens', 'toolCalls', 'content', 'parts'],
  ...['displayContent', 'metadata'],
]);

/** Reads messages of Gemini CLI. All faults of a message are found while it is at hand. */
export class MessageReader {
  readonly #events: EventReader;
  readonly #context: ReadingContext;

  constructor(events: EventReader, context: ReadingContext) {
    this.#events = events;
    this.#context = context;
  }

  /** @returns undefined for a message that neither the user nor the agent wrote */
  read(message: Raw, path: ValuePath): SessionMessage | undefined {
    const { type } = message;
    const key = message.content === undefined && message.parts !== undefined ? 'parts' : 'content';
    const parts = partsOf(message[key], [...path, key]);
    if (message.displayContent !== undefined) {
      this.#events.leaveOut(
        [...path, 'displayContent'],
        'texts as the terminal showed them',
        'the message is read',
      );
    }
    if (type === 'user') return this.#readUser(parts);
    if (type === 'gemini' || type === 'model' || type === 'assistant')
      return this.#readReply(message, parts, path);
    this.#context.notes.leaveOut(
      typeof type === 'string' ? `messages of type \`${type}\`` : 'messages without a type',
      'neither the user nor the agent wrote them',
    );
    return undefined;
  }

  #readUser(parts: readonly Part[]): UserMessage {
    const results = parts.flatMap((part) => {
      if (part.kind !== 'result') return [];
      this.#context.ledger.result(part.path);
      return [{ id: part.id, name: part.name, ...this.#kept(answerIn(part.response)) }];
    });
    return { kind: 'user', text: textOf(parts), results };
  }

  #readReply(message: Raw, parts: readonly Part[], path: ValuePath): AgentMessage {
    const { toolCalls, tokens, model } = message;
    const calls = (Array.isArray(toolCalls) ? toolCalls : []).flatMap((call: unknown, index) => {
      return isObject(call) ? this.#readCall(call, [...path, 'toolCalls', index]) : [];
    });
    for (const part of parts) {
      if (part.kind === 'unknown') this.#events.unread(`parts with ${part.keys}`);
      if (part.kind !== 'call') continue;
      const isCopy = calls.some(({ id, name }) =>
        part.id === undefined ? name === part.name : id === part.id,
      );
      if (isCopy)
        this.#events.leaveOut(part.path, 'copies of calls in the content', 'they are read from `toolCalls`');
      else append(calls, this.#checked(part.id, part.name, part.args, part.path, part.argsPath));
    }
    const text = textOf(parts);
    if (text === '' && calls.length === 0) {
      const isQuiet = (key: string) => QUIET_KEYS.has(key);
      refuseHiddenReply(message, isQuiet, '`content` or `toolCalls`', path, this.#events.faults);
    }
    return {
      kind: 'agent',
      text,
      calls,
      usage: this.#readTokens(tokens, [...path, 'tokens']),
      model: typeof model === 'string' && model !== '' ? model : undefined,
    };
  }

  #readCall(call: Raw, path: ValuePath): SessionCall[] {
    const { id, name, args, status, result, resultDisplay } = call;
    const named = typeof name === 'string' ? name : undefined;
    const checked = this.#checked(typeof id === 'string' ? id : undefined, named, args, path, [
      ...path,
      'args',
    ]);
    this.#context.ledger.result(path);
    if (isObject(resultDisplay)) {
      this.#events.leaveOut(
        [...path, 'resultDisplay'],
        'results as the terminal showed them',
        'the results are read',
      );
      if (resultDisplay.isSubagentProgress === true && !hasNoActivity(resultDisplay)) {
        this.#events.unread(scalarText(resultDisplay.agentName ?? named), 'lost-agent');
      }
    }
    const answer = answerOfCall(status, result);
    return checked.map((each) => ({ ...each, ...(answer && { answer: this.#kept(answer) }) }));
  }

  #checked(
    id: string | undefined,
    name: string | undefined,
    args: unknown,
    path: ValuePath,
    argsPath: ValuePath,
  ): SessionCall[] {
    const { ledger } = this.#context;
    ledger.call(path, argsPath);
    const { faults } = this.#events;
    const stray = args === undefined ? ledger.strayArguments(argsPath) : undefined;
    if (stray !== undefined) {
      faults.add([...path, stray], 'looks like the arguments of the call, which are expected under `args`');
    }
    if (!name) {
      faults.add(path, 'is a tool call without the name of the tool');
      return [];
    }
    return [{ id, name, args: args ?? {}, path, argsPath }];
  }

  /** Results of calls that worked need not be kept; see `ReadingOptions`. */
  #kept(answer: Answered): Answered {
    return this.#context.keepsResults || answer.is_error ? answer : { is_error: false };
  }

  /** Counts of the API: the input includes the cached tokens, and thoughts are output too. */
  #readTokens(tokens: unknown, path: ValuePath): Usage | undefined {
    if (!isSet(tokens)) return undefined;
    const count = (key: string) =>
      isObject(tokens) && typeof tokens[key] === 'number' ? tokens[key] : undefined;
    const [input, output] = [count('input'), count('output')];
    if (input === undefined || output === undefined) {
      this.#context.notes.add(
        'unknown-usage',
        isObject(tokens) ? Object.keys(tokens).slice(0, 4).join(', ') : 'tokens',
      );
      return undefined;
    }
    const counts = {
      input: input + (count('tool') ?? 0),
      output: output + (count('thoughts') ?? 0),
      read: count('cached'),
    };
    return withoutCache(counts, path, this.#events.faults);
  }
}

/** Whether a sub-agent says that it called nothing. */
function hasNoActivity({ recentActivity }: Raw): boolean {
  return Array.isArray(recentActivity) && recentActivity.length === 0;
}

/** The answer to a call by its state; undefined when it had not ended. A recording without states has only results. */
function answerOfCall(status: unknown, result: unknown): Answered | undefined {
  const ended = typeof status === 'string' ? own(ENDED, status) : undefined;
  const results = partsOf(result, []).filter((part) => part.kind === 'result');
  const [first] = results;
  const { is_error, ...answer } = first
    ? answerIn(first.response)
    : answerIn(textOf(partsOf(result, [])) || undefined);
  if (ended === undefined && (isSet(status) || !isSet(result))) return undefined;
  return { ...answer, is_error: ended === true || (ended === undefined && is_error) };
}
