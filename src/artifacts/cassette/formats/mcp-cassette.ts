import * as z from 'zod/mini';
import type { ValuePath } from '../../../diagnostic.ts';
import { readPart } from '../../../documents/part-of.ts';
import { recordList } from '../../../documents/record-list.ts';
import { validate } from '../../../documents/validate.ts';
import { isObject } from '../../../values/own-property.ts';
import { EventReader } from '../events/event-reader.ts';
import { toCassette } from '../mcp/session.ts';
import { WireReader } from '../mcp/wire-reader.ts';
import type { RunFormat } from './run-format.ts';

const direction = z.enum(['c2s', 's2c']);
const A_FRAME = 'a JSON-RPC message, or a list of them';
const frame = z.union([z.custom<Record<string, unknown>>(isObject), z.array(z.unknown())], A_FRAME);

/** A line. Lines of unknown types contain no messages, as the format defines. */
const lineSchema = z.object({ type: z.string() });
const headerSchema = z.object({
  cassetteVersion: z.literal([1, 2], 'version 1 or 2 of the format'),
  startedAt: z.nullish(z.string()),
});
const frameSchema = z.object({ dir: direction, frame });
const chunksSchema = z.object({ dir: direction, chunks: recordList(z.object({ frame })) });

/** Reads JSON Lines of mcp-cassette: a header, then lines with a frame each, or with the frames of a streamed answer. */
export const mcpCassetteFormat: RunFormat = {
  name: 'mcp-cassette tape',
  programs:
    '[mcp-cassette](https://github.com/ivermin1123/mcp-cassette), cassette version 2, from its test data',
  recognisedBy: 'JSON Lines that begin with a header with `cassetteVersion`',
  from: 'the tape',
  failed: '`result.isError`, or a JSON-RPC `error`',
  leavesOut: 'all messages but `tools/call` and its answer',
  recognises: (value) => isHeader(Array.isArray(value) ? value[0] : value),
  read(document, context) {
    const lines = Array.isArray(document.value) ? (document.value as unknown[]) : [document.value];
    const events = new EventReader(document, context);
    const wire = new WireReader(events, serverOf(lines));
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
    return toCassette(events, startedAt);
  },
};

function record(wire: WireReader, line: z.infer<typeof frameSchema>, path: ValuePath): void {
  // JSON-RPC allows a batch of messages
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

/** The name of the server, which only the answer to `initialize` contains. */
function serverOf(lines: readonly unknown[]): string | undefined {
  for (const line of lines) {
    const result = isObject(line) && isObject(line.frame) && line.frame.result;
    const info = isObject(result) && result.serverInfo;
    if (isObject(info) && typeof info.name === 'string') return info.name;
  }
  return undefined;
}
