import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mcptest } from '../../../src/vitest/index.ts';
import type { Expectation, TestedServer } from '../../../src/vitest/types.ts';

const program = join(import.meta.dirname, '../../support/stdio-server.mjs');

const TOOLS = ['find_book', 'lend_book', 'count_books', 'quit'].map((name) => ({
  name,
  inputSchema: { type: 'object' },
  ...(name === 'count_books' && {
    outputSchema: { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] },
  }),
}));

const text = (said: string) => ({ content: [{ type: 'text', text: said }] });

const ANSWERS = {
  find_book: text('1 book'),
  lend_book: { ...text('locked'), isError: true },
  count_books: { ...text('many'), structuredContent: { count: 'many' } },
  quit: 'exit',
  lend_bok: { error: { code: -32602, message: 'unknown tool' } },
};

/** A server of the tests that behaves as it is told. */
const told = (more: object = {}) => ({
  command: process.execPath,
  args: [program, JSON.stringify({ tools: TOOLS, answers: ANSWERS, ...more })],
});

const it = test.extend(mcptest(told(), { timeout: 300_000 }));

/** Runs a fixture without a test. */
async function using(
  fixture: ReturnType<typeof mcptest>,
  work: (server: TestedServer) => Promise<unknown> = async () => {},
): Promise<void> {
  await fixture.server({}, async (server) => {
    await work(server);
  });
}

describe('the matcher `toMeet`', () => {
  it('judges an answer as a suite does', async ({ server }) => {
    const answer = await server.tool('find_book', { title: 'Emma' });
    expect(answer).toMatchObject({ text: '1 book', isError: false });
    await expect(answer).toMeet({ outcome: 'ok' });
    await expect(answer).toMeet({ text: '1 book', max_ms: 300_000 });
    await expect(answer).toMeet({
      assertions: [{ target: 'content[0].text', matcher: { contains: 'book' } }],
    });
    await expect(answer).not.toMeet({ text: '2 books' });
    const refused = await server.tool('lend_book');
    await expect(refused).toMeet({ outcome: 'tool_error', error: { message: { contains: 'locked' } } });
    await expect(refused).not.toMeet({ outcome: 'protocol_error' });
  });

  it.for<[string, string, Expectation, RegExp]>([
    ['another text', 'find_book', { text: '2 books' }, /text: found `"1 book"`, expected `"2 books"`/],
    ['a tool error', 'lend_book', { max_ms: 300_000 }, /found the tool error `"locked"`/],
    ['a broken output schema', 'count_books', { outcome: 'ok' }, /count/],
    [
      'a tool that is not listed',
      'find_books',
      { outcome: 'ok' },
      /answers for the tool `find_books`, which it does not list/,
    ],
    [
      'a tool that is not listed, and is refused',
      'lend_bok',
      { outcome: 'error' },
      /lists no tool `lend_bok`; did you mean `lend_book`\?/,
    ],
  ])('finds %s', async ([, tool, expectation, message], { server }) => {
    const answer = await server.tool(tool);
    await expect(expect(answer).toMeet(expectation)).rejects.toThrow(message);
  });

  it('judges prompts and resources too', async ({ server }) => {
    const options = { unlisted: true } as const;
    const prompt = await server.prompt('review', { a: 'b' }, options);
    await expect(prompt).toMeet({ error: { code: -32601 } });
    await expect(await server.resource('file:///a')).toMeet({ outcome: 'protocol_error' });
    await expect(await server.resource('file:///a')).toMeet({ outcome: 'protocol_error' });
  });

  it.for<[string, unknown, RegExp]>([
    ['nothing', {}, /toMeet needs an expectation/],
    ['no expectation', undefined, /toMeet needs an expectation/],
    [
      'a misspelt key',
      { outcom: 'ok' },
      /expect\.outcom: unknown key `outcom`\n {2}help: did you mean `outcome`/,
    ],
    ['a target that no answer has', { assertions: [{ target: 'tex', matcher: { min: 1 } }] }, /target/],
    ['a snapshot', { snapshot: true }, /`snapshot` is for suites only/],
  ])(
    'is an error when it is to expect %s, also behind `not`',
    async ([, expectation, message], { server }) => {
      const answer = await server.tool('find_book');
      await expect(expect(answer).toMeet(expectation as Expectation)).rejects.toThrow(message);
      await expect(expect(answer).not.toMeet(expectation as Expectation)).rejects.toThrow(message);
    },
  );

  it('is an error for what is not an answer of the server', async ({ server }) => {
    const other = { ...(await server.tool('find_book')) };
    for (const value of [other, undefined, 'text']) {
      await expect(expect(value).not.toMeet({ outcome: 'ok' })).rejects.toThrow(
        'judges an answer of `server`',
      );
    }
  });
});

describe('the fixture', () => {
  it('says that the server has ended, and does not take that for an answer', async ({ server }) => {
    await expect(server.tool('quit')).rejects.toThrow('no answer: ');
    await expect(server.tool('find_book')).rejects.toThrow('no answer: the server had ended before the call');
  });

  test('waits only so long for a server', async () => {
    const fixture = mcptest(told({ silent: true }), { timeout: 200 });
    await expect(using(fixture)).rejects.toThrow('did not answer within 0.2 s');
  });

  test.for<[string, Parameters<typeof mcptest>, string]>([
    ['a misspelt key', [{ comand: 'x' } as never], 'server.comand: unknown key `comand`'],
    ['a program that is not there', [{ command: 'no-such-program' }], 'there is no such program'],
    [
      'a variable that is not set',
      [{ command: 'x', env: { A: { from_env: 'NO_SUCH_VAR' } } }],
      'NO_SUCH_VAR',
    ],
    ['two protocols', [told(), { protocol: 'both' }], 'matrix.protocol[0]: must be `legacy`, `modern`'],
    [
      'a protocol that does not exist',
      [told(), { protocol: 'old' }],
      'matrix.protocol[0]: must be `legacy`, `modern`',
    ],
    [
      'an answer that does not exist',
      [told(), { answers: [{ elicit: {} } as never] }],
      'client.answers[0].elicit',
    ],
  ])('does not start with %s', async ([, [server, options], message]) => {
    await expect(using(mcptest(server, options))).rejects.toThrow(message);
  });

  test('hides what comes from the environment', async () => {
    process.env.MCPTEST_TEST_SECRET = 's3cret-value';
    const server = told({ answers: { find_book: text('s3cret-value') } });
    const fixture = mcptest({ ...server, env: { TOKEN: { from_env: 'MCPTEST_TEST_SECRET' } } });
    await using(fixture, async (server) => {
      const answer = await server.tool('find_book');
      await expect(expect(answer).toMeet({ text: 'x' })).rejects.toThrow('[MCPTEST_TEST_SECRET]');
    });
    delete process.env.MCPTEST_TEST_SECRET;
  });

  test('fails when the server breaks the protocol beside its answers', async () => {
    const twice = `${JSON.stringify({ jsonrpc: '2.0', id: 999, result: {} })}\n`;
    await expect(using(mcptest(told({ noise: twice })))).rejects.toThrow('the server breaks the protocol');
  });
});
