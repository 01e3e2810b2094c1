import { describe, expect, it } from 'vitest';
import { InputError } from '../../../../src/errors.ts';
import { answerCall, answerPrompt, answerResource } from '../../../../src/features/mock/mock-answers.ts';
import { parseMockFile } from '../../../../src/features/mock/mock-file.ts';

const MANIFEST = `
mock_server:
  name: records
  instructions: be kind
  tools:
    - name: greet
      annotations: { readOnlyHint: true }
      input_schema:
        properties: { name: { type: string }, count: { type: integer } }
        required: [name]
      response:
        content: [{ type: text, text: "hello \${args.name}" }]
        structured_content: { count: "\${args.count}" }
    - name: sampled
      output_schema: { type: object, required: [n], properties: { n: { type: integer, minimum: 3 } } }
    - name: broken
      response: { error: { code: -32603, message: "no \${args.what}" } }
    - name: bare
      response: { error: { code: 1, message: "\${args.what}" } }
    - name: listing
      output_schema: { type: array, items: { type: integer } }
      response: { structured_content: [1, "\${args.n}"] }
    - name: silent
  resources: [{ uri: "memo://a", name: a, mime_type: text/plain, text: hi }]
  prompts:
    - name: ask
      arguments: [{ name: topic, required: true }]
      messages: [{ role: user, content: { type: text, text: "about \${args.topic}" } }]
`;

const read = async (text: string) => (await parseMockFile(text, 'm.yaml')).server;

/** What is wrong with a manifest: `line:column message`, and the help. */
async function faultsOf(text: string): Promise<string[]> {
  try {
    await parseMockFile(text, 'm.yaml');
    return [];
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.diagnostics.map(
      ({ position, message, help }) =>
        `${position?.line}:${position?.column} ${message}${help ? ` (${help})` : ''}`,
    );
  }
}

const tool = (lines: string) => `mock_server:\n  name: a\n  tools:\n    - name: t\n${lines}`;

describe('a manifest', () => {
  it('answers with arguments filled in', async () => {
    expect(answerCall(await read(MANIFEST), 'greet', { name: 'Ada', count: 2 })).toEqual({
      kind: 'answer',
      value: { content: [{ type: 'text', text: 'hello Ada' }], structuredContent: { count: 2 } },
    });
  });

  it.each([
    [{}, /the input schema rejects the arguments: .*name/],
    [{ name: 1 }, /the input schema rejects the arguments: `name` must be string/],
    [{ name: 'Ada' }, /needs the argument `count`, which is missing/],
  ])('answers %j with an error of the tool', async (args, message) => {
    expect(answerCall(await read(MANIFEST), 'greet', args)).toEqual({
      kind: 'answer',
      value: { content: [{ type: 'text', text: expect.stringMatching(message) }], isError: true },
    });
  });

  it('answers with a sample for the output schema when no answer is written', async () => {
    const server = await read(MANIFEST);
    expect(answerCall(server, 'sampled', {})).toMatchObject({ value: { structuredContent: { n: 3 } } });
    expect(answerCall(server, 'listing', { n: 2 })).toMatchObject({ value: { structuredContent: [1, 2] } });
    expect(answerCall(server, 'silent', {})).toMatchObject({ value: { content: [{ text: 'ok' }] } });
  });

  it('answers with a protocol error', async () => {
    const server = await read(MANIFEST);
    expect(answerCall(server, 'broken', { what: 'way' })).toEqual({
      kind: 'fault',
      code: -32603,
      message: 'no way',
    });
    expect(answerCall(server, 'nothing', {})).toMatchObject({ kind: 'fault', code: -32602 });
    // neither the object nor its `toString` is a text
    expect(answerCall(server, 'bare', { what: { toString: 1 } })).toEqual({
      kind: 'fault',
      code: 1,
      message: '{"toString":1}',
    });
  });

  it('has resources and prompts', async () => {
    const server = await read(MANIFEST);
    expect(answerResource(server, 'memo://a')).toMatchObject({ value: { contents: [{ text: 'hi' }] } });
    expect(answerResource(server, 'memo://b')).toMatchObject({ kind: 'fault' });
    expect(answerPrompt(server, 'ask', { topic: 'bees' })).toMatchObject({
      value: { messages: [{ role: 'user', content: { text: 'about bees' } }] },
    });
    expect(answerPrompt(server, 'ask', {})).toMatchObject({ kind: 'fault', message: /topic/ });
    expect(answerPrompt(server, 'other', {})).toMatchObject({ kind: 'fault' });
  });

  it.each([
    [
      'mock_servr: {}',
      ['1:1 is missing; it must be a mapping', '1:1 unknown key `mock_servr` (did you mean `mock_server`?)'],
    ],
    [tool('      respons: {}'), ['5:7 unknown key `respons` (did you mean `response`?)']],
    [
      tool('      annotations: { readOnlyHint: "yes" }'),
      [expect.stringMatching(/^5:36 must be `true` or `false`/)],
    ],
    [
      tool('      inputSchema: {}\n      input_schema: {}'),
      [expect.stringMatching(/^5:20 is another spelling of `input_schema`/)],
    ],
    [tool('      input_schema: { type: string }'), [expect.stringMatching(/^5:29 must be `object`/)]],
    [tool('      input_schema: { required: 5 }'), [expect.stringMatching(/^5:33 is not a JSON Schema/)]],
    [tool('    - name: t'), ['5:13 `t` appears twice']],
    [tool('      response: { content: [{ type: txt }] }'), [expect.stringMatching(/^5:/)]],
    [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a template that is wrong
      tool('      response: { content: [{ type: text, text: "${name}" }] }'),
      [expect.stringMatching(/^5:49 `\$\{name\}` does not name an argument \(write `\$\{args\.name\}`/)],
    ],
    [
      tool('      response: { is_error: true, error: { code: 1, message: m } }'),
      [expect.stringMatching(/contradict/)],
    ],
    ['mock_server: { name: a, tools: [] }', [expect.stringMatching(/non-empty list/)]],
  ])('that is wrong says where: %s', async (text, faults) => {
    expect(await faultsOf(text)).toEqual(faults);
  });
});

describe('a snapshot', () => {
  const TOOLS = [
    {
      name: 'a',
      inputSchema: { type: 'object', required: ['q'], properties: { q: { type: 'string' } } },
      'x-more': 1,
    },
    { name: 'b', annotations: { readOnlyHint: 'yes' }, outputSchema: { type: 'object', required: ['c'] } },
    { name: 'a' },
    { name: 'odd', inputSchema: { type: 'nothing' }, outputSchema: { type: 'object', minProperties: 1e9 } },
  ];

  it('is offered unchanged, and answers with samples', async () => {
    const { server, warnings } = await parseMockFile(JSON.stringify({ tools: TOOLS }), 'tools.json');
    expect(server.tools.map(({ listed }) => listed)).toMatchObject([TOOLS[0], TOOLS[1], TOOLS[3]]);
    expect(warnings.map(({ message }) => message)).toEqual(['`a` is listed twice']);
    expect(answerCall(server, 'a', { q: 'x' })).toMatchObject({ value: { content: [{ type: 'text' }] } });
    expect(answerCall(server, 'a', {})).toMatchObject({ value: { isError: true } });
    expect(answerCall(server, 'b', {})).toMatchObject({ value: { structuredContent: { c: 'text' } } });
    expect(answerCall(server, 'odd', {})).toMatchObject({ kind: 'fault', message: /no sample/ });
  });

  it('must list a tool', async () => {
    expect(await faultsOf('{"tools": []}')).toEqual([expect.stringMatching(/lists no tools/)]);
  });
});
