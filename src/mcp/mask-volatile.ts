import { setOwn } from '../values/own-property.ts';

/** What stands in place of each kind of volatile value. */
const MASKS = {
  time: '<time>',
  uuid: '<uuid>',
  port: '<port>',
  meta: '<meta>',
  state: '<state>',
} as const;

/** An RFC 3339 date-time, in a text of its own or inside another. */
const TIME = /\b\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d{1,12})?(?:[Zz]|[+-]\d\d:\d\d)(?![\w:])/g;

const UUID =
  /(?<![0-9A-Za-z-])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9A-Za-z-])/gi;

/** A port of this machine: a server of a test gets another one each time. */
const LOOPBACK_PORT = /(?<host>(?<![\w.])(?:127\.0\.0\.1|localhost|\[::1\])):\d{1,5}(?!\d)/gi;

/** Members whose value belongs to one exchange, and what stands in their place. */
const MEMBERS: Readonly<Record<string, string>> = { _meta: MASKS.meta, requestState: MASKS.state };

/**
 * Replaces what differs between two runs of the same server: RFC 3339 times, UUIDs, ports of loopback addresses, and the
 * members `_meta` and `requestState`. Snapshots and the comparison of a tape with a server use the same rules, so what one
 * of them calls equal is equal to the other. The ids of messages are no part of an answer; the caller leaves them out.
 * @param value plain data, as `JSON.parse` returns it, nested at most as deep as input may be
 */
export function maskVolatile(value: unknown): unknown {
  if (typeof value === 'string') return maskText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(maskVolatile);
  const masked: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    const mask = Object.hasOwn(MEMBERS, key) ? MEMBERS[key] : undefined;
    setOwn(masked, maskText(key), mask ?? maskVolatile(member));
  }
  return masked;
}

/** Replaces the volatile parts of a text. */
function maskText(text: string): string {
  return text
    .replace(TIME, MASKS.time)
    .replace(UUID, MASKS.uuid)
    .replace(LOOPBACK_PORT, `$<host>:${MASKS.port}`);
}
