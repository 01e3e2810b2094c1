/**
 * The execution safety policy as a library, `mcptest/exec-policy`, for programs that call the tools of MCP servers and
 * want the same safeguards. It is pure, except for the shared memory of a budget, and makes no calls by itself.
 */
export type { ListedTool } from '../mcp/listed-tool.ts';
export type { SchedulerClock } from '../time/scheduler-clock.ts';
export { type BudgetExhausted, CallBudget, type Slot } from './call-budget.ts';
export {
  type Classification,
  type ClassificationWarning,
  type ClassifyOptions,
  classify,
  type DecidedBy,
} from './classify.ts';
export { type DecideOptions, decide, type ExecutionDecision, REVIEW_MARKER } from './decide.ts';
export {
  DEFAULT_KNOBS,
  type EitherSpelling,
  type ExecutionKnobs,
  /** The name that the spec uses. */
  type ExecutionKnobs as ExecutionPolicy,
} from './knobs.ts';
export type { DecisionContext, DecisionKind, DecisionReason, ToolClass } from './model.ts';
export {
  ARRIVAL,
  type CallOutcome,
  type PlannedCall,
  Scheduler,
  type SchedulerOptions,
} from './scheduler.ts';
