import { HEADER_MISMATCH, MISSING_CAPABILITY, UNSUPPORTED_VERSION } from '../../mcp/error-codes.ts';
import { META } from '../../mcp/meta-keys.ts';
import type { Heard } from '../../mcp/peer.ts';
import type { ProtocolEra } from '../../mcp/protocol.ts';
import { clip } from '../../text/clip.ts';
import { isObject, own } from '../../values/own-property.ts';
import { scalarText } from '../../values/scalar-text.ts';
import type { Transport } from './check.ts';
import type { Verdicts } from './verdicts.ts';

/** Codes that the modern revision defines, and those of older ones that it forbids. */
const DEFINED = [HEADER_MISMATCH, MISSING_CAPABILITY, UNSUPPORTED_VERSION];
const FORBIDDEN = [-32002, -32042];

/** Judges every message that a server sends, whatever it was sent for. */
export class Watch {
  readonly #verdicts: Verdicts;
  readonly #era: ProtocolEra;
  readonly #transport: Transport;
  /** The ids of all requests that were sent, with the token of those that asked for progress. */
  readonly #asked = new Map<string | number, string | undefined>();
  /** The ids that were answered, of the requests of this connection. */
  readonly #answered = new Set<unknown>();
  /** The last progress of each call that is not answered yet, by its token. */
  readonly #progress = new Map<unknown, number>();
  /** The ids of the subscriptions. */
  readonly subscriptions = new Set<unknown>();
  /** Whether the server sent a log message. */
  hasLogged = false;
  /** How often the server was silent. */
  silences = 0;

  constructor(verdicts: Verdicts, era: ProtocolEra, transport: Transport) {
    this.#verdicts = verdicts;
    this.#era = era;
    this.#transport = transport;
  }

  /** Notes a request that is about to be sent. */
  ask(id: string | number, progressToken?: string): void {
    this.#asked.set(id, progressToken);
    this.#answered.delete(id);
    if (progressToken !== undefined) this.#progress.set(progressToken, Number.NEGATIVE_INFINITY);
  }

  /** @param isAnswer whether it was heard after a request: other answers of HTTP, and refusals, may have bodies that are no messages */
  take({ messages, noise, http }: Heard, isAnswer: boolean): void {
    const isFree = http !== undefined && (!isAnswer || http.status >= 300);
    for (const message of messages)
      if (!isFree || (isObject(message) && 'jsonrpc' in message)) this.#judge(message);
    const [line] = noise;
    if (this.#transport === 'stdio') {
      if (line !== undefined)
        this.#verdicts.fail('stdout-pure', `wrote ${JSON.stringify(clip(line))}, which is not a message`);
      else if (messages.length > 0) this.#verdicts.pass('stdout-pure');
    } else if (http && messages.some((message) => isObject(message) && 'result' in message)) {
      const type = http.headers['content-type'] ?? '(none)';
      const fits = /^(?:application\/json|text\/event-stream)\s*(?:;|$)/i.test(type);
      this.#verdicts.judge('content-type', fits ? undefined : `the content type is ${clip(type)}`);
    }
  }

  #judge(message: unknown): void {
    const fault = formatFault(message);
    this.#verdicts.judge('message-format', fault);
    if (fault !== undefined || !isObject(message)) return;
    const requests = this.#transport === 'stdio' ? 'stdout-requests' : 'stream-requests';
    const isRequest = typeof message.method === 'string' && 'id' in message;
    if (isRequest) this.#verdicts.fail(requests, `sent the request ${clip(message.method as string)}`);
    else this.#verdicts.pass(requests);
    const isOther = message.method === 'notifications/cancelled' && !this.#endsSubscription(message.params);
    this.#verdicts.judge('cancels-requests', isOther ? 'cancelled a request' : undefined);
    if (typeof message.method === 'string') {
      this.#judgeNotification(message.method, isObject(message.params) ? message.params : {});
      return;
    }
    this.#judgeId(message);
    this.#progress.delete(this.#asked.get(message.id as string | number));
    if ('error' in message) this.#judgeError(message.error);
    else if (this.#era === 'modern') this.#judgeResult(message.result);
  }

  #judgeNotification(method: string, params: Readonly<Record<string, unknown>>): void {
    if (method === 'notifications/message') this.hasLogged = true;
    if (method === 'notifications/progress') this.#judgeProgress(params);
  }

  #endsSubscription(params: unknown): boolean {
    return isObject(params) && this.subscriptions.has(params.requestId);
  }

  #judgeProgress({ progressToken: token, progress }: Readonly<Record<string, unknown>>): void {
    const last = this.#progress.get(token);
    const named = clip(scalarText(token ?? 'none'));
    this.#verdicts.judge(
      'progress-token',
      last === undefined ? `sent progress with the token ${named}, which no active request had` : undefined,
    );
    if (last === undefined) return;
    const isMore = typeof progress === 'number' && progress > last;
    this.#verdicts.judge(
      'progress-increases',
      isMore
        ? undefined
        : `the progress of ${named} did not increase: found ${clip(scalarText(progress ?? 'nothing'))}`,
    );
    if (isMore) this.#progress.set(token, progress);
  }

  #judgeId(message: Readonly<Record<string, unknown>>): void {
    const { id } = message;
    // an error may say that the id could not be read
    if ((id === undefined || id === null) && 'error' in message) return;
    const isKnown = (typeof id === 'string' || typeof id === 'number') && this.#asked.has(id);
    const isSecond = this.#answered.has(id);
    this.#answered.add(id);
    this.#verdicts.judge(
      'response-id',
      isKnown && !isSecond
        ? undefined
        : `answered the id ${clip(scalarText(id))}, ${isSecond ? 'a second time' : 'which no request had'}`,
    );
  }

  #judgeError(error: unknown): void {
    const members = isObject(error) ? error : {};
    const { code, message } = members;
    const isWhole = typeof code === 'number' && typeof message === 'string';
    this.#verdicts.judge('error-fields', isWhole ? undefined : 'an error has no `code` or no `message`');
    if (code !== undefined)
      this.#verdicts.judge(
        'error-code',
        Number.isInteger(code) ? undefined : `the code is ${clip(scalarText(code))}`,
      );
    if (this.#era !== 'modern' || typeof code !== 'number') return;
    const isReserved = code <= -32020 && code >= -32099 && !DEFINED.includes(code);
    this.#verdicts.judge(
      'reserved-codes',
      isReserved || FORBIDDEN.includes(code) ? `sent the code ${code}` : undefined,
    );
  }

  #judgeResult(result: unknown): void {
    if (!isObject(result)) return;
    const { resultType } = result;
    this.#verdicts.judge(
      'result-type',
      typeof resultType === 'string' ? undefined : 'a result has no `resultType`',
    );
    const meta = own(result, '_meta');
    const info = isObject(meta) ? own(meta, META.server) : undefined;
    this.#verdicts.judge(
      'server-info',
      isObject(info) ? undefined : 'a result does not name the server under `_meta`',
    );
  }
}

/** Says why a value is no message of JSON-RPC; undefined if it is one. */
function formatFault(message: unknown): string | undefined {
  if (!isObject(message)) return 'a message is not an object';
  if (message.jsonrpc !== '2.0') return `\`jsonrpc\` is ${clip(scalarText(message.jsonrpc))}, not 2.0`;
  const kinds = ['method', 'result', 'error'].filter((key) => key in message);
  if (kinds.length !== 1)
    return kinds.length === 0
      ? 'a message has no `method`, `result` or `error`'
      : `a message has ${kinds.join(' and ')}`;
  if (kinds[0] === 'method' && typeof message.method !== 'string') return '`method` is not a string';
  if (kinds[0] === 'result' && !isObject(message.result)) return '`result` is not an object';
  return undefined;
}
