import { type Client, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import type { ClientAbilities, Question, ScriptedAnswer } from '../mcp/exchange.ts';

/** The most questions of a server in one call. More are refused: a server must not ask without end. */
const MOST_QUESTIONS = 100;

type Elicit = Extract<ScriptedAnswer, { elicit: unknown }>['elicit'];

/** Answers what a server asks during a call from a script, alike in both eras of the protocol. One call at a time. */
export class ClientScript {
  #answers: ScriptedAnswer[] = [];
  #questions: Question[] = [];

  /** Registers the answers with a client. Must be called before it is connected. */
  constructor(client: Client, { elicitation, sampling }: ClientAbilities) {
    if (elicitation) {
      client.setRequestHandler('elicitation/create', ({ method, params }) => this.#elicit(method, params));
    }
    if (sampling) {
      client.setRequestHandler('sampling/createMessage', ({ method, params }) =>
        this.#sample(method, params),
      );
    }
  }

  /** Makes the answers of a call the next ones. */
  begin(answers: readonly ScriptedAnswer[]): void {
    this.#answers = [...answers];
    this.#questions = [];
  }

  /** The questions since {@link begin}. */
  get questions(): readonly Question[] {
    return this.#questions;
  }

  #elicit(method: string, params: { readonly mode?: string | undefined }) {
    const answer = this.#next('elicit')?.elicit;
    const { action, content } = answer
      ? actionOf(answer)
      : ({ action: 'decline', content: undefined } as const);
    this.#note({ method, params, reply: action, scripted: answer !== undefined });
    // a page that the user is sent to takes no values
    return content && params.mode !== 'url' ? { action, content: content as never } : { action };
  }

  #sample(method: string, params: unknown) {
    const answer = this.#next('sample')?.sample;
    this.#note({ method, params, reply: answer ? 'text' : 'refuse', scripted: answer !== undefined });
    if (!answer) throw new ProtocolError(ProtocolErrorCode.InvalidRequest, 'the user refuses the request');
    return { role: 'assistant', model: 'scripted', content: { type: 'text', text: answer.text } } as const;
  }

  #next<K extends 'elicit' | 'sample'>(kind: K): Extract<ScriptedAnswer, Record<K, unknown>> | undefined {
    const index = this.#answers.findIndex((answer) => kind in answer);
    if (index === -1) return undefined;
    return this.#answers.splice(index, 1)[0] as Extract<ScriptedAnswer, Record<K, unknown>>;
  }

  #note(question: Question): void {
    if (this.#questions.length === MOST_QUESTIONS) {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidRequest,
        `more than ${MOST_QUESTIONS} questions in a call`,
      );
    }
    this.#questions.push(question);
  }
}

function actionOf(answer: Elicit) {
  if ('accept' in answer) return { action: 'accept', content: answer.accept } as const;
  return { action: 'decline' in answer ? 'decline' : 'cancel', content: undefined } as const;
}
