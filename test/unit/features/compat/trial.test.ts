import { describe, expect, it } from 'vitest';
import type { Cassette, RecordedCall } from '../../../../src/artifacts/cassette/model.ts';
import { NOTHING_EQUAL, parseEqual } from '../../../../src/features/compat/equal-file.ts';
import { covers, shapeOf } from '../../../../src/features/compat/shape.ts';
import { errorsOf, toTrial } from '../../../../src/features/compat/trial.ts';
import { sha256 } from '../../../../src/node/sha256.ts';
import { refusalOf } from '../../../support/load.ts';

const call = (name: string, more: Partial<RecordedCall> = {}): RecordedCall => ({
  name,
  args: {},
  is_error: false,
  ...more,
});

const trialOf = (cassette: Cassette, equivalence = NOTHING_EQUAL) =>
  toTrial('run.json', cassette, [], { equivalence, digest: sha256 });

const runOf = (...calls: RecordedCall[]): Cassette => ({
  turns: [{ tool_calls: calls, final_response: 'ok' }],
});

/** In which respects two runs of calls are equal. */
function equalIn(one: Cassette, other: Cassette, equivalence = NOTHING_EQUAL): string[] {
  const [a, b] = [trialOf(one, equivalence), trialOf(other, equivalence)];
  return (['tools', 'order', 'calls'] as const).filter((respect) => a[respect] === b[respect]);
}

describe('what is compared of a run', () => {
  it('is the order of calls, but for those of one message', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => call(name)) as [RecordedCall, RecordedCall, RecordedCall];
    expect(equalIn(runOf(a, b, c), runOf(b, a, c))).toEqual(['tools', 'calls']);
    const at = (parallel: number, each: RecordedCall) => ({ ...each, parallel });
    expect(equalIn(runOf(at(0, a), at(0, b), at(1, c)), runOf(at(0, b), at(0, a), at(1, c)))).toContain(
      'order',
    );
    expect(equalIn(runOf(at(0, a), at(1, b)), runOf(at(0, b), at(1, a)))).not.toContain('order');
  });

  it('is the arguments, but for key order, letter case, white space and volatile ones', () => {
    const args = { list: [1, 'A  b', null, { x: true }], deep: { id: 'one' } };
    const same = { deep: { id: 'one' }, list: [1, ' a b', null, { x: true }] };
    expect(equalIn(runOf(call('a', { args })), runOf(call('a', { args: same })))).toContain('calls');
    const other = { ...args, deep: { id: 'two' } };
    const [one, two] = [runOf(call('a', { args })), runOf(call('a', { args: other }))];
    expect(equalIn(one, two)).not.toContain('calls');
    expect(equalIn(one, two, parseEqual('volatile: [/deep/id]', 'e.yml'))).toContain('calls');
    expect(equalIn(one, two, parseEqual('volatile: [deep]', 'e.yml'))).toContain('calls');
    expect(equalIn(one, two, parseEqual('volatile: [id]', 'e.yml'))).not.toContain('calls');
    const swapped = runOf(call('a', { args: { ...args, list: ['A  b', 1, null, { x: true }] } }));
    expect(equalIn(one, swapped)).not.toContain('calls');
  });

  it('is what the agent wrote where its arguments do not parse', () => {
    const raw = (raw_args: string) => runOf(call('a', { raw_args, is_error: true }));
    expect(equalIn(raw('{"q": '), raw('{"Q":  '))).toContain('calls');
    expect(equalIn(raw('{"q": '), runOf(call('a')))).not.toContain('calls');
  });

  it('is the tool, but for equal ones', () => {
    const equal = parseEqual('equal: [[find, search, look], [put, set]]', 'e.yml');
    expect(equalIn(runOf(call('find')), runOf(call('look')), equal)).toEqual(['tools', 'order', 'calls']);
    expect(equalIn(runOf(call('find')), runOf(call('put')), equal)).toEqual([]);
  });

  it('is the server of a tool, but for equal ones', () => {
    const [one, two] = ['harbour', 'weather'].map((server) => runOf(call('find', { server }))) as [
      Cassette,
      Cassette,
    ];
    expect(equalIn(one, two)).toEqual([]);
    expect(equalIn(one, one)).toEqual(['tools', 'order', 'calls']);
    expect(equalIn(one, two, parseEqual('equal: [[find, search]]', 'e.yml'))).toContain('tools');
  });

  it('is how the run ended', () => {
    const finishOf = (turn: Partial<Cassette['turns'][number]>, more: Partial<Cassette> = {}) =>
      trialOf({ turns: [{ tool_calls: [], ...turn }], ...more }).finish;
    expect(finishOf({ final_response: 'ok' })).toBe('answer');
    expect(finishOf({ final_response: 'no', refused: true })).toBe('refusal');
    expect(finishOf({}, { caveats: ['answered-nothing'] })).toBe('empty answer');
    expect(finishOf({})).toBe('no answer');
  });

  it('is tokens and cost where they are known', () => {
    const usage = { input_tokens: 10, output_tokens: 5, cache_read_tokens: 0, cache_write_tokens: 0 };
    expect(trialOf({ ...runOf(call('a')), usage, cost_micros: 7 })).toMatchObject({
      tokens: 15,
      costMicros: 7,
    });
    expect(trialOf(runOf(call('a')))).not.toHaveProperty('tokens');
  });

  it('names each tool that failed once', () => {
    const failing = (name: string) => call(name, { is_error: true });
    expect(errorsOf(runOf(failing('b'), failing('a'), failing('b'), call('c')))).toEqual([
      'tool error of a',
      'tool error of b',
    ]);
  });
});

describe('the shape of a response', () => {
  const isKept = (before: string | undefined, now: string | undefined) =>
    covers(shapeOf(now), shapeOf(before));

  it.each<[string | undefined, string | undefined, boolean]>([
    ['Done.', 'All is done', true],
    ['Done.', '{"a": 1}', false],
    ['{"a": 1}', 'Done.', false],
    ['{"a": 1}', undefined, false],
    [undefined, 'Done.', false],
    ['{"a": 1}', '{"a": 2, "b": 3}', true],
    ['{"a": 1, "b": 3}', '{"a": 2}', false],
    ['{"a": 1}', '{"a": "1"}', false],
    ['{"a": null}', '{"a": 1}', false],
    ['{"a": {"b": 1}}', '{"a": {"b": 2, "c": 1}}', true],
    ['{"a": {"b": 1}}', '{"a": [1]}', false],
    ['[1]', '{"a": 1}', false],
    ['[1, 2]', '[3]', true],
    ['[1, "a"]', '[3]', true],
    ['[1]', '[3, "a"]', false],
    ['[]', '[3]', true],
    ['[{"a": 1}, {"a": 2}]', '[{"a": 1, "b": 2}]', true],
    ['{"a": 1}', '```json\n{"a": 2}\n```', true],
    ['{"a": 1}', '```\n{"a": 2}\n```', true],
    ['{"a": 1}', '```js\n{"a": 2}\n```', false],
    ['```', '``` \n```', true],
    ['{"a": 1}', '{"a": 1', false],
    ['{"a": 1}', '{"a": NaN}', false],
  ])('of %j is kept by %j: %s', (before, now, expected) => {
    expect(isKept(before, now)).toBe(expected);
  });
});

describe('the file of --equal', () => {
  it.each([
    ['equals: []', 'e.yml:1:1: error: equals: unknown key `equals`\n  help: did you mean `equal`?'],
    ['equal: [[a]]', 'equal[0]: must'],
    ['equal: [[a, a]]', 'e.yml:1:13: error: equal[0][1]: `a` is listed twice\n  help: list each tool once'],
    ['equal: [[a, b], [c, a]]', 'equal[1][1]: `a` is listed twice'],
    ['volatile: [/]', 'volatile[0]: must be the name of an argument, or a JSON Pointer into the arguments'],
    ['volatile: [""]', 'volatile[0]: must be the name of an argument, or a JSON Pointer into the arguments'],
    ['[]', 'e.yml:1:1: error:'],
    ['', 'e.yml'],
  ])('is refused with %j', async (text, message) => {
    expect(await refusalOf(async () => parseEqual(text, 'e.yml'))).toContain(message);
  });
});
