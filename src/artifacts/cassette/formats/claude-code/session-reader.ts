import type { ValuePath } from '../../../../diagnostic.ts';
import type { SourceDocument } from '../../../../documents/source-document.ts';
import { isObject } from '../../../../values/own-property.ts';
import { scalarText } from '../../../../values/scalar-text.ts';
import { HiddenCalls } from '../../events/hidden-calls.ts';
import { keysOf, refuseHiddenReply } from '../../events/hidden-reply.ts';
import { Notes } from '../../events/notes.ts';
import type { ReadingContext } from '../../events/reading-context.ts';
import { saysRefused } from '../../events/refused.ts';
import type { Cassette, RecordedCall, UnreadParts } from '../../model.ts';
import type { RowReader } from '../row-format.ts';
import { Agents, SOME_AGENT } from './agents.ts';
import { Branches } from './branches.ts';
import { type Block, partsOf } from './content.ts';
import { Conversation, ReplyNumbers, type Speaker } from './conversation.ts';
import { isOfProgram, isUuid } from './rows.ts';
import { RunResult } from './run-result.ts';
import { Speakers, textOr } from './speakers.ts';
import { Tokens } from './tokens.ts';

type Row = Readonly<Record<string, unknown>>;

/** Where a message is, and who says it. */
interface Saying extends Speaker {
  readonly at: ValuePath;
  readonly row: Row;
}

/** Reads the rows of a session, then those of the files of its sub-agents. */
export class SessionReader implements RowReader {
  readonly #document: SourceDocument;
  readonly #context: ReadingContext;
  readonly #numbers = new ReplyNumbers();
  readonly #main: Conversation;
  readonly #agents = new Agents();
  readonly #tokens: Tokens;
  readonly #result: RunResult;
  readonly #branches: Branches;
  readonly #speakers: Speakers;
  readonly #hidden: HiddenCalls;
  readonly #rows = new Set<string>();
  readonly #models = new Set<string>();
  readonly #files: { readonly agent: string; readonly conversation: Conversation }[] = [];
  #hasReplies = false;
  #recordedAt: string | undefined;

  constructor(document: SourceDocument, context: ReadingContext) {
    this.#document = document;
    this.#context = context;
    this.#main = new Conversation(document, context, this.#numbers);
    this.#hidden = new HiddenCalls(this.#main.events, (id) => this.#hasCall(id));
    this.#speakers = new Speakers(this.#main);
    this.#branches = new Branches(this.#main, context.notes);
    this.#tokens = new Tokens(context.notes);
    this.#result = new RunResult(this.#main, this.#tokens, context.notes);
  }

  companion(file: string): void {
    const agent = /agent-([^/\\]+)\.jsonl$/.exec(file)?.[1] ?? SOME_AGENT;
    this.#context.notes.leaveOut(
      'texts in files of sub-agents',
      'they are not replies; the calls there are read',
    );
    const conversation = new Conversation(this.#document, this.#context, this.#numbers);
    this.#files.push({ agent, conversation });
  }

  take(row: Row, index: number): void {
    const { uuid, type } = row;
    if (isUuid(uuid)) {
      if (this.#rows.has(uuid)) {
        this.#hidden.look(row, 'copies of rows');
        this.#main.events.leaveOut([index], 'copies of rows', 'a row with the same `uuid` was read');
        return;
      }
      this.#rows.add(uuid);
    }
    if (type === 'user' || type === 'assistant') {
      const saying = { ...this.#speakers.of(row, this.#files.at(-1)?.agent), at: [index, 'message'], row };
      this.#takeMessage(row, row.message, saying);
    } else if (type === 'result' && this.#result.take(row, index, this.#hasReplies)) return;
    else if (type === 'progress' && isObject(row.data) && isObject(row.data.message)) {
      this.#takeProgress(row, row.data, row.data.message, index);
    } else this.#takeOther(row, index);
  }

  /** Leaves out a row of another type. One that holds what looks like a call is noted, whether its type is known or not. */
  #takeOther(row: Row, index: number): void {
    const { type, subtype, model } = row;
    if (type === 'system' && subtype === 'init' && typeof model === 'string') this.#models.add(model);
    const named = typeof type === 'string' ? `rows of type \`${type}\`` : 'rows without a type';
    this.#hidden.look(row, named.replaceAll('`', ''));
    this.#main.events.leaveOut([index], named, 'they hold no messages');
  }

  /** Whether a call with an id was read, of whatever agent. */
  #hasCall(id: string): boolean {
    return this.#main.hasCall(id) || this.#files.some(({ conversation }) => conversation.hasCall(id));
  }

  /** A row of a sub-agent in the session of its agent: `{data: {agentId, message: {type, message}}, parentToolUseID}`. */
  #takeProgress(row: Row, data: Row, message: Row, index: number): void {
    this.#agents.link(data.agentId, row.parentToolUseID);
    const agent = textOr(data.agentId ?? row.parentToolUseID, SOME_AGENT);
    const at = [index, 'data', 'message', 'message'];
    this.#takeMessage({ type: textOr(message.type, 'assistant') }, message.message, {
      at,
      row,
      agent,
      replies: false,
    });
    if (data.normalizedMessages !== undefined) {
      this.#hidden.look(data.normalizedMessages, 'copies of messages of sub-agents');
      this.#main.events.leaveOut(
        [index, 'data', 'normalizedMessages'],
        'copies of messages of sub-agents',
        'they are read once',
      );
    }
  }

  #takeMessage({ type }: Row, message: unknown, saying: Saying): void {
    const { at, row, agent, replies } = saying;
    if (agent !== undefined) this.#agents.saw(agent);
    if (replies) this.#branches.follow(row);
    if (typeof row.timestamp === 'string') this.#recordedAt ??= row.timestamp;
    if (!isObject(message)) {
      const problem = `is a row of \`${scalarText(type)}\` without a message: the keys are ${keysOf(row)}`;
      if (type === 'assistant') this.#main.events.faults.add(at.slice(0, -1), problem);
      return;
    }
    if (type === 'assistant') this.#takeReply(message, saying);
    else this.#takeUser(message, saying);
  }

  #takeReply(message: Row, saying: Saying): void {
    const { at, agent, replies } = saying;
    const { id, model, content, usage } = message;
    const isWritten = model !== '<synthetic>';
    if (typeof model === 'string' && isWritten && replies) this.#models.add(model);
    const messageId = typeof id === 'string' ? id : undefined;
    if (isWritten || usage !== undefined) this.#tokens.add(messageId ?? `#${at.join('.')}`, usage);
    const parts = partsOf(content, [...at, 'content']);
    if (content === undefined && Object.keys(message).some((key) => !QUIET_KEYS.has(key))) {
      this.#main.events.faults.add(at, `is a message without \`content\`: the keys are ${keysOf(message)}`);
    } else if (parts.length === 0) {
      const isQuiet = (key: string) => key === 'content' || QUIET_KEYS.has(key);
      refuseHiddenReply(message, isQuiet, 'a block of `content`', at, this.#main.events.faults);
    }
    if (!isWritten && parts.every((part) => part.kind === 'text' && part.text === 'No response requested.')) {
      this.#leaveOutText('texts that the program wrote');
      return;
    }
    this.#hasReplies ||= agent === undefined;
    const onCall = (callId: string, block: Block, call: RecordedCall) =>
      this.#agents.started(callId, block, call);
    const isRefusal = saysRefused(message.stop_reason);
    this.#conversation.reply(messageId, parts, { ...saying, isRefusal }, onCall);
  }

  #takeUser(message: Row, saying: Saying): void {
    const { at, row, replies } = saying;
    let text = '';
    let hasResult = false;
    for (const part of partsOf(message.content, [...at, 'content'])) {
      if (part.kind === 'text') text += text === '' ? part.text : `\n\n${part.text}`;
      else if (part.kind === 'result') {
        hasResult = true;
        this.#agents.ended(part.block.tool_use_id, row.toolUseResult ?? row.tool_use_result);
        this.#conversation.result(part.block, part.path);
      }
    }
    for (const key of ['toolUseResult', 'tool_use_result']) {
      const kept = row[key];
      if (typeof kept !== 'object') continue;
      // the rest is what a tool answered, in any form
      if (isObject(kept)) this.#hidden.look(kept.messages, `messages in ${key}`);
      this.#main.events.leaveOut(
        [...at.slice(0, -1), key],
        `copies of results (\`${key}\`)`,
        'the results are read',
      );
    }
    if (!replies || text === '') return;
    const isOfUser = row.isMeta !== true && row.isCompactSummary !== true && !isOfProgram(text);
    if (!hasResult) this.#branches.take(row, isOfUser);
    if (isOfUser) this.#main.events.user(text);
    else this.#leaveOutText('texts that the program wrote');
  }

  get #conversation(): Conversation {
    return this.#files.at(-1)?.conversation ?? this.#main;
  }

  #leaveOutText(what: string): void {
    this.#context.notes.leaveOut(what, 'neither the user nor the agent wrote them');
  }

  finish(): readonly Cassette[] {
    this.#main.end();
    this.#result.end(this.#hasReplies);
    this.#agents.noteLost(this.#main.events);
    this.#hidden.finish();
    const { turns, caveats = [], unread = [] } = this.#main.events.finish();
    const files = this.#files.map(({ agent, conversation }) => {
      conversation.end();
      const read = conversation.events.finish();
      return { agent, calls: read.turns.flatMap(({ tool_calls }) => tool_calls), unread: read.unread ?? [] };
    });
    // a sub-agent that answered nothing says nothing of the run
    const hidden = joinedUnread([unread, ...files.map((file) => file.unread)]);
    const all = [...new Set([...caveats, ...(hidden.length > 0 ? (['unread-calls'] as const) : [])])];
    const [model, ...others] = this.#models;
    const usage = this.#result.usage ?? this.#tokens.total;
    return [
      {
        ...(model !== undefined && others.length === 0 && { model }),
        ...(this.#recordedAt !== undefined && { recorded_at: this.#recordedAt }),
        turns: this.#agents.merge(turns, files),
        ...(usage && { usage }),
        ...(this.#result.cost !== undefined && { cost_micros: this.#result.cost }),
        ...(all.length > 0 && { caveats: all }),
        ...(hidden.length > 0 && { unread: hidden }),
      },
    ];
  }
}

/** What is not read in the session and in the files of its sub-agents. */
function joinedUnread(all: readonly (readonly UnreadParts[])[]): readonly UnreadParts[] {
  const joined = new Notes();
  for (const { why, count, examples } of all.flat()) joined.addAll(why, count, examples);
  return joined.unread;
}

/** Keys of a message whose values are neither calls nor replies. */
const QUIET_KEYS: ReadonlySet<string> = new Set([
  ...['id', 'type', 'role', 'model', 'usage', 'stop_reason', 'stop_sequence', 'stop_details', 'container'],
  ...['context_management', 'diagnostics'],
]);
