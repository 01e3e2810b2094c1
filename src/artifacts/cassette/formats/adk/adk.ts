import type { ValuePath } from '../../../../diagnostic.ts';
import type { SourceDocument } from '../../../../documents/source-document.ts';
import { InputError } from '../../../../errors.ts';
import { isObject } from '../../../../values/own-property.ts';
import { refuseHiddenReply } from '../../events/hidden-reply.ts';
import type { Cassette } from '../../model.ts';
import { partsOf } from '../gemini/parts.ts';
import type { RowFormat } from '../row-format.ts';
import type { FormatFacts, RunContext, RunFormat } from '../run-format.ts';
import { AdkEvents, isAdkEvent } from './events.ts';

type Raw = Readonly<Record<string, unknown>>;

const FACTS = {
  programs:
    '[Agent Development Kit](https://google.github.io/adk-docs/) of Google: a session of Python, whose version is not stated, and 2.0.0 of JavaScript; public evaluation sets of Python, which state no version, one of May 2025',
  failed:
    'the response of the function has an `error`, `isError` or `status: "error"`: the format has no flag',
  leavesOut: 'thoughts; partial events, which the whole event repeats',
} satisfies Partial<FormatFacts>;

/** Reads a stored session: its events name the agent that wrote them. */
export const adkSessionFormat: RunFormat = {
  ...FACTS,
  name: 'ADK session',
  recognisedBy: '`events` with an `author` and a `content` of `parts`',
  from: '`adk run --save_session`, the session of `adk web`, or `session.model_dump_json()`',
  recognises: (value) => isObject(value) && Array.isArray(value.events) && value.events.some(isAdkEvent),
  read(document, context) {
    const session = new AdkEvents(document, context);
    // old versions keep each exchange with the model too
    if (Array.isArray((document.value as Raw).event_logs)) {
      session.events.leaveOut(['event_logs'], 'logs of exchanges with the model', 'the events are read');
    }
    for (const [index, event] of ((document.value as Raw).events as readonly unknown[]).entries()) {
      const path = ['events', index];
      if (isObject(event)) session.take(event, path);
      else session.events.faults.add(path, 'must be a mapping: an event is one');
    }
    return session.finish();
  },
};

/** Reads a list of events, or a file with one on each line, as `adk api_server` sends them. */
export const adkEventsFormat: RowFormat = {
  ...FACTS,
  name: 'ADK events',
  recognisedBy: 'rows with an `author` and a `content` of `parts`',
  from: 'the answer of `POST /run` of `adk api_server`, or a file to which you write `event.model_dump_json()` of each event',
  claims: isAdkEvent,
  open(document, context) {
    const session = new AdkEvents(document, context);
    return { take: (row, index) => session.take(row, [index]), finish: () => [session.finish()] };
  },
};

/**
 * Reads a case of an evaluation set, which ADK makes from a session, or the result of one, whose invocations are those that
 * happened (`actual_invocation`). In camel case or with underscores.
 */
export const adkEvalFormat: RunFormat = {
  ...FACTS,
  name: 'ADK evaluation case',
  recognisedBy: '`eval_id` next to a `conversation`, in `eval_cases`, or in `eval_case_results`',
  from: '`NAME.evalset.json`, or a result in `.adk/eval_history`',
  leavesOut: 'what a result expected; its copy of the session; the state at the beginning',
  listedUnder: ['eval_cases', 'evalCases', 'eval_case_results', 'evalCaseResults'],
  recognises: (value) =>
    isObject(value) &&
    either(value, 'eval_id', 'evalId') !== undefined &&
    (Array.isArray(value.conversation) || scenarioOf(value) !== undefined || resultsOf(value) !== undefined),
  read: readCase,
};

/** What a simulated user is to do: such a case has no conversation, and was not run. */
function scenarioOf(value: Raw): unknown {
  const scenario = either(value, 'conversation_scenario', 'conversationScenario');
  return isObject(scenario) ? scenario : undefined;
}

/** @throws InputError for this case alone */
function refuseScenario({ file, locate }: SourceDocument): never {
  throw new InputError({
    file,
    position: locate([]),
    path: [],
    message:
      'has a `conversation_scenario` and no `conversation`: it says what a user would do, and no run is recorded',
    help: 'refer to the other cases by their pointers, or to the results of an evaluation (`.adk/eval_history`)',
  });
}

function readCase(document: SourceDocument, context: RunContext): Cassette {
  const value = document.value as Raw;
  const run = new AdkEvents(document, context);
  for (const key of ['session_details', 'sessionDetails']) {
    if (isObject(value[key])) run.events.leaveOut([key], 'copies of the session', 'the invocations are read');
  }
  const results = resultsOf(value);
  if (!results && !Array.isArray(value.conversation)) refuseScenario(document);
  if (results) {
    for (const [index, result] of results.list.entries()) {
      const key =
        isObject(result) && isObject(result.actualInvocation) ? 'actualInvocation' : 'actual_invocation';
      if (isObject(result)) takeInvocation(result[key], [results.key, index, key], run);
    }
  } else {
    for (const [index, each] of (value.conversation as readonly unknown[]).entries()) {
      takeInvocation(each, ['conversation', index], run);
    }
  }
  return run.finish();
}

/** Takes what the user said, what the agents did in between, and the reply. */
function takeInvocation(invocation: unknown, path: ValuePath, run: AdkEvents): void {
  if (!isObject(invocation)) {
    run.events.faults.add(path, 'must be a mapping: an invocation is one');
    return;
  }
  const at = (...names: [string, string]) => names.find((name) => isObject(invocation[name])) ?? names[0];
  const [user, between, final] = [
    at('user_content', 'userContent'),
    at('intermediate_data', 'intermediateData'),
    at('final_response', 'finalResponse'),
  ];
  run.user(invocation[user], [...path, user]);
  const data = invocation[between];
  if (isObject(data)) takeBetween(data, [...path, between], run);
  run.reply(partsOf(invocation[final], [...path, final]), undefined);
}

/** Takes events, or the older lists of calls and answers. What the agents said in between is no reply. */
function takeBetween(data: Raw, path: ValuePath, run: AdkEvents): void {
  const list = (...names: [string, string]) => {
    const key = names.find((name) => Array.isArray(data[name])) ?? names[0];
    return { key, values: Array.isArray(data[key]) ? (data[key] as readonly unknown[]) : [] };
  };
  const events = list('invocation_events', 'invocationEvents');
  const uses = list('tool_uses', 'toolUses');
  const answers = list('tool_responses', 'toolResponses');
  if ([events, uses, answers].every(({ values }) => values.length === 0)) {
    refuseHiddenReply(data, isOfBetween, '`invocation_events` or `tool_uses`', path, run.events.faults);
  }
  for (const [index, event] of events.values.entries()) {
    if (!isObject(event)) continue;
    const { author, content } = event;
    const parts = partsOf(content, [...path, events.key, index, 'content']);
    const acts = parts.filter(({ kind }) => kind === 'call' || kind === 'result');
    run.reply(acts, typeof author === 'string' ? author : undefined);
  }
  for (const [index, use] of uses.values.entries()) {
    const at = [...path, uses.key, index];
    run.reply(
      partsOf({ functionCall: use }, []).map((part) => moved(part, at)),
      undefined,
    );
  }
  for (const [index, answer] of answers.values.entries()) {
    const at = [...path, answers.key, index];
    run.reply(
      partsOf({ functionResponse: answer }, []).map((part) => moved(part, at)),
      undefined,
    );
  }
}

/** Whether a key is one of what happened in between; the answers of agents in between are no replies. */
function isOfBetween(key: string): boolean {
  return /^(invocation_?events|tool_?uses|tool_?responses|intermediate_?responses)$/i.test(key);
}

/** A part whose call or result is at a path of its own, not in a part. */
function moved<T extends ReturnType<typeof partsOf>[number]>(part: T, path: ValuePath): T {
  if (part.kind === 'call') return { ...part, path, argsPath: [...path, 'args'] };
  return part.kind === 'result' ? { ...part, path } : part;
}

function resultsOf(value: Raw): { readonly key: string; readonly list: readonly unknown[] } | undefined {
  for (const key of ['eval_metric_result_per_invocation', 'evalMetricResultPerInvocation']) {
    const list = value[key];
    if (Array.isArray(list)) return { key, list };
  }
  return undefined;
}

function either(value: Raw, snake: string, camel: string): unknown {
  return value[snake] ?? value[camel];
}
