import type { CallFault } from '../../mcp/call.ts';

/** What became of a tool. Those that `fail` make the probe exit with 1. */
export const PROBE_OUTCOMES = {
  ok: { meaning: 'it answered', fails: false },
  'tool-error': { meaning: 'it refused the made-up arguments, or failed at them, and said so', fails: false },
  'protocol-error': {
    meaning: 'the answer is an error of the protocol, malformed, or did not come',
    fails: true,
  },
  'schema-mismatch': { meaning: 'the answer does not fit the output schema of the tool', fails: true },
  unstable: { meaning: 'a read-only tool answered the same call differently the second time', fails: true },
  planned: { meaning: 'it would be called; this is a dry run', fails: false },
  skipped: { meaning: 'it was not called, for the reason given', fails: false },
} as const satisfies Record<string, { meaning: string; fails: boolean }>;

/** What became of a tool, as reports name it. */
export type OutcomeKind = keyof typeof PROBE_OUTCOMES;

/** In the order in which reports count them. */
export const OUTCOME_KINDS = Object.keys(PROBE_OUTCOMES) as readonly OutcomeKind[];

/** Why a tool was not called. */
export const SKIP_REASONS = {
  refused: 'the execution safety policy does not let it run',
  'budget-exhausted': 'all calls that --max-calls allows were made',
  'no-arguments': 'no arguments could be made up that its input schema accepts',
  'arguments-write': 'its arguments, made up or given, would change more than may be changed',
  'listed-twice': 'the server lists several tools of this name, and nobody knows which would run',
  'task-only': 'it runs only as a task, which a probe does not start',
  'connection-lost': 'the server had gone',
} as const satisfies Record<string, string>;

/** Why a tool was not called, as reports name it. */
export type SkipReason = keyof typeof SKIP_REASONS;

/** All of them, for the schema of the report. */
export const SKIP_REASON_CODES = Object.keys(SKIP_REASONS) as readonly SkipReason[];

/** Whether a second call was made to compare, and what it showed. */
export const STABILITIES = ['same', 'different', 'not-compared'] as const;

/** One of {@link STABILITIES}. */
export type Stability = (typeof STABILITIES)[number];

/** The code of JSON-RPC for arguments that a server does not take. */
const INVALID_PARAMS = -32602;

/**
 * A call without a result. Arguments that are refused say nothing against the server, in whichever of the two ways of the
 * protocol it refuses them: they are made up.
 */
export function outcomeOfFault(fault: CallFault): 'tool-error' | 'protocol-error' {
  return fault.kind === 'error-response' && fault.code === INVALID_PARAMS ? 'tool-error' : 'protocol-error';
}
