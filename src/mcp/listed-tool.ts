/** A tool as a server lists it. It is untrusted: every member except the name may have any type. */
export interface ListedTool {
  readonly name: string;
  readonly title?: unknown;
  readonly description?: unknown;
  readonly annotations?: unknown;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
}

/** The tools of a server, in the order in which it lists them. */
export interface ToolCatalog {
  readonly tools: readonly ListedTool[];
}
