import type { ToolCall } from '../../../artifacts/audit-log/model.ts';
import type { ToolGlob } from './tool-glob.ts';

/** What patterns are tried on. */
export type CalledTool = Pick<ToolCall, 'tool' | 'server'>;

/** Agents write the tool of a server as `mcp__SERVER__TOOL`. */
const PREFIX = 'mcp__';

/** Returns the name that an agent gives to the tool of a server. */
export function hostName(tool: string, server: string): string {
  return `${PREFIX}${server}__${tool}`;
}

/**
 * Whether a pattern is on such names. Other patterns are not tried on them: `*_read` would match the tool `read` of
 * every server.
 */
export function isHostPattern({ literal, prefix }: Pick<ToolGlob, 'literal' | 'prefix'>): boolean {
  return (literal ?? prefix).startsWith(PREFIX);
}

/** Whether a pattern matches a call: the tool, or the name that an agent gives to it. */
export function matchesCall(glob: ToolGlob, { tool, server }: CalledTool): boolean {
  if (glob.matches(tool)) return true;
  return server !== undefined && isHostPattern(glob) && glob.matches(hostName(tool, server));
}
