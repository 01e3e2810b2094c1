import type { IncomingHttpHeaders } from 'node:http';

/** Headers that belong to one connection, not to the message. */
export const OF_CONNECTION = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** Returns the headers that a proxy passes on. */
export function withoutConnection(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const kept = Object.entries(headers).filter(
    ([name]) => !OF_CONNECTION.includes(name) && !named.includes(name),
  );
  return Object.fromEntries(kept) as Record<string, string | string[]>;
}
