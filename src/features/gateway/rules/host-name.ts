import type { ToolCall } from '../../../artifacts/audit-log/model.ts';

/** What patterns are tried on. */
export type CalledTool = Pick<ToolCall, 'tool' | 'server' | 'enforced'>;

/** Agents write the tool of a server as `mcp__SERVER__TOOL`. */
const PREFIX = 'mcp__';

/**
 * Returns the names of a tool that patterns are tried on: its own, and the one that agents give to the tool of a server. One
 * match is a match. Spec (enforcement): "Settled".
 */
export function namesOf({ tool, server }: Pick<CalledTool, 'tool' | 'server'>): readonly string[] {
  return server === undefined ? [tool] : [tool, `${PREFIX}${server}__${tool}`];
}
