import type { IncomingMessage } from 'node:http';

/**
 * Whether a request was meant for this machine. A page in a browser can reach loopback through a host name of its own; then
 * `Host` or `Origin` contains that name.
 */
export function isLocalRequest({ headers: { host, origin } }: IncomingMessage): boolean {
  return isLocal(`http://${host ?? ''}`) && (origin === undefined || isLocal(origin));
}

const LOCAL = new Set(['127.0.0.1', 'localhost', '[::1]']);

function isLocal(url: string): boolean {
  return URL.canParse(url) && LOCAL.has(new URL(url).hostname);
}
