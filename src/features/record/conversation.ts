import { clip } from '../../text/clip.ts';
import { append } from '../../values/append.ts';
import { idKey, kindOf, type Message } from './message.ts';
import { BESIDES, type Differences, type Questions } from './questions.ts';

/** A server to which messages are sent one after the other. */
export interface Wire {
  /** @param mirrored headers that repeat arguments, over HTTP */
  send(message: Message, mirrored?: Readonly<Record<string, string>>): void;
  /** Begins the time that an answer may take. */
  begin(): void;
  /** Returns the next message of the server, `timeout` after the time limit, and `closed` when the server has ended. */
  receive(): Promise<Message | 'timeout' | 'closed'>;
  /** Waits between two calls, as the policy asks. */
  pause(): Promise<void>;
}

/** The most differences that are reported for one answer. */
export const MOST_DIFFERENCES = 20;

/** Sends the messages of a tape to a server, and gathers what the server sends besides the answers. */
export class Conversation {
  readonly #wire: Wire;
  readonly #questions: Questions;
  #ids = 0;
  /** The requests whose answers were not waited for any longer, and may still come. */
  readonly #givenUp = new Set<string>();
  #besides: Differences = [];
  #end: string | undefined;

  constructor(wire: Wire, questions: Questions) {
    this.#wire = wire;
    this.#questions = questions;
  }

  /** Why nothing more can be sent. Undefined while it can. */
  get end(): string | undefined {
    return this.#end;
  }

  /** Sends a notification. */
  notify(message: Message): void {
    this.#wire.send(message);
  }

  pause(): Promise<void> {
    return this.#wire.pause();
  }

  /**
   * Sends a request, answers what the server asks meanwhile as it was answered then, and returns the answer, or why there is
   * none.
   */
  async ask(request: Message, mirrored?: Readonly<Record<string, string>>): Promise<Message | string> {
    const id = ++this.#ids;
    this.#wire.begin();
    this.#wire.send({ ...request, id }, mirrored);
    while (true) {
      const message = await this.#wire.receive();
      if (message === 'timeout') {
        this.#givenUp.add(idKey(id));
        return 'the server did not answer in time';
      }
      if (message === 'closed') {
        this.#end = 'the server has ended';
        return this.#end;
      }
      if (kindOf(message) === 'response' && idKey(message.id) === idKey(id)) return message;
      this.#takeBesides(message);
    }
  }

  /** Waits for what the server asked then, and has not asked yet. */
  async lastQuestions(): Promise<void> {
    this.#wire.begin();
    while (this.#end === undefined && this.#questions.areMissing) {
      const message = await this.#wire.receive();
      if (typeof message === 'string') return;
      this.#takeBesides(message);
    }
  }

  /**
   * Hands over, and forgets, how what the server sent besides the answers differs from the tape: questions that were not asked
   * then, or were asked in another way, and answers that nothing waits for. At most {@link MOST_DIFFERENCES}.
   */
  besides(): Differences {
    const besides = this.#besides;
    this.#besides = [];
    return besides;
  }

  /** Takes what is not the answer that is waited for. */
  #takeBesides(message: Message): void {
    const kind = kindOf(message);
    if (kind === 'response' && !this.#givenUp.delete(idKey(message.id))) {
      this.#add([{ path: BESIDES, now: strayAnswer(message.id) }]);
    }
    if (kind !== 'request') return;
    const { answer, differences } = this.#questions.take(message);
    this.#add(differences);
    this.#wire.send(answer);
  }

  #add(differences: Differences): void {
    append(this.#besides, differences.slice(0, MOST_DIFFERENCES - this.#besides.length));
  }
}

/** What a report says of an answer that nothing waits for. */
function strayAnswer(id: unknown): string {
  return `one more answer, to the request ${clip(JSON.stringify(id ?? null))}`;
}
