import { present } from '../values/own-property.ts';
import { headerValue } from './mirrored-headers.ts';

/** The header that names a session over HTTP, in the protocol with a handshake. */
export const SESSION_HEADER = 'mcp-session-id';

/** The header that names the revision of a request over HTTP. */
export const VERSION_HEADER = 'mcp-protocol-version';

/** Returns the headers of every request on a connection over HTTP: what is known of it by now. */
export function connectionHeaders(
  version: string | undefined,
  session: string | undefined,
): Readonly<Record<string, string>> {
  return present({ [VERSION_HEADER]: version, [SESSION_HEADER]: session }) as Record<string, string>;
}

/**
 * Returns the headers in which a request over HTTP repeats what its body asks for, in the protocol without a handshake.
 * MCP 2026-07-28: "Streamable HTTP".
 * @param params of the request; the first of a name, a URI and the id of a task is repeated
 */
export function requestHeaders(
  method: unknown,
  params: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const name = [params.name, params.uri, params.taskId].find((each) => typeof each === 'string');
  return {
    ...(typeof method === 'string' && { 'mcp-method': method }),
    ...(name !== undefined && { 'mcp-name': headerValue(name) }),
  };
}
