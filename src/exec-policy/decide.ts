import type { DecisionContext, DecisionKind, DecisionReason, ToolClass } from './model.ts';

/** What is asked for, and what is allowed. */
export interface DecideOptions {
  /** Lets run, once, what is held back: destructive tools, in strict mode all that is not shown to read. Off when left out. */
  readonly executeDestructive?: boolean;
  /** `live` when left out: what may not run is refused. */
  readonly context?: DecisionContext;
  /** Nothing but reading runs untold. Off when left out. */
  readonly strict?: boolean;
}

/** What may be done with a tool. Source: "What each class means at execution time". */
export interface ExecutionDecision {
  readonly kind: DecisionKind;
  readonly reason: DecisionReason;
  /** Whether it may be called a second time, to see if it answers the same. Only what runs freely may. */
  readonly canRepeat: boolean;
}

/** The comment that begins a generated test which a person has to look at before it ever runs. */
export const REVIEW_MARKER = '# review before first run';

/**
 * Maps a class to what may be done: read-only tools run freely, mutating ones once, destructive ones not at all unless
 * told to, and then once. In strict mode nothing but reading runs untold.
 * Source: "What each class means at execution time" of the execution safety policy.
 */
export function decide(toolClass: ToolClass, options: DecideOptions = {}): ExecutionDecision {
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
      // a program without types, or of another version: no flag lets run what nobody has classified
      return { kind: 'Refuse', reason: 'no-class', canRepeat: false };
  }
}

type HeldReason = 'destructive' | 'not-shown-to-read' | 'conflict';

function held(
  reason: HeldReason,
  { executeDestructive, context = 'live' }: DecideOptions,
): ExecutionDecision {
  // a program without types may hand over the text `false`
  if (executeDestructive === true) return once(`${reason}-allowed`);
  return { kind: context === 'generate' ? 'GenerateOnly' : 'Refuse', reason, canRepeat: false };
}

function once(reason: DecisionReason): ExecutionDecision {
  return { kind: 'ExecuteOnce', reason, canRepeat: false };
}
