import { describe, expect, it } from 'vitest';
import { readTestSuite } from '../../../../src/artifacts/test-suite/read.ts';
import { formatDiagnostic } from '../../../../src/diagnostic.ts';
import { InputError } from '../../../../src/errors.ts';

const SERVER = 'server: { command: node, args: [server.js] }';
const TEST = '{ name: one, tool: t }';

/** Returns the findings of a suite as they are printed, each with its help. */
function findings(text: string): string[] {
  try {
    readTestSuite(text, 'suite.yml');
  } catch (error) {
    if (error instanceof InputError) return error.diagnostics.map((each) => formatDiagnostic(each));
    throw error;
  }
  return [];
}

function suite(...lines: string[]): string {
  return ['version: "1"', ...lines, ''].join('\n');
}

/** A suite with one server, and one test with some keys. */
function withTest(keys: string): string {
  return suite(SERVER, `tests: [{ name: one, ${keys} }]`);
}

describe('a suite', () => {
  it('is read with every default filled in', () => {
    const { servers, tests, isLone } = readTestSuite(suite(SERVER, `tests: [${TEST}]`), 'suite.yml');
    expect(isLone).toBe(true);
    expect(servers).toEqual([
      { name: 'server', path: ['server'], stdio: { command: 'node', args: ['server.js'] } },
    ]);
    expect(tests).toEqual([
      {
        name: 'one',
        server: 'server',
        request: { kind: 'tool', name: 't', args: {} },
        client: { capabilities: {}, answers: [] },
        expect: { outcome: 'ok', assertions: [], snapshot: false, mask: [] },
        path: ['tests', 0],
        tags: [],
        serial: false,
        skip: false,
        idempotent: false,
        unlisted: false,
        before: [],
        verify: [],
        after: [],
      },
    ]);
  });

  it('may have several servers, with an endpoint for each transport', () => {
    const text = suite(
      'servers:',
      '  a: { stdio: { command: node, env: { T: { from_env: TOKEN } }, cwd: sub }, http: { url: "http://127.0.0.1:1/mcp" } }',
      '  b: { url: "https://example.org/mcp", auth: { client_credentials: { issuer: "https://i", id_env: I, secret_env: S } } }',
      'defaults: { server: b, timeout: 1m30s, max_time: 1h, mask: [{ pattern: "[0-9]+" }] }',
      'setup: [{ tool: reset }]',
      'tests:',
      '  - { name: one, server: a, prompt: p, args: { x: y }, verify: [{ resource: "file:///a" }], timeout: 500ms }',
      '  - { name: two, tool: t, expect: { snapshot: true, mask: [{ pointer: /content/0/text }] } }',
      'matrix: { protocol: [legacy, 2026-07-28] }',
    );
    const { servers, defaults, setup, tests, matrix } = readTestSuite(text, 'suite.yml');
    expect(servers).toEqual([
      {
        name: 'a',
        path: ['servers', 'a'],
        stdio: { command: 'node', env: { T: { from_env: 'TOKEN' } }, cwd: 'sub' },
        http: { url: 'http://127.0.0.1:1/mcp' },
      },
      {
        name: 'b',
        path: ['servers', 'b'],
        http: {
          url: 'https://example.org/mcp',
          auth: { client_credentials: { issuer: 'https://i', id_env: 'I', secret_env: 'S' } },
        },
      },
    ]);
    expect(defaults).toEqual({ timeout: 90_000, maxTime: 3_600_000 });
    expect(setup.map(({ server }) => server)).toEqual(['b']);
    expect(tests.map(({ server, timeout }) => [server, timeout])).toEqual([
      ['a', 500],
      ['b', undefined],
    ]);
    expect(tests[0]?.verify).toMatchObject([
      { server: 'a', request: { kind: 'resource', uri: 'file:///a' }, path: ['tests', 0, 'verify', 0] },
    ]);
    expect(tests[1]?.expect.mask).toEqual([{ pattern: '[0-9]+' }, { pointer: '/content/0/text' }]);
    expect(matrix).toEqual({ protocol: ['legacy', '2026-07-28'] });
  });

  it('gives the calls around a test its client, and declares what the answers need', () => {
    const text = withTest(
      'tool: t, client: { answers: [{ elicit: { accept: { date: x } } }, { sample: { text: hi } }] }, after: [{ tool: u }]',
    );
    const [test] = readTestSuite(text, 'suite.yml').tests;
    expect(test?.client.capabilities).toEqual({ elicitation: {}, sampling: {} });
    expect(test?.after[0]?.client).toEqual(test?.client);
  });

  it('expects an error where only the error is described', () => {
    const outcome = (expectation: string) =>
      readTestSuite(withTest(`tool: t, expect: ${expectation}`), 'suite.yml').tests[0]?.expect.outcome;
    expect(outcome('{ error: { code: -32602 } }')).toBe('protocol_error');
    expect(outcome('{ outcome: error, error: { code: -32602 } }')).toBe('protocol_error');
    expect(outcome('{ error: { message: { contains: no } } }')).toBe('error');
    expect(outcome('{ outcome: tool_error, error: { message: { contains: no } } }')).toBe('tool_error');
  });

  it('keeps a key named __proto__ in arguments', () => {
    const [test] = readTestSuite(withTest('tool: t, args: { __proto__: 1 }'), 'suite.yml').tests;
    expect(test?.request.kind === 'tool' && Object.keys(test.request.args)).toEqual(['__proto__']);
  });

  it('reports what breaks the schema at once, in the order of the file', () => {
    const text = suite(
      'servers:',
      '  a: { command: node, url: "http://x" }',
      '  b: { url: "http://x/mcp", cwd: . }',
      'tests: [{ name: one, server: c, tool: t, prompt: p }]',
    );
    expect(findings(text).map((each) => each.split('\n')[0])).toEqual([
      'suite.yml:3:28: error: servers.a.url: must be left out next to `command`, or each below `stdio:` and `http:`, found `"http://x"`',
      'suite.yml:4:34: error: servers.b.cwd: must be left out: it belongs to `command`, not to `url`, found `"."`',
      'suite.yml:5:50: error: tests[0].prompt: must be left out next to `tool`, found `"p"`',
    ]);
  });

  it('reports what else is wrong at once, in the order of the file', () => {
    const text = suite(
      'servers:',
      '  a: { command: node }',
      '  b: { url: "http://u:p@x/mcp" }',
      'tests:',
      '  - { name: one, tool: t }',
      '  - { name: one, server: c, tool: t }',
    );
    expect(findings(text).map((each) => each.split('\n')[0])).toEqual([
      'suite.yml:4:13: error: servers.b.url: must not contain a user name or a password',
      'suite.yml:6:5: error: tests[0]: must name its `server`, because the suite has several',
      'suite.yml:7:13: error: tests[1].name: `one` is already the name of the test on line 6',
      'suite.yml:7:26: error: tests[1].server: no server of the suite is called `c`',
    ]);
  });
});

describe('what a suite may not say', () => {
  it.each<[what: string, text: string, finding: string]>([
    ['an unknown key', withTest('tol: t'), 'unknown key `tol`\n  help: did you mean `tool`?'],
    ['a nested unknown key', withTest('tool: t, expect: { outcom: ok }'), 'did you mean `outcome`?'],
    [
      'an unknown key of a server',
      suite('server: { command: x, evn: {} }', `tests: [${TEST}]`),
      'did you mean `env`?',
    ],
    ['no test', suite(SERVER, 'tests: []'), 'a suite without tests checks nothing'],
    ['no server', suite(`tests: [${TEST}]`), 'must be a mapping with one of the keys `server` or `servers`'],
    [
      'both',
      suite(SERVER, 'servers: { a: { command: x } }', `tests: [${TEST}]`),
      'must be left out next to `server`',
    ],
    ['an empty server', suite('server: {}', `tests: [${TEST}]`), 'must be a mapping with `command` or `url`'],
    ['no servers', suite('servers: {}', `tests: [${TEST}]`), 'must be a non-empty mapping'],
    [
      'a server named __proto__',
      suite('servers: { __proto__: { command: x } }', `tests: [${TEST}]`),
      'no server can be called `__proto__`',
    ],
    [
      'a stray key',
      suite('server: { stdio: { command: x }, args: [] }', `tests: [${TEST}]`),
      'must be below `stdio:`',
    ],
    [
      'a folder outside',
      suite('server: { command: x, cwd: a/../.. }', `tests: [${TEST}]`),
      'leads out of the folder of the suite',
    ],
    ['another scheme', suite('server: { url: "ftp://x" }', `tests: [${TEST}]`), 'an http or https URL'],
    [
      'two proofs',
      suite(
        'server: { url: "http://x", headers: { authorization: x }, auth: { bearer_env: T } }',
        `tests: [${TEST}]`,
      ),
      'has `auth` and an `Authorization` header',
    ],
    [
      'two ways to prove',
      suite(
        'server: { url: "http://x", auth: { bearer_env: T, client_credentials: { issuer: "http://i", id_env: I, secret_env: S } } }',
        `tests: [${TEST}]`,
      ),
      'must be left out next to `bearer_env`',
    ],
    [
      'a server name where there is one',
      withTest('tool: t, server: s'),
      'the only server of the suite has no name',
    ],
    [
      'no request',
      withTest('args: {}'),
      'must be a mapping with one of the keys `tool`, `prompt`, `resource`',
    ],
    ['arguments of a resource', withTest('resource: "a:b", args: {}'), 'a resource takes no arguments'],
    ['numbers for a prompt', withTest('prompt: p, args: { a: 1 }'), 'put it in quotes: "1"'],
    [
      'a unit of days',
      withTest('tool: t, timeout: 1d'),
      'must be a duration such as 500ms, 10s or 1m30s, found `"1d"`',
    ],
    ['no time', withTest('tool: t, timeout: 0s'), 'must be at least a millisecond'],
    ['more than a timer waits', withTest('tool: t, timeout: 600h'), 'must be at most 24d, found `600h`'],
    ['a number as duration', withTest('tool: t, timeout: 10'), 'must be a duration'],
    [
      'an error that is ok',
      withTest('tool: t, expect: { outcome: ok, error: { code: 1 } }'),
      'an error is expected, and the outcome `ok`',
    ],
    [
      'a code of a tool error',
      withTest('tool: t, expect: { outcome: tool_error, error: { code: 1 } }'),
      'a tool error has no code',
    ],
    ['an empty error', withTest('tool: t, expect: { error: {} }'), 'an empty `error` expects nothing'],
    ['an empty expectation', withTest('tool: t, expect: {}'), 'must be a mapping with at least one key'],
    [
      'an expectation of null',
      withTest('tool: t, expect: null'),
      'tests[0].expect: must be a mapping, found null',
    ],
    ['no assertions', withTest('tool: t, expect: { assertions: [] }'), 'must be a non-empty list'],
    ['nothing to verify', withTest('tool: t, verify: []'), 'must be a non-empty list'],
    [
      'an empty expectation of a step',
      withTest('tool: t, verify: [{ tool: u, expect: {} }]'),
      'with at least one key',
    ],
    [
      'a schema of a prompt',
      withTest('prompt: p, expect: { output_schema: true }'),
      'only tools have an output schema',
    ],
    [
      'a schema of an error',
      withTest('tool: t, expect: { outcome: error, output_schema: true }'),
      'no structured content is expected',
    ],
    [
      'a mask of nothing',
      withTest('tool: t, expect: { mask: [] }'),
      'without `snapshot: true` nothing is masked',
    ],
    [
      'a mask of both',
      withTest('tool: t, expect: { snapshot: true, mask: [{ pointer: /a, pattern: b }] }'),
      'must be left out next to `pointer`',
    ],
    [
      'a mask that is no pointer',
      withTest('tool: t, expect: { snapshot: true, mask: [{ pointer: a }] }'),
      'a JSON pointer',
    ],
    [
      'two answers in one',
      withTest('tool: t, client: { answers: [{ elicit: { accept: {}, cancel: true } }] }'),
      'must be left out next to `accept`',
    ],
    [
      'an answer that was not declared',
      withTest(
        'tool: t, client: { capabilities: { sampling: {} }, answers: [{ elicit: { cancel: true } }] }',
      ),
      'its capabilities lack `elicitation`',
    ],
    [
      'serial trials',
      withTest('tool: t, serial: true, trials: 2'),
      'a `serial` test makes one call, found 2 trials',
    ],
    ['no trial', withTest('tool: t, trials: 0'), 'a whole number, 1 or more'],
    [
      'a transport that is missing',
      suite(SERVER, `tests: [${TEST}]`, 'matrix: { transport: [http] }'),
      'the matrix names the transport `http`, which this server does not have',
    ],
    [
      'an unknown protocol',
      suite(SERVER, `tests: [${TEST}]`, 'matrix: { protocol: [new] }'),
      '`legacy`, `modern`, or a version',
    ],
    [
      'an unknown default server',
      suite('servers: { web: { command: x } }', 'defaults: { server: wbe }', `tests: [${TEST}]`),
      'did you mean `web`?',
    ],
  ])('%s', (_, text, finding) => {
    expect(findings(text).join('\n')).toContain(finding);
  });
});
