import { answerOf, isSet } from '../../artifacts/cassette/events/answer.ts';
import type { Cassette, RecordedCall } from '../../artifacts/cassette/model.ts';
import type { Tape } from '../../artifacts/tape/model.ts';
import { isObject, present } from '../../values/own-property.ts';
import { exchangesOf, type RecordedExchange } from './exchanges.ts';
import { idKey, objectIn } from './message.ts';

/**
 * Returns the calls of tools on a tape as the recording of an agent: all in one turn without a reply, because a tape does not
 * hold what the agent said. A call that the server answered with a question, and its retry, are one call.
 */
export function toCassette(tape: Tape): Cassette {
  const calls = exchangesOf(tape).filter(({ request }) => request.message.method === 'tools/call');
  const states = new Set(
    calls.map((call) => stateKey(call, objectIn(call.request.message, 'params').requestState)),
  );
  const outcomes = calls.filter(
    (call) => !isAsked(call) || !states.has(stateKey(call, resultOf(call).requestState)),
  );
  return { turns: [{ tool_calls: outcomes.map((call) => toCall(call, tape.header.server.name)) }] };
}

function toCall(call: RecordedExchange, server: string | undefined): RecordedCall {
  const { name, arguments: args } = objectIn(call.request.message, 'params');
  const { result, error } = call.answer?.message ?? {};
  const isOpen = !call.answer || isAsked(call);
  const isError = isSet(error) || (isObject(result) && result.isError === true);
  return {
    name: typeof name === 'string' && name !== '' ? name : '(no name)',
    ...present({ server }),
    args: isObject(args) ? args : {},
    is_error: !isOpen && isError,
    ...(isOpen ? { unanswered: true as const } : answerOf(result, error)),
  };
}

/** Whether the server answered with a question to the client, which answers it in a retry. */
function isAsked(call: RecordedExchange): boolean {
  return resultOf(call).resultType === 'input_required';
}

function resultOf({ answer }: RecordedExchange) {
  return objectIn(answer?.message, 'result');
}

/** A retry names the tool, and the state that it goes on with. */
function stateKey({ request }: RecordedExchange, state: unknown): string {
  return `${idKey(objectIn(request.message, 'params').name)} ${idKey(state)}`;
}
