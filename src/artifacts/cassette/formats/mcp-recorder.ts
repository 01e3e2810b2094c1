import * as z from 'zod/mini';
import { recordList } from '../../../documents/record-list.ts';
import { validate } from '../../../documents/validate.ts';
import { isObject } from '../../../values/own-property.ts';
import { EventReader } from '../events/event-reader.ts';
import { message, metadata, toCassette } from '../mcp/session.ts';
import { WireReader } from '../mcp/wire-reader.ts';
import type { RunFormat } from './run-format.ts';

const schema = z.object({
  metadata,
  interactions: recordList(z.object({ request: message(), response: message() })),
});

/** Reads a session recorded by mcp-recorder. */
export const mcpRecorderFormat: RunFormat = {
  name: 'mcp-recorder cassette',
  programs:
    '[mcp-recorder](https://github.com/devhelmhq/mcp-recorder), format 1.0, a session of February 2026',
  recognisedBy: '`interactions`',
  from: 'the cassette',
  failed: '`result.isError`, or a JSON-RPC `error`',
  leavesOut: 'all messages but `tools/call` and its answer',
  // a program may keep another list under `interactions`, next to its messages
  recognises: (value) =>
    isObject(value) && Array.isArray(value.interactions) && !Array.isArray(value.messages),
  read(document, context) {
    const file = validate(schema, document);
    const events = new EventReader(document, context);
    const wire = new WireReader(events, file.metadata?.server_info?.name ?? undefined);
    for (const [index, { request, response }] of file.interactions.entries()) {
      wire.request(request, ['interactions', index, 'request']);
      wire.response(response, ['interactions', index, 'response']);
    }
    return toCassette(events, file.metadata?.recorded_at);
  },
};
