import { toJson } from '../../documents/to-json.ts';
import { present } from '../../values/own-property.ts';
import type { Cassette, RecordedCall, Turn, Usage } from './model.ts';
import { CASSETTE_VERSION } from './schema.ts';

/**
 * Writes recordings as a file: a single one, or a list, even of one. Reading the text gives the same recordings.
 */
export function writeCassettes(cassettes: readonly Cassette[], isList: boolean): string {
  const documents = cassettes.map(toCassetteDocument);
  return toJson(isList ? documents : documents[0]);
}

/**
 * Converts a recording to the document to write: the canonical form (`mcptest.dev/cassette/v1`), with its keys in a fixed
 * order and no other keys. Reading it gives the same recording.
 */
export function toCassetteDocument(cassette: Cassette): Record<string, unknown> {
  const { model, provider, system_prompt, prompt, recorded_at, turns, usage, cost_micros } = cassette;
  const { caveats, unread } = cassette;
  return present({
    schema_version: CASSETTE_VERSION,
    kind: 'agent',
    model,
    provider,
    system_prompt,
    prompt,
    recorded_at,
    turns: turns.map(toTurn),
    usage: usage && toUsage(usage),
    cost_micros,
    caveats,
    unread: unread?.map(({ why, count, examples }) => ({ why, count, examples })),
  });
}

function toTurn({ user, tool_calls, final_response, refused }: Turn): Record<string, unknown> {
  return {
    ...(user !== undefined && { user }),
    tool_calls: tool_calls.map(toCall),
    ...present({ final_response, refused }),
  };
}

function toCall(call: RecordedCall): Record<string, unknown> {
  const { name, server, args, raw_args, is_error, result, error } = call;
  const { unanswered, abandoned, agent, parallel } = call;
  return {
    name,
    ...(server !== undefined && { server }),
    args,
    ...(raw_args !== undefined && { raw_args }),
    is_error,
    ...(result !== undefined && { result }),
    ...(error !== undefined && { error }),
    ...present({ unanswered, abandoned, agent, parallel }),
  };
}

function toUsage({ input_tokens, output_tokens, cache_read_tokens, cache_write_tokens }: Usage) {
  return present({ input_tokens, output_tokens, cache_read_tokens, cache_write_tokens });
}
