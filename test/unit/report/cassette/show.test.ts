import { describe, expect, it } from 'vitest';
import type { Cassette } from '../../../../src/artifacts/cassette/model.ts';
import { formatTranscripts } from '../../../../src/report/cassette/show.ts';
import { loadPalette, PLAIN } from '../../../../src/report/palette.ts';

const FILE = { format: 'chat', recognisedBy: '`role`', leftOut: [] };
const show = (cassette: Cassette) =>
  formatTranscripts({ ...FILE, recordings: [{ reference: 'f.json', cassette }] }, PLAIN);
const call = { name: 'a', args: {}, is_error: false };

describe('a transcript', () => {
  it('says what is known of the run', () => {
    const usage = { input_tokens: 1, output_tokens: 2, cache_read_tokens: 3, cache_write_tokens: 4 };
    const about = { model: 'm', provider: 'p', recorded_at: 't', system_prompt: 's', prompt: 'q' };
    expect(show({ ...about, usage, cost_micros: 7, turns: [{ tool_calls: [], final_response: 'r' }] })).toBe(
      [
        'f.json: 1 final response, 0 tool calls',
        '  read as   chat, recognised by `role`',
        '  model     m',
        '  provider  p',
        '  recorded  t',
        '  system    s',
        '  prompt    q',
        '  tokens    1 in, 2 out, 3 read from cache, 4 written to cache',
        '  cost      7 micro-dollars',
        '',
        'turn 0',
        '  response  r',
        '',
      ].join('\n'),
    );
  });

  it('counts calls from turn to turn', () => {
    const turns = [{ tool_calls: [call, call], final_response: 'r' }, { tool_calls: [call] }];
    expect(show({ turns })).toMatch(/call 0 .*\n.*call 1 .*\n.*response .*\n\nturn 1\n.*call 2 /);
  });

  it('cuts long values, never inside a character, and says how much is missing', () => {
    const turns = [
      { user: `${'x'.repeat(1199)}😀yz`, tool_calls: [{ ...call, args: { a: 'y'.repeat(300) } }] },
    ];
    const text = show({ turns });
    expect(text).toContain(`${'x'.repeat(1199)}… (4 more characters)`);
    expect(text).toContain(`${'y'.repeat(234)}… (68 more characters)`);
  });

  it('shows each line of a text on a line of its own', () => {
    expect(show({ turns: [{ user: 'a\n\nb\r\nc\rd', tool_calls: [] }] })).toContain(
      '  user      a\n\n            b\n            c\\rd\n',
    );
  });

  it('says why a call failed, where that is known', () => {
    const failed = (result?: unknown) =>
      show({
        turns: [{ tool_calls: [{ ...call, is_error: true, ...(result === undefined ? {} : { result }) }] }],
      });
    expect(failed()).toMatch(/^ {12}error$/m);
    expect(failed('boom')).toMatch(/^ {12}error boom$/m);
    expect(failed({ code: 1 })).toMatch(/^ {12}error \{"code":1\}$/m);
    const both = { ...call, is_error: true, result: 'half', error: 'boom' };
    expect(show({ turns: [{ tool_calls: [both] }] })).toMatch(/^ {12}error boom\n {12}result half$/m);
  });

  it('paints errors', async () => {
    const turns = [{ tool_calls: [{ ...call, is_error: true, result: 'a\nb' }] }];
    const recordings = [{ reference: 'f', cassette: { turns } }];
    const text = formatTranscripts({ ...FILE, recordings }, await loadPalette(true));
    expect(text).toMatch(/\u001b\[31m *error a\u001b\[39m\n\u001b\[31m *b\u001b\[39m/);
  });
});
