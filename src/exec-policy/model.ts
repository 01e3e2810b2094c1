/** The classes of tools. Source: "Tool classification"; the last two are those of strict mode. */
export const TOOL_CLASSES = {
  ReadOnly: { description: 'the server declares it read-only', reads: true },
  ReadOnlyPresumed: { description: 'nothing says that it writes', reads: true },
  Mutating: { description: 'it changes something', reads: false },
  Destructive: { description: 'it takes something away', reads: false },
  Unknown: { description: 'strict mode: nothing shows that it only reads', reads: false },
  Conflict: {
    description: 'strict mode: the server declares it read-only, and something else says the opposite',
    reads: false,
  },
} as const satisfies Record<string, { description: string; reads: boolean }>;

export type ToolClass = keyof typeof TOOL_CLASSES;

export const TOOL_CLASS_NAMES = Object.keys(TOOL_CLASSES) as readonly ToolClass[];

/** Whether the one who asks can write a test down instead of making the call. */
export const DECISION_CONTEXTS = ['live', 'generate'] as const;

export type DecisionContext = (typeof DECISION_CONTEXTS)[number];

/** Why a tool may be called as it may, for programs. */
export const DECISION_REASONS = {
  'read-only': 'the server declares the tool read-only',
  'read-only-presumed': 'nothing says that the tool writes',
  mutating: 'the tool changes something: it is called at most once, never twice to compare',
  destructive: 'the tool takes something away',
  'destructive-allowed': 'the tool takes something away, and --execute-destructive lets it run, once',
  'not-shown-to-read': 'strict mode: nothing shows that the tool only reads',
  conflict: 'strict mode: the server declares the tool read-only, and something else says the opposite',
} as const satisfies Record<string, string>;

export type DecisionReason = keyof typeof DECISION_REASONS;

export const DECISION_REASON_CODES = Object.keys(DECISION_REASONS) as readonly DecisionReason[];

/** The four decisions, in words. Source: "What each class means at execution time". */
export const DECISIONS = {
  Execute: 'runs freely',
  ExecuteOnce: 'runs at most once',
  GenerateOnly: 'is only written down, for a person to review',
  Refuse: 'is not run',
} as const satisfies Record<string, string>;

export type DecisionKind = keyof typeof DECISIONS;

export const DECISION_KINDS = Object.keys(DECISIONS) as readonly DecisionKind[];
