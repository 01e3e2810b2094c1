import type { RecordedCall } from '../../../artifacts/cassette/model.ts';
import type { Scenario } from '../suite/scenario.ts';

/** A call without a recorded answer, as in the report; `index` counts the calls of all turns, from 0. */
export interface UnansweredCall {
  readonly turn: number;
  readonly index: number;
  readonly tool: string;
}

/**
 * Returns a call as the scenario takes it: one without a recorded answer counts as failed under `unanswered_calls:
 * error`. Any other call is returned as it is.
 */
export function asTaken(call: RecordedCall, { unansweredCalls }: Scenario): RecordedCall {
  return call.unanswered && unansweredCalls === 'error' ? { ...call, is_error: true } : call;
}
