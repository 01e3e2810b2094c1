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
  session: z.object({
    interactions: recordList(
      z.object({
        direction: z.optional(z.enum(['client_to_server', 'server_to_client'])),
        request: message(),
        response: message(),
      }),
    ),
  }),
});

/** Reads a session recorded by agent-vcr. */
export const agentVcrFormat: RunFormat = {
  name: 'agent-vcr recording',
  programs: '[agent-vcr](https://github.com/Jarvis2021/agent-vcr), format 1.0.0, from its examples',
  recognisedBy: '`session.interactions`',
  from: 'the recording',
  failed: '`result.isError`, or a JSON-RPC `error`',
  leavesOut: 'requests of the server',
  recognises: (value) =>
    isObject(value) && isObject(value.session) && Array.isArray(value.session.interactions),
  read(document, context) {
    const { metadata: about, session } = validate(schema, document);
    const events = new EventReader(document, context);
    const wire = new WireReader(events, about?.server_info?.name ?? undefined);
    for (const [index, { direction, request, response }] of session.interactions.entries()) {
      // a server may send requests too, with ids of its own
      if (direction === 'server_to_client') continue;
      wire.request(request, ['session', 'interactions', index, 'request']);
      wire.response(response, ['session', 'interactions', index, 'response']);
    }
    return toCassette(events, about?.recorded_at);
  },
};
