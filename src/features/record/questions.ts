import { diffJson } from '../../assertions/diff.ts';
import { METHOD_NOT_FOUND } from '../../mcp/error-codes.ts';
import { maskVolatile } from '../../mcp/mask-volatile.ts';
import { clip } from '../../text/clip.ts';
import { scalarText } from '../../values/scalar-text.ts';
import type { EnvSecret } from './env-secret.ts';
import type { Aside, RecordedExchange } from './exchanges.ts';
import { kindOf, type Message } from './message.ts';
import { isShallow, type Redactor } from './redactor.ts';
import { restored } from './restored.ts';
import type { VerifiedRequest } from './verify-schema.ts';

/** Where the answers of a server, or what it asks, differ from a tape. */
export type Differences = VerifiedRequest['differences'];

/** The path of a difference that is a message of its own. */
export const BESIDES = 'besides the answer';

/** A request of the server on the tape. */
interface Question {
  readonly exchange: RecordedExchange;
  readonly aside: Aside;
}

/**
 * What a server asks its client while a tape is verified, compared with what it asked then. When it asks is not compared:
 * servers that ask for roots after the handshake do so at some moment. A ping keeps a connection alive, so how many there
 * are depends on the time; but a server that never sent one should send none.
 */
export class Questions {
  readonly #secrets: readonly EnvSecret[];
  readonly #redactor: Redactor;
  readonly #hasPings: boolean;
  /** Those that the server did not make again yet. */
  readonly #open: Question[];
  /** The messages that were sent again. */
  readonly #sent = new Set<RecordedExchange>();

  /** @param exchanges all of the tape */
  constructor(exchanges: readonly RecordedExchange[], secrets: readonly EnvSecret[], redactor: Redactor) {
    this.#secrets = secrets;
    this.#redactor = redactor;
    const all = exchanges.flatMap((exchange) => questionsIn(exchange));
    this.#hasPings = all.some(({ aside }) => isPing(aside.sent.message));
    this.#open = all.filter(({ aside }) => !isPing(aside.sent.message));
  }

  /** Expects what the server asked because of a message that is sent again. */
  expect(exchange: RecordedExchange): void {
    this.#sent.add(exchange);
  }

  /** Takes a request of the server. Returns the answer, and how the request differs from those on the tape. */
  take(asked: Message): { readonly answer: Message; readonly differences: Differences } {
    const { id, method } = asked;
    const reply = (members: Message) => ({ jsonrpc: '2.0', ...members, id });
    if (isPing(asked)) {
      return {
        answer: reply({ result: {} }),
        differences: this.#hasPings ? [] : [{ path: BESIDES, now: requestOf(asked) }],
      };
    }
    const found = this.#match(asked);
    if (!found) {
      const error = { code: METHOD_NOT_FOUND, message: 'this was not asked when it was recorded' };
      return { answer: reply({ error }), differences: [{ path: BESIDES, now: requestOf(asked) }] };
    }
    const { aside, changes } = found;
    const then = aside.answer && restored(aside.answer.message, this.#secrets);
    const error = { code: METHOD_NOT_FOUND, message: 'the recorded answer is not known' };
    return {
      answer: reply(then ?? { error }),
      differences: changes.map(({ path, ...sides }) => ({ path: `${scalarText(method)} ${path}`, ...sides })),
    };
  }

  /** Whether the server has not asked everything yet. */
  get areMissing(): boolean {
    return this.#open.some(({ exchange }) => this.#sent.has(exchange));
  }

  /** What the server has not asked, and the exchange in which it asked it then. */
  get missing(): readonly { readonly exchange: RecordedExchange; readonly differences: Differences }[] {
    return this.#open
      .filter(({ exchange }) => this.#sent.has(exchange))
      .map(({ exchange, aside }) => ({
        exchange,
        differences: [{ path: BESIDES, recorded: requestOf(aside.sent.message) }],
      }));
  }

  /** The one with the fewest differences, the oldest of those. It may belong to a message that is sent later. */
  #match(asked: Message): { readonly aside: Aside; readonly changes: Differences } | undefined {
    let best: { readonly question: Question; readonly changes: Differences } | undefined;
    for (const question of this.#open) {
      const { message } = question.aside.sent;
      if (message.method !== asked.method) continue;
      const changes = this.#changes(message, asked);
      if (!best || changes.length < best.changes.length) best = { question, changes };
      if (changes.length === 0) break;
    }
    if (!best) return undefined;
    this.#open.splice(this.#open.indexOf(best.question), 1);
    return { aside: best.question.aside, changes: best.changes };
  }

  #changes({ params: then }: Message, { params: now }: Message): Differences {
    return changesOf({ params: then }, { params: now }, this.#redactor);
  }
}

/**
 * Returns where what a server sends differs from what is on a tape, but for what is volatile. The tape is redacted, so what
 * is sent now is too, also in the report.
 */
export function changesOf(recorded: Message, current: Message, redactor: Redactor): Differences {
  if (!isShallow(current)) return [{ path: '', now: 'a message that nests too deep' }];
  const changes = diffJson(maskVolatile(recorded), maskVolatile(redactor.value(current)));
  return changes.map(({ path, before, after }) => ({
    path,
    ...(before !== undefined && { recorded: before }),
    ...(after !== undefined && { now: after }),
  }));
}

function questionsIn(exchange: RecordedExchange): Question[] {
  return [...exchange.before, ...exchange.after]
    .filter(({ sent }) => kindOf(sent.message) === 'request')
    .map((aside) => ({ exchange, aside }));
}

function isPing({ method }: Message): boolean {
  return method === 'ping';
}

function requestOf({ method }: Message): string {
  return `the request \`${clip(scalarText(method), 100)}\` of the server`;
}
