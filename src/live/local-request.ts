import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * Whether a request was meant for this machine. A page in a browser can reach loopback through a host name of its own; then
 * `Host` or `Origin` contains that name.
 */
export function isLocalRequest({ headers: { host, origin } }: IncomingMessage): boolean {
  return isLocal(`http://${host ?? ''}`) && (origin === undefined || isLocal(origin));
}

/**
 * Whether a request was meant for a proxy that other machines may use: through an address, which no page can give another
 * meaning, or the name at which it listens. A page must come from there, too.
 */
export function isMeantFor({ headers: { host = '', origin } }: IncomingMessage, name: string): boolean {
  const asked = hostnameIn(`http://${host}`);
  const isOurs = asked !== undefined && (LOCAL.has(asked) || asked === name || isAddress(asked));
  if (!isOurs) return false;
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host.toLowerCase());
}

function isAddress(hostname: string): boolean {
  return isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0;
}

function hostnameIn(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

const LOCAL = new Set(['127.0.0.1', 'localhost', '[::1]']);

function isLocal(url: string): boolean {
  return URL.canParse(url) && LOCAL.has(new URL(url).hostname);
}
