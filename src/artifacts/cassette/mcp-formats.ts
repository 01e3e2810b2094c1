import * as z from 'zod/mini';
import type { ValuePath } from '../../diagnostic.ts';
import { readPart } from '../../documents/part-of.ts';
import { recordList } from '../../documents/record-list.ts';
import { validate } from '../../documents/validate.ts';
import { isObject } from '../../values/own-property.ts';
import type { RunFormat } from './format.ts';
import { WireRecorder } from './mcp-wire.ts';
import type { Cassette } from './model.ts';
import { Recorder } from './recorder.ts';

// Recordings of what an MCP client and a server said to each other. They hold no replies of the agent, so all calls
// make up one turn without a final response, and no tokens. The server is called as it introduced itself.

const message = () => z.nullish(z.custom<Record<string, unknown>>(isObject, 'a mapping'));
const serverInfo = z.nullish(z.object({ name: z.nullish(z.string()) }));
const metadata = z.nullish(z.object({ recorded_at: z.nullish(z.string()), server_info: serverInfo }));

function toCassette(recorder: Recorder, recordedAt: string | null | undefined): Cassette {
  return { ...(typeof recordedAt === 'string' && { recorded_at: recordedAt }), turns: recorder.finish() };
}

const recorderSchema = z.object({
  metadata,
  interactions: recordList(z.object({ request: message(), response: message() })),
});

export const mcpRecorderFormat: RunFormat = {
  name: 'mcp-recorder cassette',
  recognises: (value) => isObject(value) && Array.isArray(value.interactions),
  read(document, { notes }) {
    const file = validate(recorderSchema, document);
    const recorder = new Recorder(document, notes);
    const wire = new WireRecorder(recorder, file.metadata?.server_info?.name ?? undefined);
    for (const [index, { request, response }] of file.interactions.entries()) {
      wire.request(request, ['interactions', index, 'request']);
      wire.response(response, ['interactions', index, 'response']);
    }
    return toCassette(recorder, file.metadata?.recorded_at);
  },
};

const vcrSchema = z.object({
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

export const agentVcrFormat: RunFormat = {
  name: 'agent-vcr recording',
  recognises: (value) =>
    isObject(value) && isObject(value.session) && Array.isArray(value.session.interactions),
  read(document, { notes }) {
    const { metadata: about, session } = validate(vcrSchema, document);
    const recorder = new Recorder(document, notes);
    const wire = new WireRecorder(recorder, about?.server_info?.name ?? undefined);
    for (const [index, { direction, request, response }] of session.interactions.entries()) {
      // a server may ask too, under ids of its own
      if (direction === 'server_to_client') continue;
      wire.request(request, ['session', 'interactions', index, 'request']);
      wire.response(response, ['session', 'interactions', index, 'response']);
    }
    return toCassette(recorder, about?.recorded_at);
  },
};

const direction = z.enum(['c2s', 's2c']);
const A_FRAME = 'a JSON-RPC message, or a list of them';
const frame = z.union([z.custom<Record<string, unknown>>(isObject), z.array(z.unknown())], A_FRAME);

/** A line; kinds that are not known hold no messages (the format says so). */
const lineSchema = z.object({ type: z.string() });
const headerSchema = z.object({
  cassetteVersion: z.literal([1, 2], 'version 1 or 2 of the format'),
  startedAt: z.nullish(z.string()),
});
const frameSchema = z.object({ dir: direction, frame });
const chunksSchema = z.object({ dir: direction, chunks: recordList(z.object({ frame })) });

/** mcp-cassette writes JSON Lines: a header, then a frame a line, or the frames of a streamed answer. */
export const mcpCassetteFormat: RunFormat = {
  name: 'mcp-cassette tape',
  recognises: (value) => isHeader(Array.isArray(value) ? value[0] : value),
  read(document, { notes }) {
    const lines = Array.isArray(document.value) ? (document.value as unknown[]) : [document.value];
    const recorder = new Recorder(document, notes);
    const wire = new WireRecorder(recorder, serverOf(lines));
    let startedAt: string | null | undefined;
    for (const [index, value] of lines.entries()) {
      const path: ValuePath = Array.isArray(document.value) ? [index] : [];
      readPart(document, path, value, (part) => {
        const { type } = validate(lineSchema, part);
        if (type === 'header') startedAt ??= validate(headerSchema, part).startedAt;
        else if (type === 'frame') record(wire, validate(frameSchema, part), [...path, 'frame']);
        else if (type === 'chunks') {
          const { dir, chunks } = validate(chunksSchema, part);
          for (const [at, chunk] of chunks.entries()) {
            record(wire, { dir, frame: chunk.frame }, [...path, 'chunks', at, 'frame']);
          }
        }
      });
    }
    return toCassette(recorder, startedAt);
  },
};

function record(wire: WireRecorder, line: z.infer<typeof frameSchema>, path: ValuePath): void {
  // JSON-RPC may send several messages at once
  const isBatch = Array.isArray(line.frame);
  for (const [index, each] of (isBatch ? (line.frame as unknown[]) : [line.frame]).entries()) {
    const at = isBatch ? [...path, index] : path;
    if (line.dir === 'c2s') wire.request(each, at);
    else wire.response(each, at);
  }
}

function isHeader(value: unknown): boolean {
  return isObject(value) && value.type === 'header' && Object.hasOwn(value, 'cassetteVersion');
}

/** The name in the answer to `initialize`, which alone holds one. */
function serverOf(lines: readonly unknown[]): string | undefined {
  for (const line of lines) {
    const result = isObject(line) && isObject(line.frame) && line.frame.result;
    const info = isObject(result) && result.serverInfo;
    if (isObject(info) && typeof info.name === 'string') return info.name;
  }
  return undefined;
}
