import * as z from 'zod/mini';
import { isObject } from '../../../values/own-property.ts';
import type { EventReader } from '../events/event-reader.ts';
import type { Cassette } from '../model.ts';

// Recordings of what an MCP client and a server said to each other. They hold no replies of the agent, so all calls
// make up one turn without a final response, and no tokens. The server is called as it introduced itself.

/** A message of JSON-RPC, or nothing. */
export const message = () => z.nullish(z.custom<Record<string, unknown>>(isObject, 'a mapping'));
const serverInfo = z.nullish(z.object({ name: z.nullish(z.string()) }));
/** When a session was recorded, and with which server. */
export const metadata = z.nullish(z.object({ recorded_at: z.nullish(z.string()), server_info: serverInfo }));

/** The one turn that all calls of a session make up. */
export function toCassette(events: EventReader, recordedAt: string | null | undefined): Cassette {
  return { ...(typeof recordedAt === 'string' && { recorded_at: recordedAt }), turns: events.finish() };
}
