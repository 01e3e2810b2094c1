import type { Tape } from '../../artifacts/tape/model.ts';
import { diffJson } from '../../assertions/diff.ts';
import type { CallBudget } from '../../exec-policy/call-budget.ts';
import { classify } from '../../exec-policy/classify.ts';
import { decide } from '../../exec-policy/decide.ts';
import { METHOD_NOT_FOUND } from '../../mcp/error-codes.ts';
import type { ListedTool } from '../../mcp/listed-tool.ts';
import { maskVolatile } from '../../mcp/mask-volatile.ts';
import { clip } from '../../text/clip.ts';
import { isObject, present } from '../../values/own-property.ts';
import { scalarText } from '../../values/scalar-text.ts';
import type { EnvSecret } from './env-secret.ts';
import { type Aside, exchangesOf, type RecordedExchange } from './exchanges.ts';
import { idKey, kindOf, type Message, objectIn } from './message.ts';
import { isShallow, Redactor } from './redactor.ts';
import { restored } from './restored.ts';
import type { VerifiedRequest } from './verify-schema.ts';

/** A server to which messages are sent one after the other. */
export interface Wire {
  send(message: Message): void;
  /** Returns the next message of the server. Undefined after the time limit, and when the server has ended. */
  receive(): Promise<Message | 'timeout' | 'closed'>;
  /** Waits between two calls, as the policy asks. */
  pause(): Promise<void>;
}

/** What may be called. */
export interface VerifyPolicy {
  readonly executeDestructive: boolean;
  readonly strict: boolean;
  readonly budget: CallBudget;
  /** The variables whose values the tape does not have, as far as they are set. */
  readonly secrets: readonly EnvSecret[];
}

/** The most places that are reported for one answer. */
const MOST_DIFFERENCES = 20;

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
  readonly #wire: Wire;
  readonly #policy: VerifyPolicy;
  readonly #redactor: Redactor;
  #tools: ReadonlyMap<string, ListedTool> | undefined;
  #ids = 0;
  /** The requests whose answers were not waited for any longer, and may still come. */
  readonly #givenUp = new Set<string>();
  /** The answers since the last one that nothing waited for. */
  #strays: string[] = [];
  /** Why nothing more can be sent. */
  #end: string | undefined;

  constructor(tape: Tape, wire: Wire, policy: VerifyPolicy) {
    this.#exchanges = exchangesOf(tape);
    this.#wire = wire;
    this.#policy = policy;
    this.#redactor = new Redactor(policy.secrets);
  }

  async run(): Promise<VerifiedRequest[]> {
    const results: VerifiedRequest[] = [];
    for (const exchange of this.#exchanges) {
      if (exchange.kind === 'request') results.push(await this.#verify(exchange));
      else this.#notify(exchange.request.message);
    }
    return results;
  }

  #notify(message: Message): void {
    // the requests that these are about are not on their way
    const isAbout =
      message.method === 'notifications/cancelled' || message.method === 'notifications/progress';
    const sent = restored(message, this.#policy.secrets);
    if (!isAbout && sent && this.#end === undefined) this.#wire.send(sent);
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
    const now = await this.#ask(sent, exchange.before);
    if (typeof now === 'string') {
      return { ...head, outcome: 'no-answer', reason: now, differences: this.#strayDifferences() };
    }
    const differences = [...this.#strayDifferences(), ...this.#differences(answer.message, now)];
    return { ...head, outcome: differences.length === 0 ? 'same' : 'differs', differences };
  }

  async #reasonToSkip(
    { answer, request }: RecordedExchange,
    sent: Message | undefined,
  ): Promise<string | undefined> {
    if (!answer) return 'it was not answered when it was recorded';
    if (!sent) return 'it holds a value that was redacted';
    if (this.#end !== undefined) return this.#end;
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
    await this.#wire.pause();
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
      const answer = await this.#ask(
        { jsonrpc: '2.0', method: 'tools/list', params: present({ _meta, cursor }) },
        [],
      );
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

  /** Sends a request, answers what the server asks meanwhile as it was answered then, and returns the answer. */
  async #ask(request: Message, asides: readonly Aside[]): Promise<Message | string> {
    const id = ++this.#ids;
    const questions = asides.filter((aside) => kindOf(aside.sent.message) === 'request');
    this.#wire.send({ ...request, id });
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
      const kind = kindOf(message);
      if (kind === 'response' && idKey(message.id) === idKey(id)) return message;
      if (kind === 'response' && !this.#givenUp.delete(idKey(message.id)))
        this.#strays.push(strayAnswer(message.id));
      if (kind === 'request') this.#reply(message, questions);
    }
  }

  #strayDifferences(): VerifiedRequest['differences'] {
    const strays = this.#strays.slice(0, MOST_DIFFERENCES);
    this.#strays = [];
    return strays.map((now) => ({ path: 'besides the answer', now }));
  }

  #reply({ id, method }: Message, questions: Aside[]): void {
    if (method === 'ping') {
      this.#wire.send({ jsonrpc: '2.0', id, result: {} });
      return;
    }
    const at = questions.findIndex(({ sent }) => sent.message.method === method);
    const [asked] = at === -1 ? [] : questions.splice(at, 1);
    const answer = asked?.answer && restored(asked.answer.message, this.#policy.secrets);
    const error = { code: METHOD_NOT_FOUND, message: 'this was not asked when it was recorded' };
    this.#wire.send(answer ? { ...answer, id } : { jsonrpc: '2.0', id, error });
  }

  #differences(then: Message, now: Message): VerifiedRequest['differences'] {
    const [recorded, current] = [then, now].map(({ result, error }) => present({ result, error }));
    if (!isShallow(current)) return [{ path: '', now: 'an answer that nests too deep' }];
    // the tape is redacted, so the answer must be too, also in the report
    const changes = diffJson(maskVolatile(recorded), maskVolatile(this.#redactor.value(current)));
    return changes.slice(0, MOST_DIFFERENCES).map(({ path, before, after }) => ({
      path,
      ...(before !== undefined && { recorded: before }),
      ...(after !== undefined && { now: after }),
    }));
  }
}

/** What a report says of an answer that nothing waits for. */
function strayAnswer(id: unknown): string {
  return `one more answer, to the request ${clip(JSON.stringify(id ?? null))}`;
}
