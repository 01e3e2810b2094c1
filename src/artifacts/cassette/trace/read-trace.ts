import type { Diagnostic, Position, ValuePath } from '../../../diagnostic.ts';
import { Contradictions } from '../../../documents/contradictions.ts';
import type { SourceDocument } from '../../../documents/source-document.ts';
import { InputError } from '../../../errors.ts';
import { formatInstant, isInstant } from '../../../time/instant.ts';
import { isObject, valueAt } from '../../../values/own-property.ts';
import { EventReader } from '../events/event-reader.ts';
import { Ledger, UNREAD_CALL } from '../events/ledger.ts';
import { looksLikeCall } from '../events/looks-like-call.ts';
import type { ReadingContext } from '../events/reading-context.ts';
import { sumOfReplies, toMicros } from '../events/usage.ts';
import type { Cassette } from '../model.ts';
import { argsKey } from './call.ts';
import { Conversation } from './conversation.ts';
import { failedResultsIn } from './failed-results.ts';
import type { Span } from './span.ts';
import { SpanTree } from './span-tree.ts';
import { callOf } from './spoken-parts.ts';

/** A span, and where it is in the file. */
export interface PlacedSpan {
  readonly span: Span;
  readonly locate: () => Position;
}

/**
 * Reads the spans of one trace as one run: the messages of its requests to models, and the spans of its tools.
 * @throws InputError
 */
function readTrace(placed: readonly PlacedSpan[], file: string, context: ReadingContext): Cassette {
  const sorted = [...placed].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  const spans = sorted.map(({ span }, index) => movedTo(span, ['spans', index]));
  const ledger = new Ledger();
  ledger.begin({ spans: spans.map(({ plain }) => plain) });
  const locate: SourceDocument['locate'] = ([, index]) =>
    (sorted[typeof index === 'number' ? index : 0] ?? sorted[0])?.locate() ?? { line: 1, column: 1 };
  const document: SourceDocument = { file, value: undefined, locate };
  const events = new EventReader(document, { ...context, ledger });
  const tree = new SpanTree(spans);
  const conversation = converse(spans, tree, events);
  conversation.report();
  const read = events.finish();

  const faults = new Contradictions(document);
  leaveCopiesOut(spans, conversation, ledger);
  for (const path of ledger.unread()) faults.add(path, UNREAD_CALL.message, UNREAD_CALL.help);
  const asked = spans.filter(
    (span) => span.kind === 'chat' && !tree.holdsChat(span) && !tree.isTwinChat(span),
  );
  const cost = toMicros(sumOf(asked.map((span) => span.cost)), [], faults);
  faults.refuse();
  const usage = usageOf(asked, spans, context);
  const [first] = spans;
  const recorded =
    first && isInstant(first.start) && first.start > 0 ? formatInstant(Math.floor(first.start)) : undefined;
  const [model, ...models] = new Set(asked.flatMap((span) => span.model ?? []));
  const [provider, ...providers] = new Set(asked.flatMap((span) => span.provider ?? []));
  const [system] = [...conversation.system, ...spans.flatMap((span) => span.system ?? [])];
  return {
    ...(model !== undefined && models.length === 0 && { model }),
    ...(provider !== undefined && providers.length === 0 && { provider }),
    ...(system !== undefined && { system_prompt: system }),
    ...(recorded !== undefined && { recorded_at: recorded }),
    ...read,
    ...(usage && { usage }),
    ...(cost !== undefined && { cost_micros: cost }),
  };
}

/** A trace to read: its spans, and what was found wrong with it before. */
export interface FoundTrace {
  readonly spans: PlacedSpan[];
  readonly faults: Diagnostic[];
}

/** Reads each trace as a run. In place of one that cannot be read stands its error: the others are read. */
export function readTraces(
  traces: Iterable<FoundTrace>,
  file: string,
  context: ReadingContext,
): (Cassette | InputError)[] {
  return [...traces].map(({ spans, faults }) => {
    if (faults.length > 0) return new InputError(faults);
    try {
      return readTrace(spans, file, context);
    } catch (error) {
      if (error instanceof InputError) return error;
      throw error;
    }
  });
}

function converse(spans: readonly Span[], tree: SpanTree, events: EventReader): Conversation {
  const conversation = new Conversation(tree, events);
  const chats = spans.filter(({ kind }) => kind === 'chat');
  for (const span of chats) if (!tree.holdsChat(span)) conversation.chat(span);
  for (const span of spans) {
    if (span.kind === 'other' || (span.kind === 'chat' && tree.holdsChat(span))) conversation.outline(span);
  }
  for (const [index, span] of spans.entries()) {
    const path = ['spans', index];
    if (span.kind !== 'tool') continue;
    if (tree.isTwinTool(span)) {
      conversation.leaveOut(span, 'spans inside another of the same tool');
    } else conversation.tool(span, path);
  }
  const failed = failedResultsIn(spans);
  for (const call of conversation.calls) call.isError ||= call.id !== undefined && failed.has(call.id);
  const outer = spans.find(
    ({ parent, asked, replied }) => parent === undefined && (asked ?? replied) !== undefined,
  );
  if (conversation.isSilent && outer) conversation.frame(outer);
  return conversation;
}

/** Moves the paths of a span, which begin at the span, below the span's own path. */
function movedTo(span: Span, at: ValuePath): Span {
  const moved = <T extends { readonly path: ValuePath }>(part: T): T => ({
    ...part,
    path: [...at, ...part.path],
  });
  const messages = (list: Span['input']) =>
    list.map((message) => ({
      ...moved(message),
      calls: message.calls.map((call) => ({ ...moved(call), argsPath: [...at, ...call.argsPath] })),
      answers: message.answers.map(moved),
    }));
  return {
    ...span,
    input: messages(span.input),
    output: messages(span.output),
    tool: span.tool && {
      ...span.tool,
      argsPath: [...at, ...span.tool.argsPath],
      contents: span.tool.contents.map((path) => [...at, ...path]),
    },
  };
}

/** Programs write the same call under several names. What repeats a call that was read is left out. */
function leaveCopiesOut(spans: readonly Span[], { calls }: Conversation, ledger: Ledger): void {
  const ids = new Set(calls.flatMap(({ id }) => id ?? []));
  const root = { spans: spans.map(({ plain }) => plain) };
  const read = new Set(calls.map(({ path }) => valueAt(root, path)));
  for (const { path, argsPath } of calls) {
    // OpenInference wraps a call once more
    const wrapped = [...path, 'tool_call'];
    if (!isObject(valueAt(root, wrapped))) continue;
    ledger.call(wrapped, argsPath);
    const content = [...path, 'message_content'];
    // the block next to it says only that it is a call
    const block = valueAt(root, content);
    if (isObject(block) && Object.keys(block).every((key) => key === 'type')) ledger.leaveOut(content);
  }
  const shapes = new Set(calls.map(({ name, args }) => `${name} ${argsKey(args)}`));
  const isCopy = (value: Readonly<Record<string, unknown>>): boolean => {
    const wrapped = [value, value.function, value.tool_call, value.toolUse, value.functionCall];
    if (!wrapped.some((each) => isObject(each) && looksLikeCall(each))) return false;
    const { id, name, args } = callOf(value, []);
    return id === undefined ? shapes.has(`${name} ${argsKey(args)}`) : ids.has(id);
  };
  const look = (value: unknown, path: (string | number)[]): void => {
    if (typeof value !== 'object' || value === null || read.has(value)) return;
    if (isObject(value) && isCopy(value)) {
      ledger.leaveOut(path);
      return;
    }
    for (const [key, member] of Object.entries(value)) {
      path.push(Array.isArray(value) ? Number(key) : key);
      look(member, path);
      path.pop();
    }
  };
  for (const [index, { plain }] of spans.entries()) look(plain, ['spans', index]);
}

function usageOf(asked: readonly Span[], spans: readonly Span[], { notes }: ReadingContext) {
  // a request that failed has no reply
  const replies = asked.filter(({ usage, failed }) => usage !== undefined || !failed);
  if (replies.some(({ usage }) => usage !== undefined))
    return sumOfReplies(
      replies.map(({ usage }) => usage),
      notes,
    );
  return spans.find(({ kind, usage }) => kind === 'other' && usage !== undefined)?.usage;
}

function sumOf(costs: readonly (number | undefined)[]): number | undefined {
  const known = costs.filter((cost) => cost !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, cost) => sum + cost, 0);
}
