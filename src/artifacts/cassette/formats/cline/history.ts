import type { ValuePath } from '../../../../diagnostic.ts';
import type { SourceDocument } from '../../../../documents/source-document.ts';
import { isCount } from '../../../../values/count.ts';
import { isObject } from '../../../../values/own-property.ts';
import { isSet } from '../../events/answer.ts';
import { EventReader } from '../../events/event-reader.ts';
import { refuseHiddenReply } from '../../events/hidden-reply.ts';
import type { ReadingContext } from '../../events/reading-context.ts';
import { sumUsage, withCache, withoutCache } from '../../events/usage.ts';
import type { Cassette, Usage } from '../../model.ts';
import { hasFailedPart, isHeadOf, type ResultText, saysFailed, splitUserTexts } from './result-texts.ts';
import { callsInText } from './text-calls.ts';

type Raw = Readonly<Record<string, unknown>>;

/** The tool by which the agent ends a task: its `result` is the reply. */
const COMPLETION = 'attempt_completion';

const OTHER_BLOCKS: ReadonlySet<unknown> = new Set([
  'thinking',
  'redacted_thinking',
  'reasoning',
  'image',
  'document',
]);

/** Keys of messages and blocks that hold neither calls nor replies. */
const QUIET_KEYS =
  /^(role|type|id|ts|content|text|call_?id|reasoning.*|thinking|signature|summary|model_?info|metrics|cache_control|is_?summary|condense.*|truncation.*|is_?truncation.*)$/i;

/** Reads the messages of a task. Results may be blocks, or texts in the order of the calls. */
export class ClineHistory {
  readonly events: EventReader;
  readonly #context: ReadingContext;
  readonly #usages: Usage[] = [];
  readonly #models = new Set<string>();
  readonly #providers = new Set<string>();
  /** Calls of the last message that wait for their results, which are in order. */
  #waiting: { readonly id: string | undefined; readonly name: string }[] = [];
  #recordedAt: string | undefined;

  readonly #toolsInText: ReadonlySet<string> | undefined;

  /** @param toolsInText the tools that have answered, where the agent writes its calls as text */
  constructor(document: SourceDocument, context: ReadingContext, toolsInText?: ReadonlySet<string>) {
    this.#toolsInText = toolsInText;
    this.#context = context;
    this.events = new EventReader(document, context);
  }

  take(message: Raw, path: ValuePath): void {
    const { role, content, ts } = message;
    if (typeof ts === 'number' && Number.isFinite(ts) && Math.abs(ts) < 8e15) {
      this.#recordedAt ??= new Date(ts).toISOString();
    }
    const blocks: { block: Raw; path: ValuePath }[] = [];
    if (typeof content === 'string') blocks.push({ block: { type: 'text', text: content }, path });
    else if (Array.isArray(content)) {
      for (const [index, block] of (content as unknown[]).entries()) {
        const at = [...path, 'content', index];
        if (isObject(block)) blocks.push({ block, path: at });
        else this.events.faults.add(at, 'must be a mapping: a block is one');
      }
    } else refuseHiddenReply(message, isQuiet, '`content`', path, this.events.faults);
    if (role === 'user') this.#takeUser(blocks);
    else this.#takeReply(message, blocks, path);
  }

  #takeUser(blocks: readonly { readonly block: Raw; readonly path: ValuePath }[]): void {
    const texts: string[] = [];
    for (const { block, path } of blocks) {
      if (block.type === 'text' && typeof block.text === 'string') texts.push(block.text);
      else if (block.type === 'tool_result') this.#takeResult(block, path);
    }
    const { results, text } = splitUserTexts(texts);
    this.#takeResultTexts(results);
    this.events.user(text);
  }

  /** Takes results that are texts: each answers the first call of its tool that waits. */
  #takeResultTexts(results: readonly ResultText[]): void {
    const answers: {
      id: string | undefined;
      name: string;
      head: string;
      is_error: boolean;
      result: string;
    }[] = [];
    for (const { name: head, text: result, is_error } of results) {
      const index = this.#waiting.findIndex(({ name }) => isHeadOf(head, name));
      const earlier = index === -1 ? answers.findLast((answer) => answer.head === head) : undefined;
      // what the user says to a completed task has its head too
      if (index === -1 && head === COMPLETION) continue;
      if (earlier) {
        // one call, two heads: Roo writes the error of a call, and then what the tool answers
        earlier.is_error ||= is_error;
        continue;
      }
      const [call] = this.#waiting.splice(Math.max(0, index), 1);
      const name = index === -1 ? head : (call?.name ?? head);
      answers.push({ id: call?.id, name, head, is_error, result });
    }
    for (const { head: _, ...answer } of answers) this.events.result(answer, undefined);
  }

  #takeResult({ tool_use_id, is_error, content }: Raw, path: ValuePath): void {
    const id = typeof tool_use_id === 'string' ? tool_use_id : undefined;
    if (id !== undefined && this.#completed.has(id)) {
      this.events.leaveOut(path, `results of \`${COMPLETION}\``, 'the task was completed');
      return;
    }
    const index = this.#waiting.findIndex((call) => call.id === id);
    if (index !== -1) this.#waiting.splice(index, 1);
    const failed = is_error === true || saysFailed(textOf(content)) || hasFailedPart(content);
    this.events.result({ id, is_error: failed, result: content }, path);
  }

  readonly #completed = new Set<string>();

  #takeReply(
    message: Raw,
    blocks: readonly { readonly block: Raw; readonly path: ValuePath }[],
    path: ValuePath,
  ): void {
    this.#note(message, path);
    this.events.message();
    this.#waiting = [];
    let text = '';
    let isCalling = false;
    let completion: string | undefined;
    for (const { block, path: at } of blocks) {
      const { type } = block;
      if (type === 'text' && typeof block.text === 'string') text += block.text;
      else if (type === 'tool_use') {
        isCalling = true;
        completion = this.#takeCall(block, at) ?? completion;
      } else if (!OTHER_BLOCKS.has(type)) {
        refuseHiddenReply(block, isQuiet, 'a block of a known `type`', at, this.events.faults);
      }
    }
    if (isCalling) this.events.aside(text);
    for (const call of this.#toolsInText ? callsInText(text, this.#toolsInText) : []) {
      isCalling = true;
      completion = this.#takeCall({ ...call }, path) ?? completion;
    }
    if (completion !== undefined) this.events.respond(completion);
    else if (!isCalling) this.events.respond(text);
  }

  /** @returns the reply, when the call completes the task */
  #takeCall({ id, name, input }: Raw, path: ValuePath): string | undefined {
    const call = {
      id: typeof id === 'string' && id !== '' ? id : undefined,
      name: typeof name === 'string' ? name : undefined,
      args: input,
      argsPath: [...path, 'input'],
    };
    this.events.call(call, path);
    if (call.name !== COMPLETION) {
      this.#waiting.push({ id: call.id, name: call.name ?? '' });
      return undefined;
    }
    if (call.id !== undefined) this.#completed.add(call.id);
    this.events.result({ id: call.id, name: COMPLETION, is_error: false }, undefined);
    return isObject(input) && typeof input.result === 'string' ? input.result : '';
  }

  /** Takes the model and the counts. The prompt does not include the cached tokens; the input of the command line does. */
  #note({ modelInfo, metrics }: Raw, path: ValuePath): void {
    if (isObject(modelInfo)) {
      const [model, provider] = [
        modelInfo.modelId ?? modelInfo.id,
        modelInfo.providerId ?? modelInfo.provider,
      ];
      if (typeof model === 'string') this.#models.add(model);
      if (typeof provider === 'string') this.#providers.add(provider);
    }
    if (isObject(metrics) && isCount(metrics.inputTokens) && isCount(metrics.outputTokens)) {
      this.#takeCounts(metrics, { input: metrics.inputTokens, output: metrics.outputTokens }, path);
      return;
    }
    const tokens = isObject(metrics) ? metrics.tokens : undefined;
    if (!isSet(tokens)) return;
    const count = (key: string) => (isObject(tokens) && isCount(tokens[key]) ? tokens[key] : undefined);
    const [input, output] = [count('prompt'), count('completion')];
    if (input === undefined || output === undefined) {
      const keys = isObject(tokens) ? Object.keys(tokens).slice(0, 4).join(', ') : String(path.at(-1));
      this.#context.notes.add('unknown-usage', keys);
      return;
    }
    const counts = { input, output, read: count('cached') };
    // Cline takes over the counts of a server that speaks the API of OpenAI, which include the cached tokens
    const isIncluded = isObject(modelInfo) && modelInfo.providerId === 'openai';
    const at = [...path, 'metrics', 'tokens'];
    this.#usages.push(isIncluded ? withoutCache(counts, at, this.events.faults) : withCache(counts));
  }

  #takeCounts(
    { cacheReadTokens, cacheWriteTokens }: Raw,
    { input, output }: { readonly input: number; readonly output: number },
    path: ValuePath,
  ): void {
    const read = isCount(cacheReadTokens) ? cacheReadTokens : undefined;
    const written = isCount(cacheWriteTokens) ? cacheWriteTokens : undefined;
    const counts = { input, output, read, written };
    this.#usages.push(withoutCache(counts, [...path, 'metrics'], this.events.faults));
  }

  finish(): Cassette {
    const [model, ...models] = this.#models;
    const [provider, ...providers] = this.#providers;
    return {
      ...(model !== undefined && models.length === 0 && { model }),
      ...(provider !== undefined && providers.length === 0 && { provider }),
      ...(this.#recordedAt !== undefined && { recorded_at: this.#recordedAt }),
      ...this.events.finish(),
      // messages without counts are those that the provider did not count
      ...(this.#usages.length > 0 && { usage: sumUsage(this.#usages) }),
    };
  }
}

function isQuiet(key: string): boolean {
  return QUIET_KEYS.test(key);
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((block) => (isObject(block) && typeof block.text === 'string' ? block.text : ''))
    .join('');
}
