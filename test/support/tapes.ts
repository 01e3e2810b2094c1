import type { FrameRow, Tape } from '../../src/artifacts/tape/model.ts';

/** A row of a tape on stdio. @param text `>` and what the client sends, or `<` and what the server does */
function rowOf(text: string, t: number): FrameRow {
  const body = text.slice(2);
  const value = JSON.parse(body);
  const frame = JSON.stringify(value) === body ? value : body;
  return { kind: 'frame', t, dir: text.startsWith('>') ? 'to_server' : 'to_client', stream: 0, frame };
}

/** A tape of such rows. */
export function tapeOf(rows: readonly string[], era: 'legacy' | 'modern' = 'legacy'): Tape {
  const client = { protocol_version: '2026-07-28' };
  return {
    header: { era, transport: 'stdio', client, server: { name: 's' }, redaction: { env: [], values: 0 } },
    frames: rows.map(rowOf),
  };
}

/** The text of a request, of an answer, and of a notification. */
export const request = (id: unknown, method: string, params?: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, ...(params && { params }) });
export const result = (id: unknown, value: unknown): string =>
  JSON.stringify({ jsonrpc: '2.0', id, result: value });
export const note = (method: string, params?: object): string =>
  JSON.stringify({ jsonrpc: '2.0', method, ...(params && { params }) });

/** The code of an error in an answer. */
export const codeOf = (text: string | undefined): number | undefined => JSON.parse(text ?? '{}').error?.code;
