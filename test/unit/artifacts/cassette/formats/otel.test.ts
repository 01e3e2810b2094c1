import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRuns as readFileRuns } from '../../../../../src/artifacts/cassette/read.ts';
import {
  callsOf,
  readRun,
  readRuns,
  refusalOfRun,
  sketch,
  warningsOf,
} from '../../../../support/cassettes.ts';
import { memoryFiles } from '../../../../support/memory-files.ts';
import { anyValue, chat, otlp, said, span, spanEvent, toolRun } from '../../../../support/otlp.ts';

type Json = Readonly<Record<string, unknown>>;

const ask = said.user('Free B7 and B8.');
const calls = said.call(['c1', 'free', { berth: 'B7' }], ['c2', 'free', '{"berth":"B8"}']);
const answers = [said.answer('c1', 'ok'), said.answer('c2', 'locked')];
const reply = said.agent('B7 is free.');
const tokens = (input: number, output: number, cached: number) => ({
  'gen_ai.usage.input_tokens': input,
  'gen_ai.usage.output_tokens': output,
  'gen_ai.usage.cache_read.input_tokens': cached,
});
const failed = { status: { code: 'STATUS_CODE_ERROR', message: 'locked by Aurora' } };

/** A run of an agent: two requests, and the spans of two tools between them. */
const run = [
  span('a', [0, 100], { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'Harbour' }),
  span('b/a', [1, 20], chat([ask], [calls], tokens(100, 20, 40))),
  span('c/a', [21, 30], toolRun('free', 'c1', { berth: 'B7' })),
  span('d/a', [22, 31], toolRun('free', 'c2', { berth: 'B8' }), failed),
  span('e/a', [40, 60], chat([ask, calls, ...answers], [reply], tokens(200, 10, 90))),
];
const RUN = 'Free B7 and B8.: free free! "B7 is free."';
const lines = (...rows: unknown[]) => `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;

describe('a trace of OTel GenAI', () => {
  it('is one conversation: repeated messages and spans of tools do not count again', () => {
    const cassette = readRun(otlp(...run));
    expect(sketch(cassette)).toBe(RUN);
    expect(cassette).toMatchObject({
      model: 'harbour-1',
      usage: { input_tokens: 170, output_tokens: 30, cache_read_tokens: 130 },
      recorded_at: '2026-09-21T14:13:20Z',
    });
    expect(callsOf(cassette)).toMatchObject([
      { args: { berth: 'B7' }, result: 'ok', parallel: 0, agent: 'Harbour' },
      { args: { berth: 'B8' }, result: 'locked', error: 'locked by Aurora', parallel: 0 },
    ]);
  });

  it('is the same in lines, in any order, and as bare spans', () => {
    expect(sketch(readRun(lines(...run.toReversed().map((each) => otlp(each)))))).toBe(RUN);
    expect(sketch(readRun(lines(...run)))).toBe(RUN);
    expect(sketch(readRun(run))).toBe(RUN);
  });

  it('may hold its messages as values', () => {
    const structured = run.map((each) => ({
      ...each,
      attributes: (each.attributes as { key: string; value: { stringValue?: string } }[]).map(
        ({ key, value }) => {
          const text = value.stringValue ?? '';
          return { key, value: /^[[{]/.test(text) ? anyValue(JSON.parse(text)) : value };
        },
      ),
    }));
    expect(sketch(readRun(otlp(...structured)))).toBe(RUN);
  });

  it('is a run for each trace', () => {
    const two = ['1', '2'].flatMap((traceId) => run.map((each) => ({ ...each, traceId })));
    expect(
      readRuns(lines(...two)).value.map(({ reference, cassette }) => [reference, sketch(cassette)]),
    ).toEqual([
      ['f.json#/0', RUN],
      ['f.json#/1', RUN],
    ]);
  });

  it('may consist of spans of tools only, in the order in which they began', () => {
    const [, , first = {}, second = {}] = run;
    expect(sketch(readRun(otlp(second, first)))).toBe('free free!');
  });

  it('may send only what is new to the model', () => {
    const rest = [span('b', [1, 2], chat([ask], [calls])), span('e', [3, 4], chat(answers, [reply]))];
    expect(sketch(readRun(otlp(...rest)))).toBe('Free B7 and B8.: free free "B7 is free."');
  });

  it('counts equal calls as often as they were made, with and without ids', () => {
    for (const id of ['call_0', undefined]) {
      const call = said.call([id, 'poll', {}]);
      const answer = said.answer(id, 'wait');
      const polls = otlp(
        span('b', [1, 2], chat([ask], [call])),
        span('c', [3, 4], chat([ask, call, answer], [call])),
        span('d', [5, 6], chat([ask, call, answer, call, answer], [reply])),
      );
      expect(sketch(readRun(polls))).toBe('Free B7 and B8.: poll poll "B7 is free."');
    }
  });

  it('counts a call once that several spans show: those of the client and of the server', () => {
    const twins = otlp(
      span('a', [1, 9], toolRun('free', undefined, { berth: 'B7' })),
      span('b/a', [2, 8], { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'free' }),
      span('c/b', [3, 7], { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'free' }),
    );
    expect(sketch(readRun(twins))).toBe('free');
  });

  it('counts what a sub-agent called, and leaves out what it said', () => {
    const sub = otlp(
      span('b', [1, 2], chat([ask], [said.call(['c1', 'delegate', {}])])),
      span('c', [3, 9], toolRun('delegate', 'c1', {})),
      span(
        'd/c',
        [4, 5],
        chat([said.user('Do it.')], [said.call(['s1', 'free', {}])], { 'gen_ai.agent.name': 'Sub' }),
      ),
      span('e/c', [6, 7], chat([], [said.agent('Sub is done.')])),
      span('f', [10, 11], chat([said.answer('c1', 'done')], [reply])),
    );
    const cassette = readRun(sub);
    expect(sketch(cassette)).toBe('Free B7 and B8.: delegate free "B7 is free."');
    expect(callsOf(cassette).map(({ agent }) => agent)).toEqual([undefined, 'Sub']);
  });

  it('counts the tokens of the last reply, which the span of the whole run repeats', () => {
    const step = (text: string, input: number) => ({
      'ai.operationId': 'ai.generateText.doGenerate',
      'ai.model.id': 'm',
      'ai.response.text': text,
      'ai.usage.inputTokens': input,
      'ai.usage.outputTokens': 2,
    });
    const whole = { ...step('B7 is free.', 30), 'ai.operationId': 'ai.generateText' };
    const nested = otlp(
      span('a', [1, 9], whole),
      span('b/a', [2, 3], step('I look.', 10)),
      span('c/a', [4, 5], step('B7 is free.', 20)),
    );
    expect(readRun(nested).usage).toEqual({ input_tokens: 30, output_tokens: 4 });
  });

  it('takes a reply before a picture of the user as final, and an empty list of parts as no text', () => {
    const picture = { role: 'user', parts: [{ type: 'blob', modality: 'image' }] };
    const more = said.call(['c1', 'free', { berth: 'B7' }]);
    const seen = otlp(
      span('a', [0, 1], chat([ask], [reply])),
      span('b', [2, 3], chat([ask, reply, picture], [more])),
      span('c', [4, 5], chat([ask, reply, picture, more, answers[0]], [{ role: 'assistant', parts: [] }])),
    );
    expect(sketch(readRun(seen))).toBe('Free B7 and B8.: "B7 is free." / free');
    expect(readRun(seen).caveats).toEqual(['answered-nothing']);
  });

  it('keeps a reply that is JSON as text', () => {
    const json = otlp(span('b', [1, 2], chat([ask], [said.agent('{"free": true}')])));
    expect(readRun(json).turns.at(-1)?.final_response).toBe('{"free": true}');
  });

  it('says when a call has no answer, when arguments are not recorded, and when nothing was answered', () => {
    expect(callsOf(readRun(otlp(span('b', [1, 2], chat([ask], [calls])))))[0]?.unanswered).toBe(true);
    const bare = otlp(
      span('c', [1, 2], { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'free' }),
    );
    expect(readRun(bare).caveats).toEqual(['unread-calls']);
    expect(warningsOf(bare).join()).toContain('the arguments of 1 call are not recorded: `free`');
    const empty = otlp(span('b', [1, 2], chat([ask], [said.agent('')])));
    expect(readRun(empty).caveats).toEqual(['answered-nothing']);
  });

  it('refuses a span that does not say what it needs', async () => {
    const [first = {}, ...others] = run;
    const { traceId: _, ...nameless } = first;
    expect(await refusalOfRun(otlp(nameless, ...others, { ...first, traceId: 'u' }))).toContain(
      'has no trace id',
    );
    const { startTimeUnixNano: __, ...timeless } = others[2] ?? {};
    expect(await refusalOfRun(otlp(first, timeless))).toContain('has no start');
    const cut = span('b', [1, 2], { ...chat([ask], [calls]), 'gen_ai.output.messages': '[{"role":"assis' });
    expect(await refusalOfRun(otlp(cut))).toContain('`gen_ai.output.messages` must be JSON');
  });

  it('leaves the other traces to be judged when one cannot be read', async () => {
    const of = (traceId: string, spans: readonly Json[]) => spans.map((each) => ({ ...each, traceId }));
    const { startTimeUnixNano: _, ...timeless } = run[2] ?? {};
    const hiding = { ...run[1], status: { code: 1, call: { name: 'drop', arguments: { berth: 'B7' } } } };
    const traces = [
      otlp(...of('u', run)),
      otlp(...of('v', [run[0] ?? {}, timeless])),
      otlp(...of('w', [run[0] ?? {}, hiding])),
      { ...otlp(...of('x', run)), call: { name: 'drop', arguments: { berth: 'B7' } } },
      otlp(...of('y', run)),
    ];
    const files = memoryFiles({ 'f.jsonl': lines(...traces) });
    const { runs } = await readFileRuns('f.jsonl', files);
    const found = runs.map(({ read }) =>
      'problems' in read ? read.problems.map(({ message }) => message).join() : sketch(read.value),
    );
    expect(found).toEqual([
      RUN,
      'the span has no start, so the order of the calls is unclear',
      expect.stringContaining('looks like a tool call'),
      expect.stringContaining('looks like a tool call'),
      RUN,
    ]);
    expect(runs.map(({ reference }) => reference)[4]).toBe('f.jsonl#/4');
  });

  it.each([
    ['the status', (at: Json) => ({ status: { code: 1, ...at } })],
    ['a link', (at: Json) => ({ links: [{ traceId: 'x', ...at }] })],
    ['the resource of the span', (at: Json) => ({ resource: { attributes: {}, ...at } })],
    ['an event', (at: Json) => ({ events: [{ name: 'note', timeUnixNano: '1', ...at }] })],
    ['an event without a name', (at: Json) => ({ events: [at] })],
  ])('refuses a call in %s', async (_, put) => {
    const [first = {}, ...others] = run;
    const call = { call: { name: 'drop', arguments: { berth: 'B7' } } };
    expect(await refusalOfRun(otlp({ ...first, ...put(call) }, ...others))).toContain(
      'looks like a tool call',
    );
  });

  it.each([
    ['an object', [{ key: 'shadow', value: anyValue({ name: 'drop', arguments: { berth: 'B7' } }) }]],
    ['JSON text', [{ key: 'shadow.x', value: anyValue('{"name":"drop","arguments":{"berth":"B7"}}') }]],
    [
      'attributes of its own',
      [
        { key: 'shadow.call.name', value: anyValue('drop') },
        { key: 'shadow.call.arguments', value: anyValue('{"berth":"B7"}') },
      ],
    ],
  ])('refuses a call in attributes of an unknown name: as %s', async (_, more) => {
    const [first = {}, ...others] = run;
    const attributes = [...(first.attributes as Json[]), ...more];
    expect(await refusalOfRun(otlp({ ...first, attributes }, ...others))).toContain('looks like a tool call');
  });

  it('refuses a call in the resource or the scope, and allows attributes there', async () => {
    const at = (resource: Json, scope: Json) => ({
      resourceSpans: [{ resource, scopeSpans: [{ scope, spans: run }] }],
    });
    const call = { call: { name: 'drop', arguments: { berth: 'B7' } } };
    const named = { attributes: [{ key: 'openinference.project.name', value: anyValue('harbour') }] };
    expect(sketch(readRun(at(named, { name: 'harbour', attributes: [] })))).toBe(RUN);
    expect(await refusalOfRun(at({ ...named, ...call }, {}))).toContain('looks like a tool call');
    expect(await refusalOfRun(at(named, { name: 'harbour', ...call }))).toContain('looks like a tool call');
  });

  it('does not count tokens that it does not understand', () => {
    const odd = otlp(span('b', [1, 2], chat([ask], [reply], { 'gen_ai.usage.units': 12 })));
    expect(readRun(odd).usage).toBeUndefined();
    expect(warningsOf(odd).join()).toContain('gen_ai.usage.units');
  });

  it('loses no call when an attribute has another name', () => {
    const names = run.flatMap(({ attributes }, index) =>
      (attributes as { key: string }[]).map(({ key }) => [index, key] as const),
    );
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.stringMatching(/^[a-z]{1,8}$/), ([index, key], to) => {
        const spans = structuredClone(run) as unknown as { attributes: { key: string }[] }[];
        const attribute = spans[index]?.attributes.find((each) => each.key === key);
        if (attribute) attribute.key = `x${to}`;
        let found: number;
        try {
          found = callsOf(readRun(otlp(...(spans as unknown as Json[])))).length;
        } catch {
          return;
        }
        expect(found, key).toBe(2);
      }),
    );
  });
});

describe('a trace in other conventions', () => {
  const call = { id: 'c1', type: 'function', function: { name: 'free', arguments: '{"berth":"B7"}' } };
  const message = (from: Json) => ({ message: JSON.stringify(from) });

  it('may hold messages in events', () => {
    const events = otlp(
      span(
        'b',
        [1, 2],
        { 'gen_ai.operation.name': 'chat' },
        {
          events: [
            spanEvent('gen_ai.user.message', { content: 'Free B7.' }),
            spanEvent('gen_ai.choice', message({ role: 'assistant', tool_calls: [call] })),
          ],
        },
      ),
      span(
        'c',
        [3, 4],
        { 'gen_ai.operation.name': 'chat' },
        {
          events: [
            spanEvent('gen_ai.user.message', { content: 'Free B7.' }),
            spanEvent('gen_ai.assistant.message', { tool_calls: JSON.stringify([call]) }),
            spanEvent('gen_ai.tool.message', { id: 'c1', content: 'ok' }),
            spanEvent('gen_ai.choice', message({ role: 'assistant', content: 'Done.' })),
          ],
        },
      ),
    );
    expect(sketch(readRun(events))).toBe('Free B7.: free "Done."');
    expect(callsOf(readRun(events))[0]?.result).toBe('ok');
  });

  it('may hold messages in log records', () => {
    const record = (name: string, body: Json) => ({
      traceId: 't'.repeat(32),
      spanId: 'b'.repeat(16),
      eventName: name,
      body: anyValue(body),
    });
    const logs = [
      record('gen_ai.user.message', { content: 'Free B7.' }),
      record('gen_ai.choice', { message: { content: 'Done.' }, finish_reason: 'stop' }),
    ];
    const rows = lines(otlp(span('b', [1, 2], { 'gen_ai.operation.name': 'chat' })), {
      resourceLogs: [{ scopeLogs: [{ logRecords: logs }] }],
    });
    expect(sketch(readRun(rows))).toBe('Free B7.: "Done."');
  });

  it('may be that of Strands, whose tools keep their arguments in events', () => {
    const use = { toolUse: { toolUseId: 't1', name: 'free', input: { berth: 'B7' } } };
    const strands = otlp(
      span(
        'b',
        [1, 2],
        { 'gen_ai.operation.name': 'chat' },
        {
          events: [
            spanEvent('gen_ai.user.message', { content: '[{"text":"Free B7."}]' }),
            spanEvent('gen_ai.choice', { message: JSON.stringify([{ text: 'I look.' }, use]) }),
          ],
        },
      ),
      span(
        'c',
        [3, 4],
        { 'gen_ai.tool.name': 'free', 'gen_ai.tool.call.id': 't1', 'gen_ai.tool.status': 'error' },
        {
          events: [
            spanEvent('gen_ai.tool.message', { role: 'tool', content: '{"berth":"B7"}', id: 't1' }),
            spanEvent('gen_ai.choice', { message: '[{"text":"locked"}]', id: 't1' }),
          ],
        },
      ),
      span(
        'd',
        [5, 6],
        { 'gen_ai.operation.name': 'chat' },
        {
          events: [spanEvent('gen_ai.choice', { message: '[{"text":"It is locked."}]' })],
        },
      ),
    );
    expect(sketch(readRun(strands))).toBe('Free B7.: free! "It is locked."');
  });

  it('may be that of OpenLLMetry', () => {
    const traced = otlp(
      span('b', [1, 2], {
        'llm.request.type': 'chat',
        'gen_ai.prompt.0.role': 'user',
        'gen_ai.prompt.0.content': 'Free B7.',
        'gen_ai.completion.0.tool_calls.0.id': 'c1',
        'gen_ai.completion.0.tool_calls.0.name': 'free',
        'gen_ai.completion.0.tool_calls.0.arguments': '{"berth":"B7"}',
        'gen_ai.usage.prompt_tokens': 10,
        'gen_ai.usage.completion_tokens': 5,
      }),
      span('c', [3, 4], {
        'llm.request.type': 'chat',
        'gen_ai.prompt.0.role': 'tool',
        'gen_ai.prompt.0.tool_call_id': 'c1',
        'gen_ai.prompt.0.content': '{"ok":true}',
        'gen_ai.completion.0.content': 'Done.',
        'gen_ai.usage.prompt_tokens': 20,
        'gen_ai.usage.completion_tokens': 6,
      }),
    );
    expect(sketch(readRun(traced))).toBe('Free B7.: free "Done."');
    expect(callsOf(readRun(traced))[0]?.result).toBe('{"ok":true}');
    expect(readRun(traced).usage).toEqual({ input_tokens: 30, output_tokens: 11 });
  });

  it('may be that of the AI SDK', () => {
    const traced = otlp(
      span('a', [0, 9], { 'ai.operationId': 'ai.generateText', 'ai.response.text': 'Done.' }),
      span('b/a', [1, 2], {
        'ai.operationId': 'ai.generateText.doGenerate',
        'ai.prompt.messages': JSON.stringify([
          { role: 'user', content: [{ type: 'text', text: 'Free B7.' }] },
        ]),
        'ai.response.toolCalls': '[{"toolCallId":"t1","toolName":"free","input":"{\\"berth\\":\\"B7\\"}"}]',
      }),
      span(
        'c/a',
        [3, 4],
        {
          'ai.operationId': 'ai.toolCall',
          'ai.toolCall.name': 'free',
          'ai.toolCall.id': 't1',
          'ai.toolCall.args': '{"berth":"B7"}',
        },
        { status: { code: 2 } },
      ),
      span('d/a', [5, 6], { 'ai.operationId': 'ai.generateText.doGenerate', 'ai.response.text': 'Done.' }),
    );
    expect(sketch(readRun(traced))).toBe('Free B7.: free! "Done."');
  });
});
