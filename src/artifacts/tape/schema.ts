import * as z from 'zod/mini';
import { described } from '../../documents/described.ts';
import { count } from '../../documents/schema-parts.ts';
import { CLOSERS, DIRECTIONS, ERAS, TAPE_VERSION, TRANSPORTS } from './model.ts';

const text = () => z.optional(z.string());

const party = () =>
  z.object({
    name: text(),
    version: text(),
    protocol_version: described(text(), 'the revision of the protocol that it named'),
  });

const time = () =>
  described(
    z.number().check(z.minimum(0, 'at least 0')),
    'milliseconds since the recording began; never less than in the row before',
  );

/** The first line of a tape. */
export const tapeHeaderSchema = z.object({
  schema_version: z.literal(TAPE_VERSION),
  era: described(
    z.enum(ERAS),
    'the protocol: with a handshake (legacy), or since July 2026 without one (modern)',
  ),
  transport: z.enum(TRANSPORTS),
  client: described(party(), 'what the client says about itself'),
  server: described(party(), 'what the server says about itself'),
  redaction: z.object({
    env: described(z.array(z.string()), 'the environment variables whose values were replaced'),
    values: described(count(), 'how many values were replaced'),
  }),
});

const frame = () =>
  z.union(
    [z.string(), z.array(z.unknown()), z.looseObject({}), z.null()],
    'a message, a list of messages, a text, or null',
  );

/** A message on its way. */
export const frameRowSchema = z.object({
  t: time(),
  dir: described(z.enum(DIRECTIONS), 'whom the message was sent to'),
  stream: described(
    count(),
    'over HTTP, the number of the exchange: a request and everything that its response carried; on stdio 0',
  ),
  frame: described(
    frame(),
    'an object or a list whose compact JSON is exactly what was sent; else the text that was sent; null for a request or a response over HTTP without a message',
  ),
  encoding: described(z.optional(z.literal('base64')), 'the frame is no UTF-8, and is written in base64'),
  headers: described(
    z.optional(z.record(z.string(), z.string())),
    'over HTTP, the headers of the request or of the response; `:method` and `:status` as HTTP/2 names them',
  ),
});

/** The end of a session. */
export const closedRowSchema = z.object({
  t: time(),
  closed: z.object({
    by: described(z.enum(CLOSERS), 'who ended the session'),
    code: described(z.optional(z.int()), 'the exit code of a server that ended by itself'),
    signal: described(text(), 'the signal that ended the server'),
  }),
});

/** A line of a tape. */
export const tapeLineSchema = z.union([tapeHeaderSchema, frameRowSchema, closedRowSchema]);
