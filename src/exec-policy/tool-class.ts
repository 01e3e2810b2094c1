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
