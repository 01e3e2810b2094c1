import type { ValuePath } from '../../../diagnostic.ts';
import { append } from '../../../values/append.ts';
import { answerOf } from '../events/answer.ts';
import type { EventReader } from '../events/event-reader.ts';
import { Queues } from '../events/queues.ts';
import type { UnreadReason } from '../model.ts';
import { type Call, keyOfAnswer, keyOfCall, toolOf, withoutUndefined } from './call.ts';
import { beforeReplies, type Entry } from './entry.ts';
import { saysError } from './failed-results.ts';
import type { Span } from './span.ts';
import type { SpanTree } from './span-tree.ts';
import type { Spoken, SpokenAnswer, SpokenCall } from './spoken.ts';
import { UnnamedCalls } from './unnamed-calls.ts';
import { WaitingCalls } from './waiting-calls.ts';

/**
 * Puts the conversation of a trace together. Each request to a model repeats the messages before it, so a message of an
 * input is taken only as many times as one input holds it; some programs send only what is new. Calls are known by id and
 * name, or by name and arguments. A span of a tool belongs to the call with its id, or to the first call to its tool
 * that has no span yet; a span without such a call is a call itself.
 */
export class Conversation {
  readonly #tree: SpanTree;
  readonly #events: EventReader;
  readonly #entries: Entry[] = [];
  readonly #seen = new Map<string, number>();
  readonly calls: Call[] = [];
  readonly #waiting = new WaitingCalls();
  readonly #unnamed = new UnnamedCalls();
  readonly #system: string[] = [];

  constructor(tree: SpanTree, events: EventReader) {
    this.#tree = tree;
    this.#events = events;
  }

  get system(): readonly string[] {
    return this.#system;
  }

  /** Takes the messages of a span that asked a model. */
  chat(span: Span): void {
    this.#take(span, span.input, span.start, 'repeated');
    this.#take(span, span.output, span.end, this.#tree.isTwinChat(span) ? 'repeated' : 'new');
  }

  /** Takes what is new in the messages of a span that holds other such spans. */
  outline(span: Span): void {
    this.#take(span, span.input, span.start, 'repeated');
    this.#take(span, span.output, span.end, 'repeated');
  }

  /** @param mode whether the messages may repeat those that are known */
  #take(span: Span, messages: readonly Spoken[], time: number, mode: 'new' | 'repeated'): void {
    const met = new Map<string, number>();
    const isNew = (key: string) => {
      const times = (met.get(key) ?? 0) + 1;
      met.set(key, times);
      const known = this.#seen.get(key) ?? 0;
      if (mode === 'repeated' && times <= known) return false;
      this.#seen.set(key, mode === 'new' ? known + 1 : times);
      return true;
    };
    const tool = this.#tree.toolAround(span);
    const isSub = tool !== undefined;
    const thread = tool?.id ?? '';
    const agent = this.#tree.agentOf(span);
    for (const { role, text, calls, answers, isRefusal } of messages) {
      const said = text.replaceAll(/\s+/g, ' ').trim();
      const isNewText = said !== '' && isNew(`${thread} ${role} ${said}`);
      for (const answer of answers) this.#answer(answer, isNew(keyOfAnswer(answer)));
      const made = calls.filter((call) => {
        if (isNew(keyOfCall(call)) && !(mode === 'repeated' && this.#unnamed.isNamedBy(call))) return true;
        this.#events.leaveOut(
          call.path,
          'calls and results that messages repeat',
          'each request repeats the messages before it',
        );
        return false;
      });
      if (role === 'system') {
        if (isNewText && !isSub) this.#system.push(text);
      } else if (role === 'user') {
        // a picture has no text either, and what the agent replied before it is final
        const isWordless = said === '' && calls.length === 0 && answers.length === 0;
        const isNewMessage = isNewText || (isWordless && isNew(`${thread} ${role}`));
        if (isNewMessage && !isSub) this.#entries.push({ time, kind: 'user', text });
      } else if (
        made.length > 0 ||
        isNewText ||
        (said === '' && mode === 'new' && calls.length === 0 && !isSub)
      ) {
        this.#reply(time, isNewText ? text : '', made, { agent, isSub, isRefusal: isRefusal === true });
      }
    }
  }

  #reply(
    time: number,
    text: string,
    made: readonly SpokenCall[],
    about: { agent: string | undefined; isSub: boolean; isRefusal: boolean },
  ): void {
    const calls = made.map((call): Call => ({ ...call, agent: about.agent, isError: false, hasRun: false }));
    append(this.calls, calls);
    for (const call of calls) {
      this.#waiting.add(call);
      this.#unnamed.add(call);
    }
    const { isSub, isRefusal } = about;
    this.#entries.push({ time, kind: 'reply', text, calls, isSub, isRefusal });
  }

  #answer(answer: SpokenAnswer, isNew: boolean): void {
    const named = this.#unnamed.withId(answer.id);
    // the copy with ids may be the only one that says that the call failed
    if (named) named.isError ||= answer.isError;
    if (!isNew || named?.answer) {
      this.#events.leaveOut(
        answer.path,
        'calls and results that messages repeat',
        'each request repeats the messages before it',
      );
      return;
    }
    const call = named ?? this.#waiting.ofAnswer(answer);
    if (call) {
      call.answer = answer;
      call.isError ||= answer.isError;
      return;
    }
    this.#orphans.add(answer);
    if (answer.id !== undefined) this.#orphansById.push(answer.id, answer);
  }

  /** Answers whose call is in no message: a span may show it. */
  readonly #orphans = new Set<SpokenAnswer>();
  readonly #orphansById = new Queues<SpokenAnswer>((answer) => this.#orphans.has(answer));

  /** Takes a span of a tool. */
  tool(span: Span, path: ValuePath): void {
    const { tool } = span;
    if (!tool) return;
    const call = this.#waiting.ofRun(tool);
    if (call) {
      this.leaveOut(span, 'spans of tools whose call a message shows');
      call.hasRun = true;
      call.isError ||= tool.isError;
      call.args ??= tool.args;
      if (!call.answer && tool.result !== undefined) call.answer = { ...tool, path: [...path, 'result'] };
      else if (call.answer && tool.error !== undefined)
        call.answer = { ...call.answer, error: call.answer.error ?? tool.error };
      else if (tool.error !== undefined) call.answer = { result: undefined, error: tool.error, path };
      return;
    }
    if (tool.stray !== undefined) {
      this.#events.faults.add(path, `\`${tool.stray}\` may hold the arguments of the call, but is not read`);
    }
    if (tool.args === undefined) this.#unseen('unrecorded-arguments', tool.name);
    const answer = tool.id === undefined ? undefined : this.#orphansById.first(tool.id);
    if (answer) this.#orphans.delete(answer);
    const own: Call = {
      ...tool,
      // null: the span shows that there are none, or that they were not recorded
      args: tool.args ?? null,
      path,
      agent: this.#tree.agentOf(span),
      hasRun: true,
      ...(answer && { answer }),
      ...((tool.result !== undefined || tool.error !== undefined) && {
        answer: { result: answer?.result, ...withoutUndefined(tool), path: [...path, 'result'] },
      }),
    };
    this.calls.push(own);
    this.#waiting.add(own);
    this.#entries.push({
      time: span.start,
      kind: 'reply',
      text: '',
      calls: [own],
      isSub: this.#tree.toolAround(span) !== undefined,
    });
  }

  /** Leaves out a span of a tool whose call counts elsewhere, and no more of it than the call: it may hold another. */
  leaveOut({ tool }: Span, what: string): void {
    if (!tool) return;
    for (const content of tool.contents) this.#events.alsoCall(content.slice(0, -1));
    this.#events.leaveOutParts(tool.contents, what, 'the call counts once');
  }

  /** Notes that the trace does not show a call, or not all of it. */
  #unseen(note: UnreadReason, example: string | undefined): void {
    this.#events.unread(example ?? 'without an id', note);
  }

  /** Whether no message was recorded. */
  get isSilent(): boolean {
    return this.#entries.every((entry) => entry.kind === 'reply' && entry.text === '');
  }

  /** Takes what a span around all others was given and gave back, where no message was recorded. */
  frame({ asked, replied, start, end }: Span): void {
    if (asked !== undefined) this.#entries.push({ time: start, kind: 'user', text: asked });
    if (replied !== undefined) {
      this.#entries.push({ time: end, kind: 'reply', text: replied, calls: [], isSub: false });
    }
  }

  /** Reports the events in order of time. */
  report(): void {
    const entries = this.#entries
      .map((entry, index) => ({ entry, index }))
      .sort((a, b) => a.entry.time - b.entry.time || a.index - b.index)
      .map(({ entry }) => entry);
    const arePassing = beforeReplies(entries);
    for (const [index, entry] of entries.entries()) {
      if (entry.kind === 'user') {
        this.#events.user(entry.text);
        continue;
      }
      this.#events.message();
      for (const call of entry.calls) this.#report(call);
      // a text between calls is not final
      const isFinal = !entry.isSub && entry.calls.length === 0 && !arePassing[index];
      if (isFinal) this.#events.respond(entry.text, entry.isRefusal);
      else this.#events.aside(entry.text);
    }
    for (const { id, name, result, error, isError, path } of this.#orphans) {
      if (name === undefined) {
        this.#unseen('lost-call', id);
        continue;
      }
      this.#events.result({ id, name, is_error: isError, ...answerOf(result, error) }, path);
    }
  }

  #report({ id, name, args, argsPath, path, agent, answer, isError, hasRun }: Call): void {
    const { server, tool } = toolOf(name);
    this.#events.call({ id, name: tool, server, args, argsPath, agent }, path);
    if (!answer && !hasRun) return;
    const met = { id, name: tool, is_error: isError, ...answerOf(answer?.result, answer?.error) };
    // the span of a tool would say that it failed
    if (!isError && !hasRun && saysError(answer?.result)) this.#events.note('unmarked-error');
    this.#events.result(met, answer?.path ?? path);
  }
}
