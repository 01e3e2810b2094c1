import { isObject, own } from '../values/own-property.ts';

/** A tool as a server lists it. It is untrusted: every member except the name may have any type. */
export interface ListedTool {
  readonly name: string;
  readonly title?: unknown;
  readonly description?: unknown;
  readonly annotations?: unknown;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
}

/** The most members of a list that are read. No real server has that many, and each one is examined and shown. */
export const MOST_LISTED = 10_000;

/** Whether a tool runs only as a task, so that a plain call is an error. */
export function runsOnlyAsTask(tool: ListedTool): boolean {
  const { execution } = tool as { readonly execution?: unknown };
  return isObject(execution) && own(execution, 'taskSupport') === 'required';
}

/** The tools of a server, in the order in which it lists them. */
export interface ToolCatalog {
  readonly tools: readonly ListedTool[];
}
