import { describe, expect, it } from 'vitest';
import { readRuns as readFileRuns } from '../../../../../src/artifacts/cassette/read.ts';
import { callsOf, readRun, readRuns, sketch, warningsOf } from '../../../../support/cassettes.ts';
import { memoryFiles } from '../../../../support/memory-files.ts';
import { TRACE_SAMPLES } from '../../../../support/recording-samples/traces.ts';

type Json = Readonly<Record<string, unknown>>;

let clock = 0;

/** An observation, one second after the one before. */
function observation(id: string, type: string, name: string, more: Json = {}): Json {
  const at = (second: number) => new Date(1_800_000_000_000 + second * 1000).toISOString();
  const [own, parentObservationId = null] = id.split('/');
  return {
    id: own,
    traceId: 't1',
    type,
    name,
    parentObservationId,
    startTime: at(++clock),
    endTime: at(clock + 0.5),
    ...more,
  };
}

const human = { type: 'human', content: 'Free B7.' };
const ai = { type: 'ai', content: '', tool_calls: [{ name: 'free', args: { berth: 'B7' }, id: 'c1' }] };
const tool = { type: 'tool', name: 'free', content: 'locked', tool_call_id: 'c1', status: 'error' };
const last = { type: 'ai', content: 'It is locked.' };

describe('an export of Langfuse', () => {
  it('leaves the other traces to be judged when one cannot be read', async () => {
    const trace = (id: string, broken: boolean) => ({
      id,
      observations: [
        observation('g', 'GENERATION', 'ask', {
          ...{ traceId: id, input: { messages: [human] }, output: { messages: [ai] } },
          ...(broken && { shadow: { name: 'drop', arguments: { berth: 'B7' } } }),
        }),
        ...(broken ? [{ id: 'x', traceId: id }] : []),
      ],
    });
    const rows = [trace('t1', false), trace('t2', true), trace('t3', false)];
    const text = `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
    const { runs } = await readFileRuns('f.jsonl', memoryFiles({ 'f.jsonl': text }));
    expect(runs.map(({ read }) => 'problems' in read)).toEqual([false, true, false]);
  });

  const { document } = TRACE_SAMPLES.find(({ format }) => format === 'Langfuse export') ?? {};

  it('counts tokens that overlap once, and those that do not together', () => {
    expect(readRun(document).usage).toEqual({ input_tokens: 30, output_tokens: 11, cache_read_tokens: 30 });
    const [call] = callsOf(readRun(document));
    expect(call).toMatchObject({ args: { berth: 'B7' }, is_error: true, result: 'locked' });
  });

  it('may be rows of observations, and lists of exports', () => {
    const { observations } = document as { observations: Json[] };
    const lines = observations.map((each) => JSON.stringify(each)).join('\n');
    expect(sketch(readRun(`${lines}\n`))).toBe('Free B7.: free_berth! "It is locked."');
    const second = observations.map((each) => ({ ...each, traceId: 't2' }));
    expect(readRuns([document, { id: 't2', observations: second }]).value).toHaveLength(2);
  });

  it('reads LangGraph, whose nodes repeat the messages of their models', () => {
    const graph = [
      observation('g', 'SPAN', 'LangGraph', {
        input: { messages: [human] },
        output: { messages: [human, ai, tool, last] },
      }),
      observation('a/g', 'GENERATION', 'Chat', {
        input: [
          { role: 'user', content: 'Free B7.' },
          {
            role: 'tool',
            content: {
              type: 'function',
              function: { name: 'free', parameters: { type: 'object', properties: {} } },
            },
          },
        ],
        output: {
          role: 'assistant',
          content: '',
          additional_kwargs: {
            tool_calls: [
              { id: 'c1', type: 'function', function: { name: 'free', arguments: '{"berth":"B7"}' } },
            ],
          },
        },
      }),
      observation('n/g', 'SPAN', 'tools', { input: { messages: [human, ai] }, output: { messages: [tool] } }),
      observation('f/n', 'SPAN', 'free', { input: "{'berth': 'B7'}", output: tool }),
      observation('b/g', 'GENERATION', 'Chat', {
        input: [human, ai, tool],
        output: { role: 'assistant', content: 'It is locked.' },
      }),
    ];
    const cassette = readRun({ observations: graph });
    expect(sketch(cassette)).toBe('Free B7.: free! "It is locked."');
    expect(callsOf(cassette)[0]?.result).toBe('locked');
  });

  it('reads the AI SDK, whose calls have no type, and its outer span once', () => {
    const call = '[{"toolCallId":"c1","toolName":"free","input":"{\\"berth\\":\\"B7\\"}"}]';
    const usageDetails = { input: 10, output: 5, total: 15 };
    const sdk = [
      observation('g', 'GENERATION', 'ai.generateText', {
        input: '{"prompt":"Free B7."}',
        output: call,
        usageDetails,
      }),
      observation('a/g', 'GENERATION', 'ai.generateText.doGenerate', {
        input: '[{"role":"user","content":[{"type":"text","text":"Free B7."}]}]',
        output: call,
        usageDetails,
      }),
      observation('t/g', 'TOOL', 'free', { input: '{"berth":"B7"}', output: '"ok"' }),
    ];
    const cassette = readRun({ observations: sdk });
    expect(sketch(cassette)).toBe('Free B7.: free');
    expect(cassette.usage).toEqual({ input_tokens: 10, output_tokens: 5 });
  });

  it('splits the server off the tools of Claude, and finds calls by name where there are no ids', () => {
    const claude = [
      observation('a', 'GENERATION', 'turn', {
        input: { role: 'user', content: 'Free B7.' },
        output: {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'c1', name: 'mcp__harbour__free', input: { berth: 'B7' } }],
        },
      }),
      observation('t', 'TOOL', 'mcp__harbour__free', {
        input: { input: { berth: 'B7' } },
        output: { content: [] },
        level: 'ERROR',
      }),
      observation('b', 'GENERATION', 'turn', {
        input: { content: 'role' },
        output: { role: 'assistant', content: 'No.' },
      }),
    ];
    const cassette = readRun({ observations: claude });
    expect(sketch(cassette)).toBe('Free B7.: free! "No."');
    expect(callsOf(cassette)[0]?.server).toBe('harbour');
  });

  it('says when it does not understand the tokens', () => {
    const odd = {
      observations: [observation('a', 'GENERATION', 'x', { output: 'Hello.', usageDetails: { units: 3 } })],
    };
    expect(readRun(odd).usage).toBeUndefined();
    expect(warningsOf(odd).join()).toContain('usageDetails');
  });
});
