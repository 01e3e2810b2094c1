/**
 * Splits the name that an agent gives to the tool of an MCP server, `mcp__SERVER__TOOL`. Any other name is a tool of
 * the agent itself, which has no server.
 */
export function readHostToolName(name: string): { readonly tool: string; readonly server?: string } {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/s.exec(name) ?? [];
  return server === undefined || tool === undefined ? { tool: name } : { tool, server };
}
