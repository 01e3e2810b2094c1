import type { HttpAsk, HttpReply } from '../../mcp/http-reply.ts';
import { SESSION_HEADER } from '../../mcp/standard-headers.ts';
import { answerClientText, type ClientText, isAnswered, readClientText, refusalText } from './client-text.ts';
import type { Sent } from './exchanges.ts';
import { errorText } from './message.ts';
import { type Outlet, type Recorded, Replay } from './replay.ts';

/** The most sessions that are kept. A client that begins one more ends the oldest. */
const MOST_SESSIONS = 1000;

/** The most messages that wait for a client that has no stream for them. */
const MOST_WAITING = 1000;

/** A session of one client: where it is on the tape, and its stream for what no request asked for. */
class Session {
  readonly replay: Replay;
  #stream: HttpReply | undefined;
  readonly #waiting: string[] = [];

  constructor(recorded: Recorded) {
    this.replay = new Replay(recorded, (text) => this.#push(text));
  }

  listen(reply: HttpReply): void {
    this.#stream?.end();
    this.#stream = reply;
    reply.open();
    for (const text of this.#waiting.splice(0)) reply.event(text);
  }

  end(): void {
    this.#stream?.end();
  }

  #push(text: string): void {
    if (this.#stream?.isOpen) this.#stream.event(text);
    else if (this.#waiting.length < MOST_WAITING) this.#waiting.push(text);
  }
}

/**
 * Answers requests over HTTP from a tape, in both protocols: each `initialize` begins a session with a place on the tape of
 * its own. Clients without sessions share one.
 */
export class HttpSessions {
  readonly #recorded: Recorded;
  readonly #sessions = new Map<string, Session>();
  readonly #shared: Session;
  #begun = 0;

  constructor(recorded: Recorded) {
    this.#recorded = recorded;
    this.#shared = new Session(recorded);
  }

  /** Answers a request. Never waits for anything but the client. */
  answer({ method, headers, body }: HttpAsk, reply: HttpReply): void {
    if ('why' in body) {
      // the rest of a body that is too long is only dropped: the end of the connection ends it
      reply.whole(413, refusalText(body.why), { connection: 'close' });
      return;
    }
    const name = headers[SESSION_HEADER];
    const session = name === undefined ? this.#shared : this.#sessions.get(String(name));
    if (!session) reply.whole(404, NO_SESSION);
    else if (method === 'POST') this.#post(session, body, reply);
    // without a session, there is no stream that a client could have asked for
    else if (method === 'GET' && name !== undefined) session.listen(reply);
    else if (method === 'DELETE' && name !== undefined) {
      session.end();
      this.#sessions.delete(String(name));
      reply.whole(200, '');
    } else reply.whole(405, '', { allow: 'POST' });
  }

  #post(session: Session, body: Uint8Array, reply: HttpReply): void {
    const read = readClientText(body);
    if (read.kind === 'broken') reply.whole(400, read.error);
    else if (!messagesOf(read).some(isAnswered)) {
      answerClientText(read, session.replay, SILENT);
      reply.whole(202, '');
    } else if (messagesOf(read).some(({ method }) => method === 'initialize')) this.#begin(read, reply);
    else answerClientText(read, session.replay, outletOf(reply, {}));
  }

  #begin(read: ClientText, reply: HttpReply): void {
    const [oldest] = this.#sessions.size < MOST_SESSIONS ? [] : this.#sessions;
    oldest?.[1].end();
    if (oldest) this.#sessions.delete(oldest[0]);
    const name = `session-${++this.#begun}`;
    const session = new Session(this.#recorded);
    this.#sessions.set(name, session);
    answerClientText(read, session.replay, outletOf(reply, { [SESSION_HEADER]: name }));
  }
}

/** The code that servers give for it, which the protocol leaves open. */
const NO_SESSION = errorText(null, -32001, 'there is no such session');

/** For messages that get no answer. */
const SILENT: Outlet = { aside() {}, answer() {}, drop() {} };

function messagesOf(read: ClientText) {
  if (read.kind === 'broken') return [];
  return read.kind === 'message' ? [read.message] : read.messages;
}

/** A response is whole, as most servers send it, unless something comes before the answer. */
function outletOf(reply: HttpReply, headers: Readonly<Record<string, string>>): Outlet {
  return {
    aside(text) {
      reply.open(headers);
      reply.event(text);
    },
    answer(text, recorded) {
      if (reply.isOpen) {
        reply.event(text);
        reply.end();
      } else reply.whole(statusOf(recorded), text, headers);
    },
    drop() {
      reply.open(headers);
      reply.end();
    },
  };
}

/** Errors have other statuses in the protocol without a handshake. */
function statusOf(recorded: Sent | undefined): number {
  const status = Number(recorded?.row.headers?.[':status']);
  return Number.isInteger(status) && status >= 200 && status < 600 ? status : 200;
}
