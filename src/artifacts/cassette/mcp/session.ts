import * as z from 'zod/mini';
import { isObject } from '../../../values/own-property.ts';
import type { EventReader } from '../events/event-reader.ts';
import type { Cassette } from '../model.ts';

// Recordings of the messages between an MCP client and a server. They contain no replies of the agent and no tokens, so
// all calls form one turn without a final response. The name of the server is the one it gave itself.

/** The schema of a JSON-RPC message, which may be missing. */
export const message = () => z.nullish(z.custom<Record<string, unknown>>(isObject, 'a mapping'));
const serverInfo = z.nullish(z.object({ name: z.nullish(z.string()) }));
/** When a session was recorded, and with which server. */
export const metadata = z.nullish(z.object({ recorded_at: z.nullish(z.string()), server_info: serverInfo }));

/** Builds the cassette of a session: all its calls form one turn. */
export function toCassette(events: EventReader, recordedAt: string | null | undefined): Cassette {
  return { ...(typeof recordedAt === 'string' && { recorded_at: recordedAt }), ...events.finish() };
}
