import { isCount } from '../../../values/count.ts';
import type { Usage } from '../model.ts';

// A quick check of turns and calls: true only for values that the schemas accept. Validating a million calls with the
// schemas would take longer than reading the file.

/** A call that the schema of calls accepts. */
export interface WrittenCall {
  name: string;
  server?: string;
  args?: string | Record<string, unknown>;
  arguments?: string | Record<string, unknown>;
  input?: string | Record<string, unknown>;
  raw_args?: string;
  is_error?: boolean;
  isError?: boolean;
  error?: unknown;
  result?: unknown;
  unanswered?: true;
  abandoned?: true;
  agent?: string;
  parallel?: number;
}

/** A turn that the schema of turns accepts. */
export interface WrittenTurn {
  user?: string;
  tool_calls?: WrittenCall[];
  final_response?: string;
  refused?: true;
  usage?: Usage;
}

/** Whether a value is a turn. True only for values that the schema of turns accepts. */
export function isWrittenTurn(value: unknown): value is WrittenTurn {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { user, tool_calls, final_response, refused, usage } = value as Record<string, unknown>;
  return (
    (user === undefined || typeof user === 'string') &&
    (final_response === undefined || typeof final_response === 'string') &&
    (refused === undefined || refused === true) &&
    (usage === undefined || isUsage(usage)) &&
    (tool_calls === undefined || (Array.isArray(tool_calls) && tool_calls.every(isWrittenCall)))
  );
}

function isUsage(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { input_tokens, output_tokens, cache_read_tokens, cache_write_tokens } = value as Record<
    string,
    unknown
  >;
  return (
    isCount(input_tokens) &&
    isCount(output_tokens) &&
    (cache_read_tokens === undefined || isCount(cache_read_tokens)) &&
    (cache_write_tokens === undefined || isCount(cache_write_tokens))
  );
}

/** Whether a value is a call. True only for values that the schema of calls accepts. */
export function isWrittenCall(value: unknown): value is WrittenCall {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const call = value as Record<string, unknown>;
  const { name, server, args: given, arguments: given2, input, is_error, isError, result } = call;
  const { raw_args, unanswered, abandoned, agent, parallel } = call;
  return (
    typeof name === 'string' &&
    name !== '' &&
    (server === undefined || typeof server === 'string') &&
    isArgs(given) &&
    isArgs(given2) &&
    isArgs(input) &&
    (raw_args === undefined || typeof raw_args === 'string') &&
    (is_error === undefined || typeof is_error === 'boolean') &&
    (isError === undefined || typeof isError === 'boolean') &&
    isResult(result) &&
    (unanswered === undefined || unanswered === true) &&
    (abandoned === undefined || abandoned === true) &&
    (agent === undefined || typeof agent === 'string') &&
    (parallel === undefined || isCount(parallel))
  );
}

function isArgs(value: unknown): boolean {
  switch (typeof value) {
    case 'undefined':
    case 'string':
      return true;
    case 'object':
      return value !== null && !Array.isArray(value);
    default:
      return false;
  }
}

function isResult(value: unknown): boolean {
  switch (typeof value) {
    case 'undefined':
    case 'string':
    case 'boolean':
      return true;
    case 'object':
      return value !== null;
    case 'number':
      return Number.isFinite(value);
    default:
      return false;
  }
}
