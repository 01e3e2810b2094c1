import { type Diagnostic, formatPath } from '../diagnostic.ts';
import { InputError } from '../errors.ts';
import { type CompiledSuite, compileSuite } from '../features/run/compile-suite.ts';
import { envelopeOf } from '../features/run/envelope.ts';
import { combinationsOf } from '../features/run/expand-cases.ts';
import { judgeCall } from '../features/run/judge-call.ts';
import { judgeDurations } from '../features/run/judge-durations.ts';
import { makeCall } from '../features/run/make-call.ts';
import { reachServer } from '../features/run/reach-server.ts';
import type { JudgedCall, MadeCall } from '../features/run/run-model.ts';
import { shownText } from '../inspection/shown-text.ts';
import { openRunSession } from '../live/run-session.ts';
import type { RunSession } from '../mcp/run-session.ts';
import { Masker } from '../values/masker.ts';
import { isObject, own } from '../values/own-property.ts';
import type { Answer, CallOptions, Expectation, ServerOptions, ServerToTest, TestedServer } from './types.ts';

/** Milliseconds for the start of a server and for a call, unless a test says otherwise. */
const TIMEOUT = 30_000;

/** The most milliseconds of a call, whatever progress there is. */
const MAX_TIME = 300_000;

/** What a call of a suite says of its request. */
type Written = Readonly<Record<string, unknown>>;

/** What is kept of a call until its answer is judged. */
interface Asked {
  readonly request: Written;
  readonly client: object;
  readonly made: MadeCall;
  readonly judged: JudgedCall;
  readonly masker: Masker;
}

const askedFor = new WeakMap<object, Asked>();

/**
 * A server under test. Whatever a test says is read as a suite of one test, so that its words, its checks and its messages
 * are those of `mcptest run`.
 */
export class SuiteAnswers implements TestedServer {
  readonly #session: RunSession;
  readonly #client: object;
  readonly #timeout: number;
  readonly #masker: Masker;

  private constructor(session: RunSession, client: object, timeout: number, masker: Masker) {
    this.#session = session;
    this.#client = client;
    this.#timeout = timeout;
    this.#masker = masker;
  }

  /**
   * Starts a server.
   * @throws Error with all faults of `server` and `options`, or with the reason why it does not start
   */
  static open(server: ServerToTest, { protocol, timeout = TIMEOUT, answers = [] }: ServerOptions) {
    return withWords(async () => {
      const client = { answers };
      const matrix = protocol === undefined ? {} : { protocol: [protocol] };
      const { suite } = await suiteOf({ tool: 'any', client }, server, matrix);
      const [named] = suite.servers;
      const [test] = suite.tests;
      const [combination] = combinationsOf(suite);
      if (!named || !test || !combination) throw new TypeError('a suite of one test has a server and a test');
      const { target, secrets } = reachServer(named, undefined, process.env, process.cwd(), () => ({}));
      const { capabilities: abilities } = test.client;
      const { signal } = new AbortController();
      const session = await openRunSession(target, {
        protocol: combination.protocol,
        abilities,
        timeout,
        signal,
      });
      return new SuiteAnswers(session, client, timeout, new Masker(secrets));
    });
  }

  tool(name: string, args: object = {}, options: CallOptions = {}): Promise<Answer> {
    return this.#ask({ ...options, tool: name, args });
  }

  prompt(name: string, args: object = {}, options: CallOptions = {}): Promise<Answer> {
    return this.#ask({ ...options, prompt: name, args });
  }

  resource(uri: string, options: CallOptions = {}): Promise<Answer> {
    return this.#ask({ ...options, resource: uri });
  }

  #ask(request: Written): Promise<Answer> {
    return withWords(async () => {
      const { tests } = (await suiteOf({ ...request, client: this.#client })).suite;
      const [call] = tests;
      if (!call) throw new TypeError('a suite of one test has a test');
      let judged: JudgedCall | undefined;
      const judges = {
        // judged when the test says what it expects
        answer: async (answered: JudgedCall) => {
          judged = answered;
          return [];
        },
        duration: () => [],
      };
      const times = { timeout: this.#timeout, maxTime: MAX_TIME };
      const made = await makeCall({ call, phase: 'call' }, this.#session, judges, times);
      if (!judged)
        throw new Error(shownText(this.#masker.text(`no answer: ${made.broken ?? 'the call broke off'}`)));
      const answer = envelopeOf(judged.exchange) as unknown as Answer;
      askedFor.set(answer, { request, client: this.#client, made, judged, masker: this.#masker });
      return answer;
    });
  }

  /** Ends the server and its processes. */
  close(): Promise<void> {
    return this.#session.close();
  }

  /** @throws Error if the server broke the protocol beside its answers, as `mcptest run` fails then */
  refuseBreaches(): void {
    const { count, lines } = this.#session.traces.violations;
    if (count > 0)
      throw new Error(
        shownText(this.#masker.text(`the server breaks the protocol: it ${lines.join('; it ')}`)),
      );
  }
}

/**
 * Returns what is wrong with an answer; nothing if it is as expected.
 * @throws Error if there is nothing to judge: something else than an answer, or an expectation that expects nothing
 */
export function judgeAnswer(answer: unknown, expectation: Expectation): Promise<string[]> {
  return withWords(async () => {
    const asked = isObject(answer) ? askedFor.get(answer) : undefined;
    if (!asked) throw new Error('toMeet judges an answer of `server`: await it first, and pass it as it is');
    refuseEmpty(expectation);
    const { request, client, made, judged, masker } = asked;
    const [compiled] = (await suiteOf({ ...request, client, expect: expectation })).tests;
    if (!compiled) throw new TypeError('a suite of one test has a test');
    const { exchange, tool } = judged;
    const findings = [
      ...made.findings,
      ...(await judgeCall(compiled, exchange, tool && own(tool, 'outputSchema'))),
      ...judgeDurations(compiled, [exchange.duration]),
    ];
    return findings.map(({ message }) => shownText(masker.text(message)));
  });
}

function refuseEmpty(expectation: unknown): void {
  if (!isObject(expectation) || Object.keys(expectation).length === 0) {
    throw new Error('toMeet needs an expectation, such as { outcome: "ok" } or { text: "done" }');
  }
  const ofSuites = ['snapshot', 'mask'].find((key) => Object.hasOwn(expectation, key));
  if (ofSuites === undefined) return;
  throw new Error(`\`${ofSuites}\` is for suites only; here, use the snapshots of Vitest`);
}

/** Reads a suite of one test. What a test cannot say is refused as in a suite. */
function suiteOf(
  test: Written,
  server: ServerToTest = { command: 'any' },
  matrix: object = {},
): Promise<CompiledSuite> {
  const written = { version: '1', server, matrix, tests: [{ name: 'any', ...test }] };
  return compileSuite(JSON.stringify(written), 'mcptest/vitest');
}

function inWords({ path = [], message, help }: Diagnostic): string {
  const place = formatPath(path[0] === 'tests' ? path.slice(2) : path);
  return `${place === '' ? '' : `${place}: `}${message}${help === undefined ? '' : `\n  help: ${help}`}`;
}

/** Puts the faults of an input into the words of one error. They have no place in a file. */
async function withWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new Error(error.diagnostics.map(inWords).join('\n'));
  }
}
