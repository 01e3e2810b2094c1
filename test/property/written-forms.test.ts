import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actsInText } from '../../src/artifacts/cassette/events/text-actions.ts';
import type { Cassette, RecordedCall, Turn } from '../../src/artifacts/cassette/model.ts';
import { readCassette } from '../../src/artifacts/cassette/read.ts';
import { writeIn } from '../../src/artifacts/cassette/written/forms.ts';
import { memoryFiles } from '../support/memory-files.ts';

const text = fc
  .oneof(fc.string({ minLength: 1 }), fc.string({ unit: 'grapheme', minLength: 1 }))
  .filter((each) => !actsInText(each));
const name = fc.stringMatching(/^[a-z][a-z_]{0,12}$/);
const count = fc.nat({ max: 2 ** 40 });
const args = fc
  .dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
  .map((value): Record<string, unknown> => JSON.parse(JSON.stringify(value)));

const optional = <T extends object>(shape: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(shape, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>;

/** What a form holds of a call besides its name, its arguments and its result, and of a recording besides its turns. */
interface Held {
  readonly call: fc.Arbitrary<Partial<RecordedCall>>;
  readonly group: fc.Arbitrary<Partial<RecordedCall>>;
  readonly recording: fc.Arbitrary<Partial<Cassette>>;
  readonly said?: fc.Arbitrary<string>;
}

/** Recordings that a form holds whole. Calls are numbered by the replies that made them, as every reader does. */
function cassettes({ call, group, recording, said = text }: Held): fc.Arbitrary<Cassette> {
  const answer = fc.oneof(
    fc.record({ is_error: fc.constant(false), result: text }),
    fc.constant({ is_error: false }),
    fc.constant({ is_error: false, unanswered: true as const }),
    call,
  );
  const one = fc.tuple(fc.record({ name, args }), answer);
  const groups = fc.array(fc.tuple(group, fc.array(one, { minLength: 1, maxLength: 3 })), { maxLength: 3 });
  // the agent may go on by itself after a reply
  const turn = fc.tuple(fc.option(said, { nil: undefined, freq: 3 }), groups, said);
  return fc
    .tuple(fc.array(turn, { minLength: 1, maxLength: 3 }), fc.boolean(), recording)
    .map(([all, isOpen, about]): Cassette => {
      let replies = 0;
      const turns = all.map(([asked, made, final_response], index): Turn => {
        const user = asked === undefined ? {} : { user: asked };
        const tool_calls = made.flatMap(([shared, calls]) => {
          const parallel = replies++;
          return calls.map(([call, given]) => ({
            is_error: false,
            ...call,
            ...given,
            ...shared,
            parallel,
          }));
        });
        if (isOpen && index === all.length - 1 && tool_calls.length > 0) return { ...user, tool_calls };
        replies++;
        return { ...user, tool_calls, final_response };
      });
      return { ...about, turns };
    });
}

const usage = fc
  .tuple(fc.record({ input_tokens: count, output_tokens: count }), optional({ cache_read_tokens: count }))
  .map(([stated, cached]) => ({ ...stated, ...cached }));
const failed = fc.record({ is_error: fc.constant(true), result: text });
const nothing = fc.constant({});

const HELD: Record<'openai' | 'atif' | 'otel', Held> = {
  openai: {
    call: fc.oneof(
      failed,
      fc.record({ is_error: fc.constant(true), result: text, error: text }),
      fc.record({
        is_error: fc.constant(true),
        args: fc.constant({}),
        raw_args: text.map((each) => `{"a": 1} ${each}}`),
      }),
    ),
    group: optional({ agent: name }),
    recording: optional({ model: name, system_prompt: text, usage }),
  },
  atif: {
    call: fc.constant({ is_error: false }),
    group: nothing,
    recording: optional({
      model: name,
      system_prompt: text,
      usage,
      cost_micros: fc.integer({ min: 1, max: 2 ** 40 }),
    }),
  },
  otel: {
    call: failed,
    group: nothing,
    recording: optional({ model: name, provider: name, system_prompt: name, usage }).map((about) => ({
      ...about,
      recorded_at: '2026-05-01T08:00:00Z',
    })),
    // readers of traces trim texts
    said: text.map((each) => `a${each}b`).filter((each) => !actsInText(each)),
  },
};

async function readBack(written: string) {
  const { value, ...reading } = await readCassette('run.json', memoryFiles({ 'run.json': written }));
  return { ...reading, cassettes: value.map(({ cassette }) => cassette) };
}

describe.each(['openai', 'atif', 'otel'] as const)('a recording that is written as %s', (form) => {
  it('is read as it was, as far as the form holds it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(cassettes(HELD[form]), { minLength: 1, maxLength: 2 }), async (all) => {
        const { text: written, lost } = writeIn(form, all, all.length > 1);
        expect([...lost]).toEqual([]);
        expect((await readBack(written)).cassettes).toEqual(all);
      }),
      { numRuns: 150 },
    );
  });
});

describe('what a form cannot hold', () => {
  const all: Cassette = {
    provider: 'harbour',
    prompt: 'p',
    recorded_at: 'yesterday',
    turns: [
      {
        user: 'Free B7.',
        tool_calls: [
          { name: 'a', server: 's', args: {}, is_error: true, result: { x: 1 }, error: 'no', agent: 'b' },
          { name: 'c', args: {}, raw_args: '{', is_error: true, abandoned: true },
        ],
        final_response: 'Done.',
        refused: true,
      },
    ],
    usage: { input_tokens: 1, output_tokens: 2, cache_write_tokens: 3 },
    cost_micros: 5,
    caveats: ['unread-calls'],
  };
  const shared = [
    'the name of the prompt',
    'the time of the recording',
    'marks of refusals',
    'servers of calls',
    'marks of abandoned calls',
    'results that are not text, which become JSON',
    'tokens written to a cache, which become input',
    'the note that calls may be missing',
  ];
  const ofCalls = ['agents of calls', 'arguments that do not parse', 'errors next to results'];

  it.each([
    ['canonical', []],
    ['openai', [...shared, 'the provider', 'the cost']],
    ['atif', [...shared, ...ofCalls, 'the provider', 'marks of failed calls']],
    ['otel', [...shared, ...ofCalls, 'the cost']],
  ] as const)('is named, and the rest is written: %s', async (form, lost) => {
    const written = writeIn(form, [all], false);
    expect([...written.lost].sort()).toEqual([...lost].sort());
    const [cassette] = (await readBack(written.text)).cassettes;
    expect(cassette?.turns[0]?.tool_calls.map((call) => call.name)).toEqual(['a', 'c']);
    expect(cassette?.turns[0]?.final_response).toBe('Done.');
  });

  it('keeps an empty reply', async () => {
    const empty: Cassette = { turns: [{ user: 'Free B7.', tool_calls: [] }], caveats: ['answered-nothing'] };
    for (const form of ['openai', 'atif', 'otel'] as const) {
      const [cassette] = (await readBack(writeIn(form, [empty], false).text)).cassettes;
      expect(cassette, form).toEqual(empty);
    }
  });
});
