import { type EitherSpelling, readKnobs, type WholePolicy } from './knobs.ts';
import type { DecisionContext, DecisionKind, DecisionReason, ToolClass } from './model.ts';

/** The context of a decision, and what you allow. */
export interface DecideOptions {
  /** Lets destructive tools run once; in strict mode, every tool that is not shown to be read-only. Default: off. */
  readonly executeDestructive?: boolean;
  /** Default: `live`, in which a tool that may not run is refused. */
  readonly context?: DecisionContext;
  /** Only read-only tools run without `executeDestructive`. Default: off. */
  readonly strict?: boolean;
}

/** What may be done with a tool. Spec (execution safety): "What each class means at execution time". */
export interface ExecutionDecision {
  readonly kind: DecisionKind;
  readonly reason: DecisionReason;
  /** Whether a second call is allowed, to compare the answers. True only for tools that run freely. */
  readonly canRepeat: boolean;
}

/** The beginning of the comment above a generated test that you must review before it runs. */
export const REVIEW_MARKER = '# review before first run';

/**
 * Maps a class to a decision: read-only tools run freely, mutating tools once, and destructive tools only with
 * `executeDestructive`, and then once. In strict mode only read-only tools run without `executeDestructive`.
 * Spec (execution safety): "What each class means at execution time".
 * @param given also a whole policy, in either spelling
 * @throws TypeError on an unknown option
 */
export function decide(
  toolClass: ToolClass,
  given: EitherSpelling<DecideOptions & WholePolicy> = {},
): ExecutionDecision {
  const options = readKnobs<DecideOptions>(given);
  switch (toolClass) {
    case 'ReadOnly':
      return { kind: 'Execute', reason: 'read-only', canRepeat: true };
    case 'ReadOnlyPresumed':
      return { kind: 'Execute', reason: 'read-only-presumed', canRepeat: true };
    case 'Mutating':
      return options.strict ? held('not-shown-to-read', options) : once('mutating');
    case 'Destructive':
      return held('destructive', options);
    case 'Unknown':
      return held('not-shown-to-read', options);
    case 'Conflict':
      return held('conflict', options);
    default:
      // an untyped caller or one of another version: no flag lets a tool of an unknown class run
      return { kind: 'Refuse', reason: 'no-class', canRepeat: false };
  }
}

type HeldReason = 'destructive' | 'not-shown-to-read' | 'conflict';

function held(
  reason: HeldReason,
  { executeDestructive, context = 'live' }: DecideOptions,
): ExecutionDecision {
  // an untyped caller may pass the string `false`
  if (executeDestructive === true) return once(`${reason}-allowed`);
  return { kind: context === 'generate' ? 'GenerateOnly' : 'Refuse', reason, canRepeat: false };
}

function once(reason: DecisionReason): ExecutionDecision {
  return { kind: 'ExecuteOnce', reason, canRepeat: false };
}
