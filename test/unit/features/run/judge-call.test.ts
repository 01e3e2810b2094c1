import { describe, expect, it } from 'vitest';
import { InputError } from '../../../../src/errors.ts';
import { compileSuite } from '../../../../src/features/run/compile-suite.ts';
import { judgeCall } from '../../../../src/features/run/judge-call.ts';
import { judgeDurations } from '../../../../src/features/run/judge-durations.ts';
import type { Exchange } from '../../../../src/mcp/exchange.ts';
import { answered, compiled, expecting, failed, REFUSED, TOOL_ERROR } from './compiled.ts';

/** Returns the messages of the findings; `pass` when there are none. */
async function verdict(
  expectation: string,
  exchange: Exchange,
  outputSchema?: unknown,
  keys?: string,
): Promise<string | string[]> {
  const findings = await judgeCall(await expecting(expectation, keys), exchange, outputSchema);
  return findings.length === 0 ? 'pass' : findings.map(({ message }) => message);
}

describe('how a call ended', () => {
  const ok = answered();
  const toolError = answered(TOOL_ERROR);
  const protocolError = failed(REFUSED);

  it.each([
    ['ok', ok],
    ['tool_error', toolError],
    ['protocol_error', protocolError],
    ['error', toolError],
    ['error', protocolError],
  ])('%s is met', async (outcome, exchange) => {
    expect(await verdict(`{ outcome: ${outcome} }`, exchange)).toBe('pass');
  });

  it.each([
    ['ok', toolError, 'found the tool error `"no such city"`, expected a result without an error'],
    [
      'ok',
      protocolError,
      'found the JSON-RPC error -32602: `"city is missing"`, expected a result without an error',
    ],
    ['tool_error', ok, 'found a result without an error, expected a tool error'],
    [
      'tool_error',
      protocolError,
      'found the JSON-RPC error -32602: `"city is missing"`, expected a tool error',
    ],
    ['protocol_error', toolError, 'found the tool error `"no such city"`, expected a JSON-RPC error'],
    ['error', ok, 'found a result without an error, expected a tool error or a JSON-RPC error'],
  ])('%s is not met', async (outcome, exchange, message) => {
    expect(await verdict(`{ outcome: ${outcome} }`, exchange)).toEqual([message]);
  });

  it('is never what a test expects when the server does not answer in time, or not by the protocol', async () => {
    const late = failed({ kind: 'timeout', milliseconds: 500 });
    const gone = failed({ kind: 'closed' });
    const broken = failed({ kind: 'malformed', message: 'the answer nests too deep' });
    for (const outcome of ['ok', 'error', 'tool_error', 'protocol_error']) {
      expect(await verdict(`{ outcome: ${outcome} }`, late)).toHaveLength(1);
      expect(await verdict(`{ outcome: ${outcome} }`, broken)).toHaveLength(1);
      expect(await verdict(`{ outcome: ${outcome} }`, gone)).toHaveLength(1);
    }
  });
});

describe('a malformed answer', () => {
  it.each([
    ['no content', {}, '`content` must be a list, found nothing'],
    ['content that is no list', { content: 'x' }, '`content` must be a list'],
    ['a block that is no mapping', { content: [1] }, '`content[0]` must be a mapping'],
    ['a block of an unknown type', { content: [{ type: 'video' }] }, '`content[0].type` must be one of'],
    ['a text that is none', { content: [{ type: 'text', text: 1 }] }, '`content[0].text` must be text'],
    ['a lost text', { content: [{ type: 'text' }] }, '`content[0].text` must be text, found nothing'],
    ['an error that is a word', { content: [], isError: 'yes' }, '`isError` must be `true` or `false`'],
    [
      'a resource without a URI',
      { content: [{ type: 'resource', resource: { text: 't' } }] },
      '`content[0].resource.uri` must be text',
    ],
  ])('fails: %s', async (_, result, message) => {
    const [first] = await verdict('{ outcome: ok }', answered(result));
    expect(first).toContain(message);
    expect(await verdict('{ outcome: tool_error }', answered(result))).not.toBe('pass');
  });

  it('fails as a prompt and as a resource', async () => {
    const prompt = await verdict(
      '{}',
      answered({ messages: [{ role: 'x', content: {} }] }),
      undefined,
      'prompt: p',
    );
    expect(prompt).toEqual([expect.stringContaining('`messages[0].role` must be `user` or `assistant`')]);
    const resource = await verdict(
      '{}',
      answered({ contents: [{ uri: 'a:b' }] }),
      undefined,
      'resource: "a:b"',
    );
    expect(resource).toEqual([expect.stringContaining('`contents[0].text` must be text')]);
  });

  it('is accepted with structured content only', async () => {
    expect(await verdict('{}', answered({ structuredContent: {} }))).toBe('pass');
  });
});

describe('what an answer contains', () => {
  it('is compared by text, target and matcher', async () => {
    expect(await verdict('{ text: hello }', answered())).toBe('pass');
    expect(await verdict('{ text: bye }', answered())).toEqual(['text: found `"hello"`, expected `"bye"`']);
    const at = 'structuredContent.temp_c';
    const expectation = `{ assertions: [{ target: ${at}, matcher: { min: -60, max: 60 } }] }`;
    expect(await verdict(expectation, answered({ structuredContent: { temp_c: 3 } }))).toBe('pass');
    expect(await verdict(expectation, answered({ structuredContent: { temp_c: 99 } }))).toEqual([
      `${at}: found \`99\`, expected at most \`60\``,
    ]);
    expect(await verdict(expectation, answered())).toEqual([expect.stringContaining('found nothing')]);
  });

  it('is read as JSON where a server puts its result into a text', async () => {
    const saying = (text: string) => answered({ content: [{ type: 'text', text }] });
    const first = '{ assertions: [{ target: "json.items[0].id", matcher: { exact: 7 } }] }';
    expect(await verdict(first, saying('{"items":[{"id":7}]}'))).toBe('pass');
    expect(await verdict(first, saying('{"items":[{"id":8}]}'))).toEqual([
      'json.items[0].id: found `8`, expected `7`',
    ]);
    const list = '{ assertions: [{ target: json, matcher: { length: { min: 2 } } }] }';
    expect(await verdict(list, saying('[1, 2]'))).toBe('pass');
    // what is no JSON is absent, so is what can be read in two ways, or nests without end
    const absent = '{ assertions: [{ target: json, matcher: { absent: true } }] }';
    for (const text of ['hello', '{"a":1', '{"a":1,"a":2}', '['.repeat(100_000)]) {
      expect(await verdict(absent, saying(text))).toBe('pass');
      expect(await verdict(first, saying(text))).toHaveLength(1);
    }
    expect(await verdict(absent, saying('null'))).toHaveLength(1);
  });

  it('is compared by the code and the message of an error, of both kinds', async () => {
    expect(await verdict('{ error: { code: -32602 } }', failed(REFUSED))).toBe('pass');
    expect(await verdict('{ error: { code: -32601 } }', failed(REFUSED))).toEqual([
      'error.code: found `-32602`, expected `-32601`',
    ]);
    const expectation = '{ error: { message: { contains: missing } } }';
    expect(await verdict(expectation, failed(REFUSED))).toBe('pass');
    expect(await verdict(expectation, answered(TOOL_ERROR))).toEqual([
      expect.stringContaining('error.message: found `"no such city"`'),
    ]);
    expect(await verdict(expectation, answered())).toHaveLength(2);
  });

  it('shows the words of an assertion, and its place', async () => {
    const test = await expecting(
      '{ assertions: [{ target: text, matcher: { exact: bye }, message: says bye }] }',
    );
    const judged = await judgeCall(test, answered(), undefined);
    expect(judged).toEqual([
      {
        code: 'assertion',
        message: 'says bye (text: found `"hello"`, expected `"bye"`)',
        path: ['tests', 0, 'expect', 'assertions', 0],
      },
    ]);
  });

  it('has texts of prompts and resources too', async () => {
    const prompt = answered({ messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }] });
    expect(await verdict('{ text: hi }', prompt, undefined, 'prompt: p')).toBe('pass');
    const resource = answered({ contents: [{ uri: 'a:b', text: 'hi' }] });
    expect(await verdict('{ text: hi }', resource, undefined, 'resource: "a:b"')).toBe('pass');
  });
});

describe('the output schema of a tool', () => {
  const outputSchema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };

  it('holds by default when it is declared', async () => {
    expect(await verdict('{}', answered({ structuredContent: { n: 1 }, content: [] }), outputSchema)).toBe(
      'pass',
    );
    expect(
      await verdict('{}', answered({ structuredContent: { n: 'x' }, content: [] }), outputSchema),
    ).toEqual([expect.stringContaining('structuredContent breaks the `outputSchema` of the tool')]);
    expect(await verdict('{}', answered(), outputSchema)).toEqual([
      expect.stringContaining('structuredContent: found nothing'),
    ]);
  });

  it('is not looked at where an error is answered, or the suite says so', async () => {
    expect(await verdict('{ outcome: tool_error }', answered(TOOL_ERROR), outputSchema)).toBe('pass');
    expect(await verdict('{ output_schema: false }', answered(), outputSchema)).toBe('pass');
  });

  it('fails when it is asked for and missing, or when it cannot be used', async () => {
    expect(await verdict('{ output_schema: true }', answered())).toEqual([
      'output_schema: found no output schema of the tool, expected one',
    ]);
    const broken = { type: 'objekt' };
    expect(await verdict('{}', answered({ structuredContent: {}, content: [] }), broken)).toEqual([
      expect.stringContaining('cannot be used'),
    ]);
  });
});

describe('time', () => {
  it('is judged by the 95th percentile', async () => {
    const test = await expecting('{ max_ms: 100 }');
    expect(judgeDurations(test, [100])).toEqual([]);
    expect(judgeDurations(test, [101])).toMatchObject([
      { message: 'max_ms: found 101 ms, expected at most 100 ms' },
    ]);
    const quick = Array.from({ length: 19 }, () => 50);
    expect(judgeDurations(test, [...quick, 5000])).toEqual([]);
    expect(judgeDurations(test, [...quick.slice(1), 5000, 5000])).toMatchObject([
      { message: expect.stringContaining('as the 95th percentile of 20 trials') },
    ]);
  });
});

describe('a question that the suite has no answer for', () => {
  it('fails the test', async () => {
    const keys = 'tool: t, client: { answers: [{ elicit: { decline: true } }] }';
    const asked = {
      questions: [{ method: 'elicitation/create', params: {}, reply: 'decline', scripted: false } as const],
    };
    expect(await verdict('{}', answered(undefined, asked), undefined, keys)).toEqual([
      expect.stringContaining('the server asks `elicitation/create` more often'),
    ]);
    const none = 'tool: t, client: { capabilities: { elicitation: {} } }';
    expect(await verdict('{}', answered(undefined, asked), undefined, none)).toEqual([
      expect.stringContaining('the server asks `elicitation/create`, but the test has no `client.answers`'),
    ]);
  });
});

describe('a suite that does not compile', () => {
  it('shows the faults of matchers, targets and patterns together with all others', async () => {
    const work = compiled(
      '{ name: one, tool: t, expect: { assertions: [{ target: reslt, matcher: { regex: "(" } }] } }',
      '{ name: one, prompt: p, expect: { snapshot: true, mask: [{ pattern: "(" }] } }',
      '{ name: two, tool: t, expect: { error: { message: { max: 1, min: 2, length: { min: 3, max: 1 } } } } }',
    );
    const error = await work.catch((error: unknown) => error);
    expect((error as InputError).diagnostics.map(({ message, help }) => [message, help])).toEqual([
      ['unknown target `reslt`', 'did you mean `result`?'],
      [expect.stringContaining('does not compile'), expect.anything()],
      [expect.stringContaining('already the name of the test on line 4'), expect.anything()],
      [expect.stringContaining('of a mask does not compile'), expect.anything()],
      ['no length is at least `3` and at most `1`', undefined],
    ]);
  });

  it('is refused as a file that is none', async () => {
    await expect(compileSuite('tests: [', 'suite.yml')).rejects.toThrow(InputError);
  });
});
