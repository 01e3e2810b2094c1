import type { Tape } from '../../artifacts/tape/model.ts';
import type { CallBudget } from '../../exec-policy/call-budget.ts';
import { classify } from '../../exec-policy/classify.ts';
import { decide } from '../../exec-policy/decide.ts';
import type { ListedTool } from '../../mcp/listed-tool.ts';
import { mirroredHeaders } from '../../mcp/mirrored-headers.ts';
import { isObject, present } from '../../values/own-property.ts';
import { scalarText } from '../../values/scalar-text.ts';
import { Conversation, MOST_DIFFERENCES, type Wire } from './conversation.ts';
import type { EnvSecret } from './env-secret.ts';
import { exchangesOf, type RecordedExchange } from './exchanges.ts';
import { type Message, objectIn } from './message.ts';
import { changesOf, type Differences, Questions } from './questions.ts';
import { Redactor } from './redactor.ts';
import { restored } from './restored.ts';
import { HOLDS_REDACTED, type VerifiedRequest } from './verify-schema.ts';

/** What may be called. */
export interface VerifyPolicy {
  readonly executeDestructive: boolean;
  readonly strict: boolean;
  readonly budget: CallBudget;
  /** The variables whose values the tape does not have, as far as they are set. */
  readonly secrets: readonly EnvSecret[];
}

/** The most pages of a list of tools that are read, so that a server cannot list forever. */
const MOST_PAGES = 1000;

/**
 * Sends the requests of a tape to a server, each once and after the answer to the one before, and compares the answers.
 * Calls of tools are sent as far as the execution safety policy permits, by what the server lists now. A request that was not
 * answered when it was recorded is not sent.
 * Spec (suites and recording): "`mcptest record` and `serve`"
 */
export async function verifyTape(tape: Tape, wire: Wire, policy: VerifyPolicy): Promise<VerifiedRequest[]> {
  return new Verification(tape, wire, policy).run();
}

class Verification {
  readonly #exchanges: readonly RecordedExchange[];
  readonly #policy: VerifyPolicy;
  readonly #redactor: Redactor;
  readonly #questions: Questions;
  readonly #talk: Conversation;
  /** The states of unfinished requests that the server gave now, by those that it gave then. */
  readonly #states = new Map<unknown, unknown>();
  #tools: ReadonlyMap<string, ListedTool> | undefined;

  constructor(tape: Tape, wire: Wire, policy: VerifyPolicy) {
    this.#exchanges = exchangesOf(tape);
    this.#policy = policy;
    this.#redactor = new Redactor(policy.secrets);
    this.#questions = new Questions(this.#exchanges, policy.secrets, this.#redactor);
    this.#talk = new Conversation(wire, this.#questions);
  }

  async run(): Promise<VerifiedRequest[]> {
    const results: VerifiedRequest[] = [];
    for (const exchange of this.#exchanges) {
      if (exchange.kind === 'request') results.push(await this.#verify(exchange));
      else this.#notify(exchange);
    }
    await this.#talk.lastQuestions();
    const sent = results.filter(({ outcome }) => outcome !== 'skipped');
    addDifferences(sent.at(-1), this.#talk.besides());
    for (const { exchange, differences } of this.#questions.missing) {
      // a notification has no result of its own
      addDifferences(sent.findLast(({ row }) => row <= exchange.request.at) ?? sent[0], differences);
    }
    return results;
  }

  #notify(exchange: RecordedExchange): void {
    const { message } = exchange.request;
    // the requests that these are about are not on their way
    const isAbout =
      message.method === 'notifications/cancelled' || message.method === 'notifications/progress';
    const sent = restored(message, this.#policy.secrets);
    if (isAbout || !sent || this.#talk.end !== undefined) return;
    this.#questions.expect(exchange);
    this.#talk.notify(sent);
  }

  async #verify(exchange: RecordedExchange): Promise<VerifiedRequest> {
    const { message, at } = exchange.request;
    const { name, uri } = objectIn(message, 'params');
    const named = [name, uri].find((each): each is string => typeof each === 'string');
    const head = { row: at, method: scalarText(message.method), ...present({ name: named }) };
    const { answer } = exchange;
    const sent = restored(message, this.#policy.secrets);
    const skipped = await this.#reasonToSkip(exchange, sent);
    if (skipped !== undefined || !answer || !sent) {
      return { ...head, outcome: 'skipped', ...present({ reason: skipped }), differences: [] };
    }
    this.#questions.expect(exchange);
    const now = await this.#talk.ask(this.#withState(sent), this.#mirrored(sent));
    const besides = this.#talk.besides();
    if (typeof now === 'string') return { ...head, outcome: 'no-answer', reason: now, differences: besides };
    const then = stateIn(answer.message);
    // most answers have none
    if (typeof then === 'string') this.#states.set(then, stateIn(now));
    const differences = [...besides, ...this.#differences(answer.message, now)].slice(0, MOST_DIFFERENCES);
    return { ...head, outcome: differences.length === 0 ? 'same' : 'differs', differences };
  }

  /** A retry goes on with the state that the server gave now, not with the recorded one. */
  #withState(request: Message): Message {
    const params = objectIn(request, 'params');
    const requestState = this.#states.get(params.requestState);
    return requestState === undefined ? request : { ...request, params: { ...params, requestState } };
  }

  /** What a call repeats in headers, by what the server lists now. */
  #mirrored(request: Message): Record<string, string> {
    const { name, arguments: args } = objectIn(request, 'params');
    if (request.method !== 'tools/call' || typeof name !== 'string') return {};
    return mirroredHeaders(this.#tools?.get(name)?.inputSchema, args);
  }

  async #reasonToSkip(
    { answer, request }: RecordedExchange,
    sent: Message | undefined,
  ): Promise<string | undefined> {
    if (!answer) return 'it was not answered when it was recorded';
    if (!sent) return HOLDS_REDACTED;
    if (this.#talk.end !== undefined) return this.#talk.end;
    if (request.message.method !== 'tools/call') return undefined;
    const { name } = objectIn(request.message, 'params');
    if (typeof name !== 'string') return 'it names no tool';
    const tool = (await this.#listed(request.message)).get(name) ?? { name };
    const { strict, executeDestructive, budget } = this.#policy;
    const decision = decide(classify(tool, { strict }).class, {
      strict,
      executeDestructive,
      context: 'live',
    });
    if (decision.kind === 'Refuse' || decision.kind === 'GenerateOnly') {
      return `the execution safety policy does not permit it (${decision.reason}): pass --execute-destructive`;
    }
    if (budget.acquire().kind !== 'Slot') return 'the calls of --max-calls are used up';
    await this.#talk.pause();
    return undefined;
  }

  /** What the server lists now decides what may be called, not what it listed then. */
  async #listed({ params }: Message): Promise<ReadonlyMap<string, ListedTool>> {
    if (this.#tools) return this.#tools;
    const tools = new Map<string, ListedTool>();
    this.#tools = tools;
    const { _meta } = isObject(params) ? params : {};
    let cursor: unknown;
    for (let page = 0; page < MOST_PAGES; page++) {
      const answer = await this.#talk.ask({
        jsonrpc: '2.0',
        method: 'tools/list',
        params: present({ _meta, cursor }),
      });
      const result = typeof answer === 'string' ? {} : objectIn(answer, 'result');
      for (const tool of Array.isArray(result.tools) ? result.tools : []) {
        if (isObject(tool) && typeof tool.name === 'string')
          tools.set(tool.name, tool as unknown as ListedTool);
      }
      cursor = result.nextCursor;
      if (typeof cursor !== 'string') break;
    }
    return tools;
  }

  #differences(then: Message, now: Message): Differences {
    const [recorded, current] = [then, now].map(({ result, error }) => present({ result, error })) as [
      Message,
      Message,
    ];
    return changesOf(recorded, current, this.#redactor);
  }
}

function addDifferences(to: VerifiedRequest | undefined, differences: Differences): void {
  if (!to || differences.length === 0) return;
  to.differences = [...to.differences, ...differences].slice(0, MOST_DIFFERENCES);
  if (to.outcome === 'same') to.outcome = 'differs';
}

/** The state that an unfinished request is to go on with. */
function stateIn(answer: Message): unknown {
  return objectIn(answer, 'result').requestState;
}
