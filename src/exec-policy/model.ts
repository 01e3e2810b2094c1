/** The classes of tools. Spec (execution safety): "Tool classification". The last two belong to strict mode. */
export const TOOL_CLASSES = {
  ReadOnly: 'the server declares it read-only',
  ReadOnlyPresumed: 'nothing shows that it changes anything',
  Mutating: 'it changes something',
  Destructive: 'it removes or destroys something',
  Unknown: 'strict mode: nothing shows that it only reads',
  Conflict: 'strict mode: the server declares it read-only, but its name or another hint contradicts that',
} as const satisfies Record<string, string>;

/** The class of a tool, known before any call. */
export type ToolClass = keyof typeof TOOL_CLASSES;

/** All classes, in the order of the table. */
export const TOOL_CLASS_NAMES = Object.keys(TOOL_CLASSES) as readonly ToolClass[];

/** The contexts in which a decision is made. */
export const DECISION_CONTEXTS = ['live', 'generate'] as const;

/** `live`: the caller needs a real call. `generate`: the caller can write a test instead of making the call. */
export type DecisionContext = (typeof DECISION_CONTEXTS)[number];

/** The reasons for a decision, by the code that reports contain. */
export const DECISION_REASONS = {
  'read-only': 'the server declares the tool read-only',
  'read-only-presumed': 'nothing shows that the tool changes anything',
  mutating: 'the tool changes something: it is called at most once, and never again to compare answers',
  destructive: 'the tool removes or destroys something',
  'destructive-allowed': 'the tool removes or destroys something, and --execute-destructive lets it run once',
  'not-shown-to-read': 'strict mode: nothing shows that the tool only reads',
  'not-shown-to-read-allowed':
    'strict mode: nothing shows that the tool only reads, and --execute-destructive lets it run once',
  conflict:
    'strict mode: the server declares the tool read-only, but its name or another hint contradicts that',
  'conflict-allowed':
    'strict mode: the name or another hint contradicts the read-only declaration, and --execute-destructive lets the tool run once',
  'no-class': 'the policy does not know the class of the tool',
} as const satisfies Record<string, string>;

/** The code of one of these reasons. */
export type DecisionReason = keyof typeof DECISION_REASONS;

/** All reason codes, in the order of the table. */
export const DECISION_REASON_CODES = Object.keys(DECISION_REASONS) as readonly DecisionReason[];

/** What each of the four decisions means. Spec (execution safety): "What each class means at execution time". */
export const EXECUTION_DECISIONS = {
  Execute: 'runs freely',
  ExecuteOnce: 'runs at most once',
  GenerateOnly: 'is only written as a test, for you to review',
  Refuse: 'is not run',
} as const satisfies Record<string, string>;

/** One of the four decisions. */
export type DecisionKind = keyof typeof EXECUTION_DECISIONS;

/** All decisions, in the order of the table. */
export const DECISION_KINDS = Object.keys(EXECUTION_DECISIONS) as readonly DecisionKind[];

/** How harmful the change is that the value of an argument makes. */
export type Writing = 'mutating' | 'destructive';
