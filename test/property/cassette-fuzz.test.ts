import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWrittenCall, isWrittenTurn } from '../../src/artifacts/cassette/canonical/written.ts';
import type { Cassette } from '../../src/artifacts/cassette/model.ts';
import { type CassetteReading, readWhole } from '../../src/artifacts/cassette/read.ts';
import { cassetteSchema, recordedCallSchema } from '../../src/artifacts/cassette/schema.ts';
import { toCassetteDocument } from '../../src/artifacts/cassette/write.ts';
import { InputError } from '../../src/errors.ts';
import { chatOf, readRun, readRuns, sketch } from '../support/cassettes.ts';
import { memoryFiles } from '../support/memory-files.ts';

/** The runs of a file, all checked as valid; undefined when the file is refused. Any other error is a bug. */
function runsOf(text: string, pointer = ''): readonly Cassette[] | undefined {
  let reading: CassetteReading;
  try {
    reading = readRuns(text, pointer);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    expect(error.diagnostics.length).toBeGreaterThan(0);
    return undefined;
  }
  const runs = reading.value.map(({ cassette }) => cassette);
  expect(runs.length).toBeGreaterThan(0);
  for (const run of runs) expectSound(run);
  return runs;
}

function expectSound({ turns, caveats }: Cassette): void {
  const isSaid = turns.some((turn) => turn.tool_calls.length > 0 || turn.final_response !== undefined);
  expect(isSaid || caveats?.includes('answered-nothing')).toBe(true);
  expect(turns.slice(0, -1).every(({ final_response }) => final_response !== undefined)).toBe(true);
  for (const { name, args, is_error } of turns.flatMap(({ tool_calls }) => tool_calls)) {
    expect(name).not.toBe('');
    expect(typeof args === 'object' && args !== null && !Array.isArray(args)).toBe(true);
    expect(typeof is_error).toBe('boolean');
  }
}

const rpc = (id: number, name: string) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: {} },
});
const chat = chatOf(
  'system s',
  'user u',
  'call a one',
  'result a Error',
  'say r',
  'call a two',
  'result a ok',
);
const usage = { prompt_tokens: 3, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 1 } };

/** Recordings in every format. Together they contain every known key. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  canonical: {
    schema_version: 'mcptest.dev/cassette/v1',
    kind: 'agent',
    model: 'm',
    turns: [
      {
        user: 'u',
        tool_calls: [{ name: 'a', server: 's', args: {}, is_error: true, result: {} }],
        final_response: 'r',
      },
      { tool_calls: [{ name: 'b', input: '{}', isError: false, error: null, result: { isError: false } }] },
    ],
    usage: { input_tokens: 1, output_tokens: 1, cache_read_tokens: 1, cache_write_tokens: 1 },
    cost_micros: 1,
  },
  flat: {
    tool_calls: [{ name: 'a', arguments: {} }],
    final_response: 'r',
    conversation: { tokens: 1, turns: 1 },
  },
  'OpenAI chat': { model: 'm', usage, messages: chat.map((message) => ({ ...message, usage })) },
  'Anthropic chat': [
    { role: 'user', content: 'u' },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 't' },
        { type: 'tool_use', id: 'a', name: 'one', input: {} },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', is_error: true, content: [] }] },
    { role: 'assistant', content: [{ type: 'text', text: 'r' }] },
  ],
  'tau-bench': [{ traj: chat }, { traj: chat }],
  'tau2-bench': {
    info: { agent_info: { llm: 'm' } },
    simulations: [{ termination_reason: 'x', agent_cost: 1, messages: chat }],
  },
  Inspect: {
    eval: { model: 'm' },
    samples: [
      {
        epoch: 1,
        messages: chat,
        model_usage: { m: { input_tokens: 2, output_tokens: 1, total_tokens: 3 } },
      },
    ],
  },
  ATIF: {
    schema_version: 'ATIF-v1.7',
    agent: { model_name: 'm' },
    steps: [
      { source: 'user', message: 'u' },
      {
        source: 'agent',
        message: [{ type: 'text', text: 't' }],
        tool_calls: [{ tool_call_id: 'a', function_name: 'one', arguments: {} }],
        observation: { results: [{ source_call_id: 'a', content: 'c' }] },
        metrics: { prompt_tokens: 2, completion_tokens: 1, cached_tokens: 1 },
      },
    ],
    final_metrics: { total_cost_usd: 1 },
  },
  'mcp-cassette': [
    { type: 'header', cassetteVersion: 2 },
    { type: 'frame', dir: 'c2s', frame: rpc(1, 'one') },
    { type: 'chunks', dir: 's2c', chunks: [{ frame: { id: 1, result: { isError: true } } }] },
  ],
  'mcp-recorder': {
    metadata: { server_info: { name: 's' } },
    interactions: [{ request: rpc(1, 'a'), response: { id: 1, error: {} } }],
  },
  'agent-vcr': {
    session: { interactions: [{ direction: 'client_to_server', request: rpc(1, 'a'), response: null }] },
  },
};

const junk = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    0.5,
    1e300,
    '',
    'x',
    '{',
    '{"a":1}',
    [],
    {},
    [[]],
    [null],
    [{}],
  ),
  fc.constantFrom<unknown>('user', 'assistant', 'tool', 'text', 'tool_use', 'Error', 'c2s', 'a'),
  fc.jsonValue({ maxDepth: 3 }),
);

/** A value with one of its parts replaced, removed or duplicated. */
function edit(value: unknown, steps: readonly number[], put: unknown): unknown {
  const [step, ...others] = steps;
  if (step === undefined || typeof value !== 'object' || value === null) return put;
  const keys = Object.keys(value);
  if (keys.length === 0) return put;
  const key = keys[step % keys.length] as string;
  const part = (value as Record<string, unknown>)[key];
  if (Array.isArray(value)) {
    if (step % 7 === 0) return value.toSpliced(Number(key), 1);
    if (step % 7 === 1) return value.toSpliced(Number(key), 0, part);
    return value.with(Number(key), edit(part, others, put));
  }
  if (step % 11 === 0) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
  return { ...value, [key]: edit(part, others, put) };
}

describe.each(Object.entries(SAMPLES))('a recording (%s)', (_, sample) => {
  it('is read', () => {
    expect(runsOf(JSON.stringify(sample))).toBeDefined();
  });

  it('is read or refused after any mutation', () => {
    const edits = fc.array(fc.tuple(fc.array(fc.nat(), { maxLength: 8 }), junk), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(edits, (all) => {
        const edited = all.reduce<unknown>((value, [steps, put]) => edit(value, steps, put), sample);
        runsOf(JSON.stringify(edited));
        if (Array.isArray(edited)) runsOf(edited.map((line) => JSON.stringify(line)).join('\n'));
      }),
      { numRuns: 1000 },
    );
  });

  it('never passes when its end is cut off', () => {
    const text = JSON.stringify(sample);
    for (let end = 0; end < text.length; end++) {
      if (runsOf(text.slice(0, end))) expect.fail(`passes when cut at ${end}`);
    }
  });

  it('is read again from its canonical form', () => {
    const runs = runsOf(JSON.stringify(sample)) ?? [];
    for (const run of runs) expect(readRun(toCassetteDocument(run))).toEqual(run);
  });
});

describe('any text', () => {
  it('is read or refused', () => {
    const piece = fc.oneof(
      fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\n', '{}', '[]', 'null', '\0', '\ufeff', '\ud800'),
      fc.constantFrom(
        '"turns"',
        '"messages"',
        '"role"',
        '"traj"',
        '"__proto__"',
        '"tool_calls"',
        '"name"',
        '"type"',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        runsOf(pieces.join(''));
      }),
      { numRuns: 2000 },
    );
  });

  it('is a valid reference or is refused', () => {
    const files = memoryFiles({ 'f.json': JSON.stringify(SAMPLES['tau2-bench']) });
    const token = fc.oneof(
      fc.constantFrom(
        'simulations',
        '0',
        '00',
        '-',
        '~0',
        '~1',
        '~',
        '#',
        '__proto__',
        'length',
        'messages',
        '2',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 5 }), fc.constantFrom('/', ''), (tokens, between) => {
        try {
          readWhole(`f.json#${tokens.map((each) => between + each).join('')}`, files);
        } catch (error) {
          if (!(error instanceof InputError)) throw error;
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the turns of a chat', () => {
  it('are the generated ones, whatever the ids', () => {
    const answered = fc.record({
      name: fc.constantFrom('add', 'get'),
      id: fc.constantFrom('a', 'b'),
      isError: fc.boolean(),
    });
    const spoken = fc.record({ calls: fc.array(answered, { maxLength: 4 }), isParallel: fc.boolean() });
    fc.assert(
      fc.property(fc.array(spoken, { minLength: 1, maxLength: 5 }), (turns) => {
        const messages = turns.flatMap(({ calls, isParallel }, index) => {
          const made = calls.map(({ name, id }) => ({ id, name, arguments: { at: index } }));
          const results = calls.map(({ id, isError }) => ({
            role: 'tool',
            tool_call_id: id,
            content: 'x',
            error: isError ? true : null,
          }));
          const said = (tool_calls: unknown[]) => ({ role: 'assistant', content: 'thinking', tool_calls });
          return [
            { role: 'user', content: `u${index}` },
            // a message with an empty list of calls would be a reply
            ...(isParallel && made.length > 0
              ? [said(made), ...results]
              : made.flatMap((call, at) => [said([call]), results[at]])),
            { role: 'assistant', content: `r${index}` },
          ];
        });
        const expected = turns.map(({ calls }, index) =>
          [
            `u${index}:`,
            ...calls.map(({ name, isError }) => name + (isError ? '!' : '')),
            `"r${index}"`,
          ].join(' '),
        );
        expect(sketch(readRun(messages))).toBe(expected.join(' / '));
      }),
    );
  });
});

describe('the quick check', () => {
  const value = fc.oneof(
    fc.constantFrom<unknown>('', 'a', '{}', null, 0, -1, 0.5, 2 ** 53, true, [], {}, [1], { isError: true }),
    fc.constantFrom<unknown>(
      Number.NaN,
      Number.POSITIVE_INFINITY,
      undefined,
      Symbol('s'),
      1n,
      () => 1,
      new Date(0),
    ),
    fc.record(
      {
        input_tokens: fc.oneof(fc.nat(), fc.double()),
        output_tokens: fc.nat(),
        cache_read_tokens: fc.anything(),
      },
      { requiredKeys: [] },
    ),
    fc.anything(),
  );
  const CALL_KEYS = [
    'server',
    'args',
    'arguments',
    'input',
    'is_error',
    'isError',
    'error',
    'result',
    'id',
    '__proto__',
  ];
  const call = fc
    .tuple(
      fc.record({ name: fc.string() }, { requiredKeys: [] }),
      fc.dictionary(fc.constantFrom(...CALL_KEYS, 'name'), value, { maxKeys: 3 }),
    )
    .map(([base, others]) => ({ ...base, ...others }));

  it('of a call accepts only what the schema accepts', () => {
    let accepted = 0;
    fc.assert(
      fc.property(fc.oneof({ weight: 8, arbitrary: call }, value), (candidate) => {
        const isAccepted = isWrittenCall(candidate);
        expect(isAccepted).toBe(recordedCallSchema.safeParse(candidate).success);
        if (isAccepted) accepted++;
      }),
      { numRuns: 10_000 },
    );
    expect(accepted).toBeGreaterThan(1000);
  });

  it('of a turn accepts only what the schema accepts', () => {
    const turn = fc.oneof(
      {
        weight: 8,
        arbitrary: fc.dictionary(
          fc.constantFrom('user', 'final_response', 'usage', 'x', '__proto__'),
          value,
          { maxKeys: 2 },
        ),
      },
      {
        weight: 4,
        arbitrary: fc.record({ tool_calls: fc.array(call, { maxLength: 2 }), user: fc.string() }),
      },
      fc.record({ tool_calls: value }),
      value,
    );
    let accepted = 0;
    fc.assert(
      fc.property(turn, (candidate) => {
        const isAccepted = isWrittenTurn(candidate);
        expect(isAccepted).toBe(cassetteSchema.safeParse({ turns: [candidate] }).success);
        if (isAccepted) accepted++;
      }),
      { numRuns: 10_000 },
    );
    expect(accepted).toBeGreaterThan(1000);
  });
});
