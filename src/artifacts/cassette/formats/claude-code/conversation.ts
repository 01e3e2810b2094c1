import type { ValuePath } from '../../../../diagnostic.ts';
import type { SourceDocument } from '../../../../documents/source-document.ts';
import { EventReader } from '../../events/event-reader.ts';
import { PairedCalls } from '../../events/paired-calls.ts';
import type { ReadingContext } from '../../events/reading-context.ts';
import type { RecordedCall } from '../../model.ts';
import { type Block, isFailed, type Part, toolOf } from './content.ts';

/** The reply of the model that is being read: it may be cut into several rows. */
interface Reply {
  readonly id: string | undefined;
  readonly parallel: number;
  /** Calls that are not answered in the reply itself, as those of tools that run on the server of the model are. */
  open: number;
  /** The text after the last call or result. */
  text: string;
  /** Whether the model marked it as a refusal. */
  isRefusal: boolean;
}

/** Numbers the replies of a session: those of all its agents together. */
export class ReplyNumbers {
  readonly #byId = new Map<string, number>();
  #next = 0;

  of(id: string | undefined): number {
    const known = id === undefined ? undefined : this.#byId.get(id);
    if (known !== undefined) return known;
    const number = this.#next++;
    if (id !== undefined) this.#byId.set(id, number);
    return number;
  }
}

/** Who says a message. */
export interface Speaker {
  /** The sub-agent that makes the calls. */
  readonly agent?: string | undefined;
  /** Whether its texts are replies of the recording. */
  readonly replies: boolean;
  /** Whether the model marked the message as a refusal. */
  readonly isRefusal?: boolean;
}

/** Takes the messages of the agents that share a file. Ids of calls are unique there, so results go to them by id. */
export class Conversation {
  readonly events: EventReader;
  readonly #calls: PairedCalls;
  readonly #context: ReadingContext;
  readonly #numbers: ReplyNumbers;
  #reply: Reply | undefined;

  constructor(document: SourceDocument, context: ReadingContext, numbers: ReplyNumbers) {
    this.events = new EventReader(document, context);
    this.#calls = new PairedCalls(this.events);
    this.#context = context;
    this.#numbers = numbers;
  }

  /** Whether a call with this id was taken. */
  hasCall(id: string): boolean {
    return this.#calls.has(id);
  }

  /** Takes a row of a reply. @param onCall is told each call with an id */
  reply(
    id: string | undefined,
    parts: readonly Part[],
    { agent, replies, isRefusal }: Speaker,
    onCall: (id: string, block: Block, call: RecordedCall) => void,
  ): void {
    const reply = this.#replyOf(id, replies);
    reply.isRefusal ||= isRefusal === true;
    for (const part of parts) {
      if (part.kind === 'text') reply.text += part.text;
      else if (part.kind === 'call') {
        const call = this.#call(part.block, part.path, reply.parallel, agent);
        if (!call) continue;
        reply.open++;
        this.events.aside(reply.text);
        reply.text = '';
        if (typeof part.block.id === 'string') onCall(part.block.id, part.block, call);
      } else if (part.kind === 'result') {
        reply.open--;
        reply.text = '';
        this.result(part.block, part.path);
      } else if (part.kind === 'unknown') this.#unknown(part.block, part.path);
    }
    // what a sub-agent says is no reply, but may be a call
    if (!replies) this.events.aside(reply.text);
  }

  #replyOf(id: string | undefined, replies: boolean): Reply {
    // a sub-agent's row may come between the rows of a reply
    if (!replies) return { id, parallel: this.#numbers.of(id), open: 0, text: '', isRefusal: false };
    if (this.#reply && id !== undefined && this.#reply.id === id) return this.#reply;
    this.endReply();
    this.events.message();
    this.#reply = { id, parallel: this.#numbers.of(id), open: 0, text: '', isRefusal: false };
    return this.#reply;
  }

  /** Ends the reply that is being read. Text is final unless the reply calls a tool. */
  endReply(): void {
    if (this.#reply && this.#reply.open <= 0) this.events.respond(this.#reply.text, this.#reply.isRefusal);
    else if (this.#reply) this.events.aside(this.#reply.text);
    this.#reply = undefined;
  }

  /** @returns undefined for a copy of a call that a sub-agent's row in another place repeats */
  #call(
    block: Block,
    path: ValuePath,
    parallel: number,
    agent: string | undefined,
  ): RecordedCall | undefined {
    const id = typeof block.id === 'string' ? block.id : undefined;
    if (id !== undefined && agent !== undefined && this.#calls.has(id)) {
      this.events.leaveOut(path, 'copies of calls of sub-agents', 'each call counts once');
      return undefined;
    }
    const argsPath = [...path, 'input'];
    return this.#calls.call({ id, ...toolOf(block), args: block.input, argsPath, parallel, agent }, path);
  }

  /** Takes the result of a call. */
  result(block: Block, path: ValuePath): void {
    const id = typeof block.tool_use_id === 'string' ? block.tool_use_id : undefined;
    this.#calls.result({ id, is_error: isFailed(block), result: block.content }, path);
  }

  /** Takes a call that was denied. It may have been recorded only here. */
  denied(id: string | undefined, tool: Block, argsPath: ValuePath, path: ValuePath): void {
    if (id !== undefined && this.#calls.has(id)) {
      this.events.leaveOut(path, 'copies of denied calls', 'each call counts once');
      if (!this.#calls.waits(id)) return;
    } else {
      const parallel = this.#numbers.of(undefined);
      this.#calls.call({ id, ...toolOf(tool), args: tool.input, argsPath, parallel }, path);
    }
    this.#calls.result({ id, is_error: true, result: 'permission denied' }, undefined);
  }

  /** Takes a block of an unknown type. With text, it could be a reply. */
  #unknown(block: Block, path: ValuePath): void {
    const { type, text } = block;
    if (typeof type === 'string' && (typeof text !== 'string' || text === '')) {
      this.#context.notes.add('unknown-block', type);
      return;
    }
    const keys = Object.keys(block).map((key) => `\`${key}\``);
    const known =
      typeof type === 'string'
        ? `of the unknown type \`${type}\``
        : `with the unknown keys ${keys.join(', ')}`;
    this.events.faults.add(path, `is a content block ${known}, which may be a reply or a call`);
  }

  /** Ends the last reply, and notes the results whose call never came. */
  end(): void {
    this.endReply();
    this.#calls.noteLost();
  }
}
