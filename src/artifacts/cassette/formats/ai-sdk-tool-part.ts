import type { ValuePath } from '../../../diagnostic.ts';
import { isObject, own } from '../../../values/own-property.ts';
import { scalarText } from '../../../values/scalar-text.ts';
import { isSet } from '../events/answer.ts';
import type { EventReader } from '../events/event-reader.ts';

type Raw = Readonly<Record<string, unknown>>;

/** What the state of a call says: that it waits for its answer, or how it ended. */
type Outcome = 'waits' | 'done' | 'failed' | 'denied';

/** The states of a call. The first row is from version 4. */
const STATES: Readonly<Record<string, Outcome>> = {
  ...{ 'partial-call': 'waits', call: 'waits', result: 'done' },
  ...{ 'input-streaming': 'waits', 'input-available': 'waits', 'approval-requested': 'waits' },
  ...{
    'approval-responded': 'waits',
    'output-available': 'done',
    'output-error': 'failed',
    'output-denied': 'denied',
  },
};

/** Whether a part is a call: `tool-NAME`, `dynamic-tool`, or in version 4 `tool-invocation`. */
export function isToolPart({ type }: Raw): boolean {
  return typeof type === 'string' && (type === 'dynamic-tool' || /^tool-./.test(type));
}

/**
 * Takes a call with its answer, in any version of the AI SDK.
 * @returns whether it has an answer
 */
export function takeToolPart(part: Raw, at: ValuePath, events: EventReader): boolean {
  const isNested = isObject(part.toolInvocation);
  const call = isNested ? (part.toolInvocation as Raw) : part;
  const path = isNested ? [...at, 'toolInvocation'] : at;
  // the part around a call looks like one too
  if (isNested) events.alsoCall(at);
  const id = typeof call.toolCallId === 'string' ? call.toolCallId : undefined;
  const name = nameOf(call);
  const key = argsKeyOf(call);
  events.call({ id, name, args: call[key], argsPath: [...path, key] }, path);
  const outcome = outcomeOf(call);
  if (outcome === undefined) {
    const known = Object.keys(STATES).map((state) => `\`${state}\``);
    events.faults.add(
      [...path, 'state'],
      `must be one of ${known.join(', ')}, found \`${scalarText(call.state)}\``,
    );
    return false;
  }
  if (outcome === 'waits' || name === undefined) return false;
  const denied =
    isObject(call.approval) && typeof call.approval.reason === 'string' ? call.approval.reason : undefined;
  const result =
    outcome === 'done'
      ? (call.output ?? call.result)
      : (call.errorText ?? denied ?? (outcome === 'denied' ? 'denied' : call.output));
  events.result({ id, name, is_error: outcome !== 'done', result }, path);
  return true;
}

function argsKeyOf(call: Raw): string {
  return ['input', 'args', 'rawInput'].find((each) => isSet(call[each])) ?? 'input';
}

/** The arguments of a call, in any version of the AI SDK. */
export function argsOf(call: Raw): unknown {
  return call[argsKeyOf(call)];
}

/** The name of the tool that a call names, itself or in its type. */
export function nameOf({ type, toolName }: Raw): string | undefined {
  if (typeof toolName === 'string') return toolName;
  const isNamed = typeof type === 'string' && type.startsWith('tool-') && type !== 'tool-invocation';
  return isNamed ? type.slice('tool-'.length) : undefined;
}

/** A call whose approval was refused did not run, even where no one noted the end of it. */
function outcomeOf({ state, approval }: Raw): Outcome | undefined {
  if (state === 'approval-responded' && isObject(approval) && approval.approved === false) return 'denied';
  return typeof state === 'string' ? own(STATES, state) : undefined;
}
