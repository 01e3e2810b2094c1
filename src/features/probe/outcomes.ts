import type { CallFault } from '../../mcp/call.ts';
import { INVALID_PARAMS } from '../../mcp/error-codes.ts';

/** The outcomes of a tool. One that `fails` makes the probe exit with 1. */
export const PROBE_OUTCOMES = {
  ok: { meaning: 'it answered', fails: false },
  'tool-error': {
    meaning: 'it reported an error, for example because it rejects the arguments',
    fails: false,
  },
  'protocol-error': {
    meaning: 'the answer was a protocol error, was malformed, or did not arrive',
    fails: true,
  },
  'schema-mismatch': { meaning: 'the answer does not match the output schema of the tool', fails: true },
  unstable: { meaning: 'it was called twice, and answered differently the second time', fails: true },
  planned: { meaning: 'it would be called: this is a dry run', fails: false },
  skipped: { meaning: 'it was not called, for the reason given', fails: false },
} as const satisfies Record<string, { meaning: string; fails: boolean }>;

/** The outcome of a tool, as reports name it. */
export type OutcomeKind = keyof typeof PROBE_OUTCOMES;

/** All outcomes, in the order in which reports count them. */
export const OUTCOME_KINDS = Object.keys(PROBE_OUTCOMES) as readonly OutcomeKind[];

/** Why a tool was not called. */
export const SKIP_REASONS = {
  refused: 'the execution safety policy does not let it run',
  'budget-exhausted': 'the probe had made all calls that --max-calls allows',
  'no-arguments': 'no arguments could be generated that its input schema accepts',
  'arguments-write': 'its arguments, generated or given, would change more than the policy allows',
  'listed-twice': 'the server lists several tools with this name, so it is unknown which one would run',
  'called-before': 'it may be called once, and was called in the other protocol',
  'task-only': 'it runs only as a task, and a probe starts no tasks',
  'connection-lost': 'the connection to the server had ended',
} as const satisfies Record<string, string>;

/** The reason why a tool was not called, as reports name it. */
export type SkipReason = keyof typeof SKIP_REASONS;

/** All skip reasons, for the schema of the report. */
export const SKIP_REASON_CODES = Object.keys(SKIP_REASONS) as readonly SkipReason[];

/** Skip reasons that are a fault of the server: it must not end while it is probed. */
export const FAILING_SKIPS: readonly SkipReason[] = ['connection-lost'];

/**
 * What a probe comes to. Only `no-faults` and `dry-run` are accepted: a probe that made no call, or got only tool errors,
 * has checked nothing.
 */
export const CONCLUSIONS = {
  'no-faults': 'no faults of the server found',
  faults: 'the server has faults',
  'only-tool-errors': 'every call came back as a tool error, so nothing was checked',
  'nothing-called': 'no tool was called, so nothing was checked',
  'dry-run': 'a dry run makes no calls',
} as const satisfies Record<string, string>;

/** What a probe comes to, as reports name it. */
export type Conclusion = keyof typeof CONCLUSIONS;

/** All conclusions, for the schema of the report. */
export const CONCLUSION_CODES = Object.keys(CONCLUSIONS) as readonly Conclusion[];

/** Whether a second call was made to compare, and what it showed. */
export const STABILITIES = ['same', 'different', 'not-compared'] as const;

/** One of {@link STABILITIES}. */
export type Stability = (typeof STABILITIES)[number];

/**
 * Returns the outcome of a call without a result. Rejected arguments do not count against the server, whether it reports
 * them as a tool error or as a protocol error, because the probe generated them.
 */
export function outcomeOfFault(fault: CallFault): 'tool-error' | 'protocol-error' {
  return fault.kind === 'error-response' && fault.code === INVALID_PARAMS ? 'tool-error' : 'protocol-error';
}
