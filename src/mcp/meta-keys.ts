/** The members of `_meta` by which MCP says what a handshake said before. */
export const META = {
  version: 'io.modelcontextprotocol/protocolVersion',
  client: 'io.modelcontextprotocol/clientInfo',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  server: 'io.modelcontextprotocol/serverInfo',
  /** With it, a notification names the request for notifications that it belongs to. */
  subscription: 'io.modelcontextprotocol/subscriptionId',
} as const;
