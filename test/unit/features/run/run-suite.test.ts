import { describe, expect, it } from 'vitest';
import { readTestSuite } from '../../../../src/artifacts/test-suite/read.ts';
import { InputError } from '../../../../src/errors.ts';
import { combinationsOf, expandCases, nameIn } from '../../../../src/features/run/expand-cases.ts';
import type { SessionRequest } from '../../../../src/features/run/open-session.ts';
import type { JudgedCall, RunJudges, SuiteRun } from '../../../../src/features/run/run-model.ts';
import { runSuite, type SuiteOptions } from '../../../../src/features/run/run-suite.ts';
import type { Exchange, McpRequest } from '../../../../src/mcp/exchange.ts';
import { readProtocol } from '../../../../src/mcp/protocol.ts';
import type { RunSession } from '../../../../src/mcp/run-session.ts';

type Outcome = Exchange['outcome'];

const OK: Outcome = { kind: 'result', result: { content: [] } };
const TOOL_ERROR: Outcome = { kind: 'result', result: { content: [], isError: true } };
const CLOSED: Outcome = { kind: 'fault', fault: { kind: 'closed' } };

const TOOLS = [
  { name: 'get_a', annotations: { readOnlyHint: true } },
  { name: 'list_b' },
  { name: 'set_c', annotations: { readOnlyHint: false } },
  { name: 'login' },
  { name: 'logout' },
];

/** A server that answers as told: each call of a tool takes the next answer, and the last one again and again. */
class FakeServer {
  readonly log: string[] = [];
  readonly opened: SessionRequest[] = [];
  open = 0;
  #isAlive = true;
  #flight = 0;
  mostInFlight = 0;
  readonly #answers: Record<string, Outcome[]>;
  readonly #refuses: boolean;

  constructor(answers: Record<string, Outcome[]> = {}, refuses = false) {
    this.#answers = answers;
    this.#refuses = refuses;
  }

  readonly session = async (request: SessionRequest): Promise<RunSession> => {
    this.opened.push(request);
    if (this.#refuses && request.server.name === 'b') throw new InputError({ message: 'does not start' });
    this.open += 1;
    const isAlive = () => this.#isAlive;
    return {
      server: { name: 'fake', protocol: '2026-07-28' },
      transport: request.combination.transport ?? 'stdio',
      listing: { tools: TOOLS, prompts: [], resources: [], templates: [] },
      lists: (asked) => asked.kind === 'tool' && TOOLS.some(({ name }) => name === asked.name),
      get isOpen() {
        return isAlive();
      },
      traces: {
        stderr: { head: '', tail: '' },
        noise: { count: 0, lines: [] },
        violations: { count: 0, lines: [] },
      },
      ask: (asked) => this.#ask(asked),
      close: async () => {
        this.open -= 1;
      },
    };
  };

  async #ask(request: McpRequest): Promise<Exchange> {
    const name = request.kind === 'resource' ? request.uri : request.name;
    this.#flight += 1;
    this.mostInFlight = Math.max(this.mostInFlight, this.#flight);
    this.log.push(`+${name}`);
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    this.log.push(`-${name}`);
    this.#flight -= 1;
    const answers = this.#answers[name] ?? [OK];
    const outcome = (answers.length > 1 ? answers.shift() : answers[0]) ?? OK;
    if (outcome === CLOSED) this.#isAlive = false;
    return { outcome, duration: 5, notifications: [], dropped: 0, questions: [] };
  }

  /** The calls in the order in which they were made. */
  get calls(): string[] {
    return this.log.flatMap((line) => (line.startsWith('+') ? [line.slice(1)] : []));
  }
}

/** Expects what the suite expects of the outcome, and nothing else. */
const judges: RunJudges = {
  async answer({ call, exchange: { outcome } }: JudgedCall) {
    const is = outcome.kind === 'result' && outcome.result.isError !== true ? 'ok' : 'error';
    return is === call.expect.outcome ? [] : [{ code: 'outcome', message: `is ${is}` }];
  },
  duration: ({ expect: { maxMs } }, durations) =>
    maxMs !== undefined && durations.some((each) => each > maxMs) ? [{ code: 'slow', message: 'slow' }] : [],
};

const OPTIONS: SuiteOptions = {
  parallel: 2,
  bail: false,
  trials: 1,
  retries: 0,
  timeout: 1000,
  maxTime: 1000,
};

interface Ran extends SuiteRun {
  readonly statuses: string[];
}

async function run(
  yaml: string,
  server = new FakeServer(),
  options: Partial<SuiteOptions> = {},
  more: { protocol?: string; signal?: AbortSignal; onTest?: () => void } = {},
): Promise<Ran> {
  const suite = readTestSuite(`version: "1"\n${yaml}`, 'suite.yml');
  const cases = expandCases(suite, combinationsOf(suite, readProtocol(more.protocol)));
  const { signal = new AbortController().signal, onTest = () => {} } = more;
  const ports = { open: server.session, judges, signal, onTest };
  const ran = await runSuite(suite, cases, { ...OPTIONS, ...options }, ports);
  expect(server.open).toBe(0);
  return {
    ...ran,
    statuses: ran.tests.map(({ of, status, flaky }) => `${of.name}: ${status}${flaky ? ', flaky' : ''}`),
  };
}

const SERVER = 'server: { command: node }\n';
const test = (name: string, tool: string, more = '') =>
  `  - { name: ${name}, tool: ${tool}, args: {}${more} }\n`;
const suite = (...tests: string[]) => `${SERVER}tests:\n${tests.join('')}`;

describe('the tests of a suite', () => {
  it('run in order, up to a number at once, and a serial one alone', async () => {
    const server = new FakeServer();
    const yaml = suite(
      test('a', 'get_a'),
      test('b', 'list_b'),
      test('c', 'login'),
      test('d', 'set_c', ', serial: true'),
      test('e', 'logout'),
    );
    const { statuses } = await run(yaml, server);
    expect(statuses).toEqual(['a: passed', 'b: passed', 'c: passed', 'd: passed', 'e: passed']);
    expect(server.mostInFlight).toBe(2);
    const at = server.log.indexOf('+set_c');
    expect(server.log.slice(at - 1, at + 3)).toEqual(['-login', '+set_c', '-set_c', '+logout']);
    const one = new FakeServer();
    await run(yaml, one, { parallel: 1 });
    expect([one.mostInFlight, one.calls]).toEqual([1, ['get_a', 'list_b', 'login', 'set_c', 'logout']]);
  });

  it('fail when an answer is not as expected, and are in error when something broke', async () => {
    const fault = (kind: string): Outcome => ({
      kind: 'fault',
      fault: { kind, milliseconds: 1, status: 502 } as never,
    });
    const server = new FakeServer({
      get_a: [TOOL_ERROR],
      list_b: [fault('http')],
      login: [fault('timeout')],
    });
    const { statuses, tests } = await run(
      suite(
        test('a', 'get_a'),
        test('b', 'list_b'),
        test('c', 'login'),
        test('d', 'logout, expect: { outcome: error }'),
      ),
      server,
    );
    expect(statuses).toEqual(['a: failed', 'b: error', 'c: failed', 'd: failed']);
    expect(tests[1]).toMatchObject({ reason: 'HTTP 502', findings: [] });
  });

  it('are in error after the server has died, and make no more calls', async () => {
    const server = new FakeServer({ list_b: [CLOSED] });
    const { statuses, sessions, phases } = await run(
      `${suite(test('a', 'get_a'), test('b', 'list_b'), test('c', 'login'), test('d', 'get_a'))}teardown: [{ tool: logout }]\n`,
      server,
      { parallel: 1 },
    );
    expect(statuses).toEqual(['a: passed', 'b: error', 'c: error', 'd: error']);
    expect(server.calls).toEqual(['get_a', 'list_b']);
    expect(sessions).toMatchObject([{ died: true }]);
    expect(phases.at(-1)).toMatchObject({
      phase: 'teardown',
      failure: 'a call of `teardown` failed: the server had ended before the call',
    });
  });

  it('fail when the server answers for what it does not list, unless that is allowed', async () => {
    const { statuses, tests } = await run(
      suite(test('a', 'hidden'), test('b', 'hidden', ', unlisted: true'), test('c', 'hidden')),
      new FakeServer({ hidden: [OK, OK, TOOL_ERROR] }),
      { parallel: 1 },
    );
    expect(statuses).toEqual(['a: failed', 'b: passed', 'c: failed']);
    expect(tests[0]?.findings).toMatchObject([{ code: 'unlisted' }]);
    expect(tests[2]?.findings).toMatchObject([{ code: 'outcome' }, { code: 'unlisted' }]);
  });

  it('are skipped with a reason', async () => {
    const server = new FakeServer();
    const { tests, sessions } = await run(
      suite(test('a', 'get_a', ', skip: true'), test('b', 'get_a', ', skip: not yet')),
      server,
    );
    expect(tests.map(({ status, reason }) => [status, reason])).toEqual([
      ['skipped', 'the suite skips it'],
      ['skipped', 'not yet'],
    ]);
    expect([server.opened, sessions]).toEqual([[], []]);
  });
});

describe('the calls around a test', () => {
  const AROUND = ', before: [{ tool: login }], verify: [{ tool: list_b }], after: [{ tool: logout }]';

  it('are made in order, and for each trial', async () => {
    const server = new FakeServer();
    const { statuses } = await run(suite(test('a', 'set_c', AROUND)), server, { trials: 2 });
    expect(statuses).toEqual(['a: passed']);
    const once = ['login', 'set_c', 'list_b', 'logout'];
    expect(server.calls).toEqual([...once, ...once]);
  });

  it.each([
    ['login', 'error', ['login', 'logout']],
    ['set_c', 'failed', ['login', 'set_c', 'logout']],
    ['list_b', 'failed', ['login', 'set_c', 'list_b', 'logout']],
    ['logout', 'error', ['login', 'set_c', 'list_b', 'logout']],
  ])('decide about the test when one fails, and `after` is always done: %s', async (tool, status, calls) => {
    const server = new FakeServer({ [tool]: [TOOL_ERROR] });
    const { tests } = await run(suite(test('a', 'set_c', AROUND)), server, { trials: 3 });
    expect(tests[0]?.status).toBe(status);
    expect(server.calls).toEqual(calls);
  });
});

describe('trials and retries', () => {
  it('stop at the first trial that fails; a serial test makes one call', async () => {
    const server = new FakeServer({ get_a: [OK, TOOL_ERROR, OK] });
    const { statuses } = await run(
      suite(test('a', 'get_a'), test('b', 'set_c', ', serial: true'), test('c', 'list_b', ', trials: 1')),
      server,
      { trials: 3, parallel: 1 },
    );
    expect(statuses).toEqual(['a: failed', 'b: passed', 'c: passed']);
    expect(server.calls).toEqual(['get_a', 'get_a', 'set_c', 'list_b']);
  });

  it('judge how long the calls of all trials took', async () => {
    const { statuses } = await run(suite(test('a', 'get_a', ', expect: { max_ms: 4 }')), new FakeServer(), {
      trials: 3,
    });
    expect(statuses).toEqual(['a: failed']);
  });

  it.each([
    ['declared read-only', 'get_a', '', ['a: passed, flaky'], 2],
    ['not declared', 'list_b', '', ['a: failed'], 1],
    ['that writes', 'set_c', '', ['a: failed'], 1],
    ['said to be idempotent', 'set_c', ', idempotent: true', ['a: passed, flaky'], 2],
    ['with a call around it that may write', 'get_a', ', before: [{ tool: login }]', ['a: failed'], 1],
  ])('repeat only what may be repeated: a tool %s', async (_, tool, more, statuses, count) => {
    const server = new FakeServer({ [tool]: [TOOL_ERROR, OK] });
    expect((await run(suite(test('a', tool, more)), server, { retries: 3 })).statuses).toEqual(statuses);
    expect(server.calls.filter((name) => name === tool)).toHaveLength(count);
  });

  it('do not repeat a test that the server did not survive', async () => {
    const server = new FakeServer({ get_a: [CLOSED] });
    expect((await run(suite(test('a', 'get_a')), server, { retries: 3 })).statuses).toEqual(['a: error']);
    expect(server.calls).toEqual(['get_a']);
  });
});

describe('the calls before and after all tests', () => {
  const WITH_SETUP = `${suite(test('a', 'get_a'))}setup: [{ tool: login }, { tool: set_c }]\nteardown: [{ tool: logout }, { tool: list_b }]\n`;

  it('are made first and last', async () => {
    const server = new FakeServer();
    await run(WITH_SETUP, server);
    expect(server.calls).toEqual(['login', 'set_c', 'get_a', 'logout', 'list_b']);
  });

  it.each([
    ['setup', 'setup: [{ tool: ghost, args: {} }]', ['one: error']],
    ['teardown', 'teardown: [{ tool: ghost, args: {} }]', ['one: passed']],
  ])('fail when the server answers for what it does not list: %s', async (_, phase, statuses) => {
    const yaml = `${SERVER}${phase}\ntests:\n${test('one', 'get_a')}`;
    const { phases, statuses: found } = await run(yaml);
    expect(found).toEqual(statuses);
    expect(phases.map(({ failure }) => failure)).toContainEqual(
      expect.stringContaining('answers for the tool `ghost`, which it does not list'),
    );
    const allowed = await run(yaml.replace('args: {} }]', 'args: {}, unlisted: true }]'));
    expect(allowed.phases.flatMap(({ failure }) => failure ?? [])).toEqual([]);
    expect(allowed.statuses).toEqual(['one: passed']);
  });

  it('make every test an error when the setup fails; the teardown is done', async () => {
    const server = new FakeServer({ login: [TOOL_ERROR] });
    const { statuses, tests } = await run(WITH_SETUP, server);
    expect(statuses).toEqual(['a: error']);
    expect(tests[0]?.reason).toBe('a call of `setup` failed: is error');
    expect(server.calls).toEqual(['login', 'logout', 'list_b']);
  });

  it('are all tried at the end, and a failure is told', async () => {
    const server = new FakeServer({ logout: [TOOL_ERROR] });
    const { statuses, phases } = await run(WITH_SETUP, server);
    expect(statuses).toEqual(['a: passed']);
    expect(phases.map(({ failure }) => failure)).toEqual([
      undefined,
      'a call of `teardown` failed: is error',
    ]);
    expect(server.calls.slice(-2)).toEqual(['logout', 'list_b']);
  });
});

describe('--bail', () => {
  it('runs no test after the first that does not pass, in no combination, but the teardown', async () => {
    const server = new FakeServer({ list_b: [TOOL_ERROR] });
    const { statuses, tests } = await run(
      `${suite(test('a', 'get_a'), test('b', 'list_b'), test('c', 'login'))}teardown: [{ tool: logout }]\nmatrix: { protocol: [legacy, modern] }\n`,
      server,
      { bail: true, parallel: 1 },
    );
    expect(statuses).toEqual([
      'a [legacy]: passed',
      'b [legacy]: failed',
      'c [legacy]: skipped',
      'a [modern]: skipped',
      'b [modern]: skipped',
      'c [modern]: skipped',
    ]);
    expect(tests[2]?.reason).toBe('not run, because of --bail');
    expect(server.calls).toEqual(['get_a', 'list_b', 'logout']);
  });
});

describe('the sessions of a run', () => {
  const TWO = 'servers: { a: { command: node }, b: { command: node } }\ndefaults: { server: a }\n';

  it('are one for each server and each set of abilities, in each combination', async () => {
    const server = new FakeServer();
    const { statuses } = await run(
      `${TWO}matrix: { protocol: [legacy, modern] }\ntests:\n${test('a', 'get_a')}${test('b', 'get_a', ', server: b')}${test('c', 'get_a', ', client: { capabilities: { elicitation: {} } }')}${test('d', 'login')}`,
      server,
    );
    expect(statuses).toHaveLength(8);
    expect(
      server.opened.map(({ server, abilities, combination }) => [
        server.name,
        Object.keys(abilities),
        nameIn(combination, ''),
      ]),
    ).toEqual([
      ['a', [], ' [legacy]'],
      ['b', [], ' [legacy]'],
      ['a', ['elicitation'], ' [legacy]'],
      ['a', [], ' [modern]'],
      ['b', [], ' [modern]'],
      ['a', ['elicitation'], ' [modern]'],
    ]);
  });

  it('end the run, before any call, when one cannot be opened; the others are closed', async () => {
    const server = new FakeServer({}, true);
    const yaml = `${TWO}setup: [{ tool: login }]\ntests:\n${test('a', 'get_a')}${test('b', 'get_a', ', server: b')}`;
    await expect(run(yaml, server)).rejects.toThrow('does not start');
    expect([server.open, server.calls]).toEqual([0, []]);
  });

  it('are closed when the user interrupts, and the run has no answer', async () => {
    const server = new FakeServer();
    const interruption = new AbortController();
    const onTest = () => interruption.abort(new InputError({ message: 'interrupted' }));
    const { signal } = interruption;
    const ran = run(
      suite(test('a', 'get_a'), test('b', 'get_a'), test('c', 'get_a')),
      server,
      { parallel: 1 },
      { signal, onTest },
    );
    await expect(ran).rejects.toThrow('interrupted');
    expect([server.open, server.calls]).toEqual([0, ['get_a']]);
  });
});

describe('the combinations of a matrix', () => {
  const labels = (matrix: object, protocol?: string) =>
    combinationsOf({ matrix }, readProtocol(protocol)).map((each) => nameIn(each, ''));

  it.each([
    [{}, undefined, ['']],
    [{ protocol: ['legacy', 'modern'] }, undefined, [' [legacy]', ' [modern]']],
    [{ protocol: ['2025-06-18'] }, undefined, [' [2025-06-18]']],
    [{ transport: ['stdio', 'http'] }, undefined, [' [stdio]', ' [http]']],
    [
      { protocol: ['modern'], transport: ['stdio', 'http'] },
      undefined,
      [' [modern stdio]', ' [modern http]'],
    ],
    [{ protocol: ['legacy', 'modern'] }, 'modern', ['']],
    [{}, 'both', [' [legacy]', ' [modern]']],
  ])('%o with --protocol %s', (matrix, protocol, expected) => {
    expect(labels(matrix, protocol)).toEqual(expected);
  });
});
