/** A tool as a server lists it. It comes from a stranger: everything but the name may be anything. */
export interface ListedTool {
  readonly name: string;
  readonly title?: unknown;
  readonly description?: unknown;
  readonly annotations?: unknown;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
}

/** The tools of a server, in its order. */
export interface ToolCatalog {
  readonly tools: readonly ListedTool[];
}
