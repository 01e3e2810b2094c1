/** The classes of tools. Source: "Tool classification"; the last two are those of strict mode. */
export const TOOL_CLASSES = {
  ReadOnly: 'the server declares it read-only',
  ReadOnlyPresumed: 'nothing says that it writes',
  Mutating: 'it changes something',
  Destructive: 'it takes something away',
  Unknown: 'strict mode: nothing shows that it only reads',
  Conflict: 'strict mode: the server declares it read-only, and something else says the opposite',
} as const satisfies Record<string, string>;

/** What is known of a tool before it is called. */
export type ToolClass = keyof typeof TOOL_CLASSES;

/** All classes, in the order of the table. */
export const TOOL_CLASS_NAMES = Object.keys(TOOL_CLASSES) as readonly ToolClass[];

/** Whether the one who asks can write a test down instead of making the call. */
export const DECISION_CONTEXTS = ['live', 'generate'] as const;

/** `live`: the call itself is wanted; `generate`: a test can be written down instead. */
export type DecisionContext = (typeof DECISION_CONTEXTS)[number];

/** Why a tool may be called as it may, for programs. */
export const DECISION_REASONS = {
  'read-only': 'the server declares the tool read-only',
  'read-only-presumed': 'nothing says that the tool writes',
  mutating: 'the tool changes something: it is called at most once, never twice to compare',
  destructive: 'the tool takes something away',
  'destructive-allowed': 'the tool takes something away, and --execute-destructive lets it run, once',
  'not-shown-to-read': 'strict mode: nothing shows that the tool only reads',
  'not-shown-to-read-allowed':
    'strict mode: nothing shows that the tool only reads, and --execute-destructive lets it run, once',
  conflict: 'strict mode: the server declares the tool read-only, and something else says the opposite',
  'conflict-allowed':
    'strict mode: what the server declares is contradicted, and --execute-destructive lets the tool run, once',
  'no-class': 'the class of the tool is none of the policy',
} as const satisfies Record<string, string>;

/** The code of such a reason. */
export type DecisionReason = keyof typeof DECISION_REASONS;

/** All reasons, in the order of the table. */
export const DECISION_REASON_CODES = Object.keys(DECISION_REASONS) as readonly DecisionReason[];

/** The four decisions, in words. Source: "What each class means at execution time". */
export const EXECUTION_DECISIONS = {
  Execute: 'runs freely',
  ExecuteOnce: 'runs at most once',
  GenerateOnly: 'is only written down, for a person to review',
  Refuse: 'is not run',
} as const satisfies Record<string, string>;

/** One of the four decisions. */
export type DecisionKind = keyof typeof EXECUTION_DECISIONS;

/** All decisions, in the order of the table. */
export const DECISION_KINDS = Object.keys(EXECUTION_DECISIONS) as readonly DecisionKind[];
