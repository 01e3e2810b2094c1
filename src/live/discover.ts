import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type DiscoverResult,
  isJSONRPCErrorResponse,
  isJSONRPCResultResponse,
  isSpecType,
  type JSONRPCMessage,
  PROTOCOL_VERSION_META_KEY,
  type Transport,
} from '@modelcontextprotocol/client';
import { PROTOCOL_VERSIONS } from '../mcp/protocol.ts';
import { isObject } from '../values/own-property.ts';
import { VERSION } from '../version.ts';
import type { WireTap } from './wire-tap.ts';

/** What a server said to `server/discover`. */
export type Discovery =
  | { readonly kind: 'modern'; readonly discover: DiscoverResult }
  /** It answered, but offers no modern revision that mcptest speaks. `versions` are those that it offers, if it says so. */
  | { readonly kind: 'other'; readonly versions: readonly string[] }
  /** The connection ended before the answer. */
  | { readonly kind: 'closed' }
  /** The request could not be sent, or was refused below MCP. */
  | { readonly kind: 'failed'; readonly error: unknown };

/** How mcptest introduces itself. */
export const CLIENT_INFO = { name: 'mcptest', version: VERSION };

/** An id that no request of the SDK has: those are numbers. */
const ID = 'discover';

/**
 * Starts a transport and asks its server with `server/discover` which revisions it speaks. Waits without limit: the caller
 * decides what silence means, because a server may still be starting.
 */
export async function discover(
  transport: Transport,
  tap: WireTap,
  capabilities: ClientCapabilities,
): Promise<Discovery> {
  const answered = new Promise<Discovery>((resolve) => {
    tap.onReply(ID, (message) => resolve(readReply(message)));
    transport.onclose = () => resolve({ kind: 'closed' });
  });
  try {
    await transport.start();
    // the SDK starts every transport that it is given, and this one runs
    transport.start = async () => {};
    await transport.send(requestOf(capabilities));
  } catch (error) {
    return { kind: 'failed', error };
  }
  return answered;
}

function requestOf(capabilities: ClientCapabilities): JSONRPCMessage {
  const _meta = {
    [PROTOCOL_VERSION_META_KEY]: PROTOCOL_VERSIONS.modern[0],
    [CLIENT_INFO_META_KEY]: CLIENT_INFO,
    [CLIENT_CAPABILITIES_META_KEY]: capabilities,
  };
  return { jsonrpc: '2.0', id: ID, method: 'server/discover', params: { _meta } };
}

function readReply(message: JSONRPCMessage): Discovery {
  if (isJSONRPCErrorResponse(message)) {
    const { data } = message.error;
    return { kind: 'other', versions: textsOf(isObject(data) ? data.supported : undefined) };
  }
  if (!isJSONRPCResultResponse(message)) return { kind: 'other', versions: [] };
  const versions = textsOf(message.result.supportedVersions);
  if (!PROTOCOL_VERSIONS.modern.some((version) => versions.includes(version)))
    return { kind: 'other', versions };
  if (isSpecType.DiscoverResult(message.result)) return { kind: 'modern', discover: message.result };
  return { kind: 'failed', error: new Error('its answer to server/discover does not follow the protocol') };
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
