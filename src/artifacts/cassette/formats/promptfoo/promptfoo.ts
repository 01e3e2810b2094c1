import * as z from 'zod/mini';
import { isDeepEqual } from '../../../../assertions/deep-equal.ts';
import { Contradictions } from '../../../../documents/contradictions.ts';
import type { SourceDocument } from '../../../../documents/source-document.ts';
import { validate } from '../../../../documents/validate.ts';
import { InputError } from '../../../../errors.ts';
import { clip } from '../../../../text/clip.ts';
import { isObject, valueAt } from '../../../../values/own-property.ts';
import { scalarText } from '../../../../values/scalar-text.ts';
import { EventReader } from '../../events/event-reader.ts';
import { HiddenCalls } from '../../events/hidden-calls.ts';
import type { Ledger } from '../../events/ledger.ts';
import type { Notes } from '../../events/notes.ts';
import { saysRefused } from '../../events/refused.ts';
import { toMicros, withCache, withoutCache } from '../../events/usage.ts';
import { jsonIn } from '../../json-in.ts';
import type { Usage } from '../../model.ts';
import type { RunFormat } from '../run-format.ts';
import { type OutputCall, readOutput } from './output.ts';

type Raw = Readonly<Record<string, unknown>>;

const resultSchema = z.object({
  provider: z.union([z.string(), z.object({ id: z.nullish(z.string()) })]),
  prompt: z.object({ raw: z.nullish(z.string()) }),
  error: z.nullish(z.unknown()),
  response: z.nullish(
    z.object({
      output: z.nullish(z.unknown()),
      error: z.nullish(z.unknown()),
      finishReason: z.nullish(z.string()),
      cost: z.nullish(z.number()),
    }),
  ),
});

/** Reads a result of promptfoo: one prompt, and what its provider gave back. */
export const promptfooFormat: RunFormat = {
  name: 'promptfoo result',
  programs:
    '[promptfoo](https://www.promptfoo.dev), read from 0.121, and from 0.123.1 with a script and with models of OpenAI and Anthropic',
  recognisedBy: '`provider`, `prompt`, `vars` and `success`, in `results.results`',
  from: '`promptfoo eval -o out.json`, or `out.jsonl`',
  failed:
    '`is_error` of a call in `metadata.toolCalls`; promptfoo runs no calls of an output, so these are unanswered',
  leavesOut:
    'what the test states (`vars`, `testCase`), grading, and raw replies, whose calls are in the output',
  listedUnder: 'results.results',
  // what the tests state, tables for people, and definitions of tools
  besideRuns: [['config'], ['results', 'prompts'], ['results', 'table'], ['results', 'stats']],
  recognises: (value) =>
    isObject(value) &&
    isObject(value.prompt) &&
    isObject(value.vars) &&
    typeof value.success === 'boolean' &&
    (isObject(value.provider) || typeof value.provider === 'string'),
  read(document, context) {
    const { provider, prompt, response, error } = validate(resultSchema, document);
    const events = new EventReader(document, context);
    for (const key of ['vars', 'testCase', 'gradingResult', 'prompt'])
      if (isObject(valueAt(document.value, [key]))) context.ledger.leaveOut([key]);
    const asked = messagesOf(prompt.raw ?? '');
    events.user(asked.user);
    const id = (typeof provider === 'string' ? provider : provider.id) ?? 'unknown';
    const failed = response?.error ?? (response?.output === undefined ? error : undefined);
    if (failed !== undefined && failed !== null)
      refuseCrashed(failed, response?.output, document, context.notes);
    else if (response && !Object.hasOwn(valueAt(document.value, ['response']) as object, 'output'))
      events.faults.add(['response'], 'has neither `output` nor `error`');
    else if (response) readReply(document, response, id, events, context.ledger);
    const faults = new Contradictions(document);
    const usage = usageOf(valueAt(document.value, ['response', 'tokenUsage']), faults, context.notes);
    const cost = toMicros(response?.cost, ['response', 'cost'], faults);
    faults.refuse();
    const recorded = valueAt(context.root, ['results', 'timestamp']);
    return {
      ...namesOf(id),
      ...(asked.system !== '' && { system_prompt: asked.system }),
      ...(typeof recorded === 'string' && { recorded_at: recorded }),
      ...events.finish(),
      ...(usage && { usage }),
      ...(cost !== undefined && { cost_micros: cost }),
    };
  },
};

/** An error says in its first lines what it is about. */
const LONGEST_ERROR = 200;

/**
 * Notes the error of a result. Without an output there is nothing to judge.
 * @throws InputError with the error, for this result alone
 */
function refuseCrashed(
  error: unknown,
  output: unknown,
  { file, locate }: SourceDocument,
  notes: Notes,
): void {
  const said = clip(scalarText(error), LONGEST_ERROR);
  if (output !== undefined && output !== null) {
    notes.add('ended-in-error', said);
    return;
  }
  throw new InputError({
    file,
    position: locate([]),
    path: [],
    message: `has no output: the test ended with the error \`${said}\``,
    help: 'run the test again, or refer to the other results by their pointers',
  });
}

function readReply(
  document: SourceDocument,
  { output, finishReason }: { readonly output?: unknown; readonly finishReason?: string | null | undefined },
  provider: string,
  events: EventReader,
  ledger: Ledger,
): void {
  const { text, calls } = readOutput(output);
  const own = valueAt(document.value, ['response', 'metadata', 'toolCalls']);
  const made = Array.isArray(own) ? own.filter(isObject) : [];
  events.message();
  for (const [index, call] of made.entries()) takeMade(call, index, events);
  for (const call of calls) takeAsked(call, events);
  lookBeside(document, calls, made, events, ledger);
  if (calls.length > 0) return;
  if (made.length > 0) events.message();
  else if (/^tool_(calls|use)$/.test(finishReason ?? '')) events.unread(provider, 'lost-reply-calls');
  else if (!isModel(provider)) events.unread(provider, 'inner-calls');
  const isMarked = valueAt(document.value, ['response', 'isRefusal']) === true;
  events.respond(text, isMarked || saysRefused(finishReason));
}

/** A call in the output: promptfoo did not run it. */
function takeAsked({ id, name, args, argsPath, path }: OutputCall, events: EventReader): void {
  const at = path ? ['response', 'output', ...path] : ['response', 'output'];
  events.call({ id, name, args, argsPath: path ? [...at, ...argsPath] : at }, at);
}

/** A call that the provider made itself, and says so in `metadata.toolCalls`. */
function takeMade(call: Raw, index: number, events: EventReader): void {
  const path = ['response', 'metadata', 'toolCalls', index];
  const id = typeof call.id === 'string' ? call.id : `#${index}`;
  const key = ['input', 'arguments', 'args'].find((each) => call[each] !== undefined) ?? 'input';
  const name = typeof call.name === 'string' ? call.name : undefined;
  events.call({ id, name, args: call[key], argsPath: [...path, key] }, path);
  const is_error = call.is_error === true || call.isError === true;
  if (call.output !== undefined || is_error) events.result({ id, is_error, result: call.output }, path);
}

/** What of a call in `metadata.toolCalls` is read. */
const OF_A_CALL = ['id', 'name', 'input', 'arguments', 'args', 'output', 'is_error', 'isError', 'type'];

/**
 * Looks for calls that are not read. The raw reply repeats the calls of the output, which may have no ids; without any
 * there, a call that it holds stays unread. The metadata of the result repeat those of the response.
 */
function lookBeside(
  { value }: SourceDocument,
  calls: readonly OutputCall[],
  made: readonly Raw[],
  events: EventReader,
  ledger: Ledger,
): void {
  const ids = new Set([...calls, ...made].map(({ id }) => id));
  const hidden = new HiddenCalls(events, (id) => ids.has(id));
  const own = valueAt(value, ['response', 'metadata']);
  for (const path of [['metadata'], ['response', 'metadata']]) {
    const part = valueAt(value, path);
    if (!isObject(part)) continue;
    for (const [key, member] of Object.entries(part)) {
      const isCopy = path.length === 1 && isObject(own) && isDeepEqual(own[key], member);
      if (!isCopy && !(key === 'toolCalls' && Array.isArray(member)))
        hidden.look(member, `\`${key}\` of the metadata`);
    }
    for (const call of part === own ? made : [])
      for (const [key, member] of Object.entries(call))
        if (!OF_A_CALL.includes(key)) hidden.look(member, `\`${key}\` of a call`);
    ledger.leaveOut(path);
  }
  hidden.finish();
  if (calls.length + made.length > 0 && isObject(valueAt(value, ['response', 'raw'])))
    events.leaveOut(['response', 'raw'], 'raw replies', 'the output has their calls');
}

/** What a prompt says: a text, or the JSON of messages, of which those of an agent were written by the test. */
function messagesOf(raw: string): { readonly user: string; readonly system: string } {
  const list = /^\s*\[/.test(raw) ? jsonIn(raw) : undefined;
  const messages = Array.isArray(list) ? list.filter(isObject) : [];
  if (!messages.some(({ role }) => typeof role === 'string')) return { user: raw, system: '' };
  const said = (...roles: readonly unknown[]) =>
    messages
      .filter(({ role }) => roles.includes(role))
      .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content ?? '')))
      .join('\n\n');
  return { user: said('user'), system: said('system', 'developer') };
}

/** Providers that ask a model once, and give back all calls that it asks for. */
const MODEL =
  /^(openai|azure|azureopenai|anthropic|google|vertex|bedrock|mistral|groq|openrouter|ollama|together|togetherai|deepseek|xai|cohere|cerebras|fireworks|localai|vllm|litellm|huggingface|replicate|perplexity|github|databricks|nvidia)(:|$)(?!.*\b(agents?|codex|assistant|sdk|realtime)\b)/;

function isModel(id: string): boolean {
  return MODEL.test(id);
}

/** `openai:chat:gpt-5` names a provider and a model; any other provider has only its name. */
function namesOf(id: string): { readonly provider: string; readonly model?: string } {
  const [provider = id, ...others] = id.split(':');
  const model = others.at(-1);
  return isModel(id) && model !== undefined ? { provider, model } : { provider: id };
}

/** Converts token counts. Whether `prompt` includes cached tokens depends on the provider: it does if the total is the sum. */
function usageOf(given: unknown, faults: Contradictions, notes: Notes): Usage | undefined {
  if (!isObject(given)) return undefined;
  const { prompt: input, completion: output, total, completionDetails } = given;
  if (typeof input !== 'number' || typeof output !== 'number') {
    notes.add('unknown-usage', Object.keys(given).slice(0, 4).join(', '));
    return undefined;
  }
  const details = isObject(completionDetails) ? completionDetails : {};
  const count = (key: string) => {
    const value = details[key];
    return typeof value === 'number' && value > 0 ? value : undefined;
  };
  const counts = {
    input,
    output,
    read: count('cacheReadInputTokens'),
    written: count('cacheCreationInputTokens'),
  };
  const cached = (counts.read ?? 0) + (counts.written ?? 0);
  const isIncluded = total === input + output && cached <= input;
  return isIncluded ? withoutCache(counts, ['response', 'tokenUsage'], faults) : withCache(counts);
}
