import type { ToolCall } from '../artifacts/audit-log/model.ts';
import type { Verdict } from './model.ts';

/** One call and what the rules say of it. */
export interface SimulatedCall {
  readonly call: ToolCall;
  readonly verdict: Verdict;
}

/** What `gateway simulate` answers: for one call, or for each of many in their order. */
export interface Simulation {
  readonly many: boolean;
  readonly calls: readonly SimulatedCall[];
}
