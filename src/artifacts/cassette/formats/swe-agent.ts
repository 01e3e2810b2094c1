import { isObject } from '../../../values/own-property.ts';
import { EventReader } from '../events/event-reader.ts';
import { toMicros, withCache } from '../events/usage.ts';
import { jsonIn } from '../json-in.ts';
import type { Cassette, Usage } from '../model.ts';
import type { RunContext, RunFormat } from './run-format.ts';

type Raw = Readonly<Record<string, unknown>>;

/** A reply in the history, which has the call that the step of the trajectory ran. */
interface Reply {
  readonly message: Raw;
  readonly index: number;
}

/**
 * Reads a trajectory of SWE-agent. Each step has what was run, as a text. The history has the call of the model too, if it
 * called a tool, but not that of the last step.
 */
export const sweAgentFormat: RunFormat = {
  name: 'SWE-agent trajectory',
  programs: '[SWE-agent](https://github.com/SWE-agent/SWE-agent) 0.6 to 1.1',
  recognisedBy: '`trajectory` with steps that have an `action` and an `observation`',
  from: '`trajectories/…/INSTANCE.traj`',
  failed: 'never: the format does not say',
  leavesOut: 'demonstrations; copies of messages in `query`; the configuration',
  recognises: (value) => isObject(value) && Array.isArray(value.trajectory) && value.trajectory.some(isStep),
  read(document, context) {
    const value = document.value as Raw;
    const events = new EventReader(document, context);
    const replies = takeHistory(value.history, events);
    for (const [index, step] of (value.trajectory as readonly unknown[]).entries()) {
      const path = ['trajectory', index];
      if (!isStep(step)) {
        events.faults.add(path, 'must be a step with an `action` and an `observation`');
        continue;
      }
      if (step.query !== undefined) {
        events.leaveOut([...path, 'query'], 'copies of messages', 'the steps and the history are read');
      }
      takeStep(step, index, replies, events);
    }
    return { ...factsOf(value, events, context), ...events.finish() };
  },
};

function isStep(value: unknown): value is Raw & { readonly action: string } {
  return (
    isObject(value) &&
    typeof value.action === 'string' &&
    'observation' in value &&
    value.source === undefined
  );
}

/** Takes what the user said first, and returns the replies of the agent, in order. */
function takeHistory(history: unknown, events: EventReader): Reply[] {
  const replies: Reply[] = [];
  let isAsked = false;
  for (const [index, message] of (Array.isArray(history) ? (history as unknown[]) : []).entries()) {
    if (!isObject(message)) continue;
    if (message.is_demo === true || message.message_type === 'demonstration') {
      events.leaveOut(['history', index], 'demonstrations', 'the agent did not do it');
    } else if (message.role === 'assistant') replies.push({ message, index });
    else if (message.role === 'user' && !isAsked) {
      isAsked = true;
      events.user(textOf(message.content));
    }
  }
  return replies;
}

function takeStep(
  step: Raw & { readonly action: string },
  index: number,
  replies: Reply[],
  events: EventReader,
) {
  const path = ['trajectory', index];
  const { action, observation } = step;
  events.message();
  const at = replies.findIndex(({ message }) => message.action === action);
  const [reply] = at === -1 ? [] : replies.splice(0, at + 1).slice(at);
  const ids = takeCalls(reply, events);
  if (ids === 0 && action.trim() === '') {
    events.respond(textOf(step.response) || textOf(step.thought));
    return;
  }
  if (ids === 0) {
    const name = /^\s*(\S+)/.exec(action)?.[1];
    events.call({ name, args: { command: action }, argsPath: [...path, 'action'] }, path);
  }
  // a step has one observation, whatever it ran
  for (let call = 0; call < Math.max(1, ids); call++) {
    events.result({ is_error: false, result: observation }, undefined);
  }
}

/** Takes the calls of a reply. @returns how many there are */
function takeCalls(reply: Reply | undefined, events: EventReader): number {
  const calls =
    reply && Array.isArray(reply.message.tool_calls) ? (reply.message.tool_calls as unknown[]) : [];
  for (const [index, call] of calls.entries()) {
    const path = ['history', reply?.index ?? 0, 'tool_calls', index];
    const called = isObject(call) && isObject(call.function) ? call.function : {};
    const { name, arguments: args } = called;
    const argsPath = [...path, 'function', 'arguments'];
    events.call({ name: typeof name === 'string' ? name : undefined, args, argsPath }, path);
  }
  return calls.length;
}

/** The model, its counts and its price. */
function factsOf({ info, replay_config: config, history }: Raw, events: EventReader, context: RunContext) {
  const replay = typeof config === 'string' ? jsonIn(config) : config;
  if (isObject(config))
    events.leaveOut(['replay_config'], 'the configuration of the run', 'it is not an event');
  const agent = isObject(replay) && isObject(replay.agent) ? replay.agent : {};
  const model = isObject(agent.model) ? agent.model.name : undefined;
  const system = (Array.isArray(history) ? (history as unknown[]) : []).find(
    (message) => isObject(message) && message.role === 'system',
  );
  const stats = isObject(info) ? info.model_stats : undefined;
  const facts: Partial<Cassette> = {
    ...(typeof model === 'string' && { model }),
    ...(isObject(system) && textOf(system.content) !== '' && { system_prompt: textOf(system.content) }),
  };
  if (!isObject(stats)) return facts;
  const usage = usageOf(stats, context);
  const { instance_cost: price } = stats;
  const dollars = typeof price === 'number' ? price : undefined;
  const cost = toMicros(dollars, ['info', 'model_stats', 'instance_cost'], events.faults);
  return { ...facts, ...(usage && { usage }), ...(cost !== undefined && { cost_micros: cost }) };
}

/** The counts of the run. How much of the input came from a cache is not stated. */
function usageOf(stats: Raw, { notes }: RunContext): Usage | undefined {
  const { tokens_sent: input, tokens_received: output } = stats;
  if (Number.isSafeInteger(input) && Number.isSafeInteger(output)) {
    return withCache({ input: input as number, output: output as number });
  }
  notes.add('unknown-usage', Object.keys(stats).slice(0, 4).join(', '));
  return undefined;
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((block) => (isObject(block) && typeof block.text === 'string' ? block.text : ''))
    .join('');
}
