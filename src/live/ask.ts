import {
  type Client,
  isJSONRPCErrorResponse,
  isJSONRPCResultResponse,
  type RequestOptions,
  type Tool,
} from '@modelcontextprotocol/client';
import type { CallFault } from '../mcp/call.ts';
import type { AskOptions, Exchange, McpRequest, Notice } from '../mcp/exchange.ts';
import { present } from '../values/own-property.ts';
import type { Opening } from './connect-options.ts';
import { toFault } from './faults.ts';
import { faultOfLost } from './lost-answer.ts';
import { isTooDeep } from './nesting.ts';
import type { Tapped } from './wire-tap.ts';

/** The most notifications that are kept of one call, and the most characters of them. */
const MOST_NOTICES = 1000;
const MOST_NOTICE_TEXT = 1_000_000;

/**
 * Makes one request and sends it once: never again, except with the answers that the server asked for. Never rejects.
 * @param inputSchema that of a tool, if the server lists it: over HTTP, some arguments are also sent as headers
 */
export async function ask(
  { client, tap, script, closed, breaches, options: { signal } }: Opening,
  request: McpRequest,
  { timeout, maxTime, answers }: AskOptions,
  inputSchema?: unknown,
): Promise<Exchange> {
  const notices = new Notices();
  const options = {
    timeout: Math.min(timeout, maxTime),
    maxTotalTimeout: maxTime,
    resetTimeoutOnProgress: true,
    onprogress: () => {},
    signal,
  };
  const send = (_meta: Record<string, unknown>) => sendBy(client, request, _meta, options, inputSchema);
  // the SDK has no name for a request on a connection that has ended
  if (closed.yes) return { ...NOTHING, outcome: fault({ kind: 'closed' }) };
  script?.begin(answers);
  const start = performance.now();
  const tapped = await tap.watch(send, (notice) => notices.take(notice));
  const duration = performance.now() - start;
  const { tooLong } = breaches;
  return {
    outcome:
      tooLong === undefined
        ? outcomeOf(tapped, timeout, maxTime)
        : { kind: 'fault', fault: { kind: 'malformed', message: tooLong } },
    duration,
    notifications: notices.kept,
    dropped: notices.dropped,
    questions: script?.questions ?? [],
  };
}

/** Hands a request to the SDK. */
function sendBy(
  client: Client,
  request: McpRequest,
  _meta: Record<string, unknown>,
  options: RequestOptions,
  inputSchema: unknown,
): Promise<unknown> {
  switch (request.kind) {
    case 'tool': {
      const { name, args } = request;
      // given a definition, the SDK never repeats a call; without an output schema in it, the SDK does not judge the result
      const toolDefinition = { name, inputSchema: inputSchema ?? { type: 'object' } } as Tool;
      return client.callTool({ name, arguments: { ...args }, _meta }, { ...options, toolDefinition });
    }
    case 'prompt': {
      const { name, args } = request;
      return client.request(
        { method: 'prompts/get', params: { name, arguments: { ...args }, _meta } },
        options,
      );
    }
    case 'resource':
      return client.request({ method: 'resources/read', params: { uri: request.uri, _meta } }, options);
  }
}

const NOTHING = { duration: 0, notifications: [], dropped: 0, questions: [] };

/** Members of a result that belong to the modern protocol, not to what was asked for. */
const WIRE_ONLY = new Set(['resultType', 'ttlMs', 'cacheScope']);

function outcomeOf({ reply, error }: Tapped, timeout: number, maxTime: number): Exchange['outcome'] {
  const malformed = (message: string) => fault({ kind: 'malformed', message });
  if (reply && isTooDeep(reply)) return malformed('the answer nests too deep');
  if (reply && isJSONRPCErrorResponse(reply)) {
    const lost = faultOfLost(reply.error);
    if (lost) return fault(lost);
    const { code, message, data } = reply.error;
    return fault({ kind: 'error-response', code, message, ...present({ data }) });
  }
  if (reply && isJSONRPCResultResponse(reply) && error === undefined) {
    const members = Object.entries(reply.result).filter(([key]) => !WIRE_ONLY.has(key));
    return { kind: 'result', result: Object.fromEntries(members) };
  }
  if (reply && 'result' in reply && reply.result.resultType === 'input_required') {
    return malformed('the server asks for input that the client does not offer, or has no answer for');
  }
  // the SDK takes the answer to request "1" for that to request 1, and says nothing
  if (error === undefined) return malformed('the answer names another request');
  const why = toFault(error, timeout);
  if (why.kind !== 'timeout') return fault(why);
  return fault({ kind: 'timeout', milliseconds: isOverall(error) ? maxTime : Math.min(timeout, maxTime) });
}

function fault(fault: CallFault): Exchange['outcome'] {
  return { kind: 'fault', fault };
}

/** Whether the cap on the whole time ended a call, not silence. */
function isOverall(error: unknown): boolean {
  const { data } = error as { data?: { maxTotalTimeout?: number } };
  return data?.maxTotalTimeout !== undefined;
}

/** The first notifications of a call, within bounds. */
class Notices {
  readonly kept: Notice[] = [];
  dropped = 0;
  #size = 0;

  take(notice: Notice): void {
    const { length } = JSON.stringify(notice);
    if (this.kept.length >= MOST_NOTICES || this.#size + length > MOST_NOTICE_TEXT || isTooDeep(notice)) {
      this.dropped += 1;
      return;
    }
    this.#size += length;
    this.kept.push(notice);
  }
}
