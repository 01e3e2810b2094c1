import { expect, it } from 'vitest';
import { readCassette } from '../../../../../src/artifacts/cassette/read.ts';
import { callsOf, readRun, sketch, warningsOf } from '../../../../support/cassettes.ts';
import { memoryFiles } from '../../../../support/memory-files.ts';

const call = (toolCallId: string, more: object = {}) => ({
  type: 'tool-input-available',
  toolCallId,
  toolName: 'free',
  input: { berth: 'B7' },
  ...more,
});
const done = (toolCallId: string, more: object = {}) => ({
  type: 'tool-output-available',
  toolCallId,
  output: 'ok',
  ...more,
});
const say = (delta: string) => ({ type: 'text-delta', id: 't', delta });
const step = { type: 'start-step' };
const events = (...rows: object[]) =>
  `${rows.map((row) => `event: message\ndata: ${JSON.stringify(row)}\n`).join('\n')}\ndata: [DONE]\n\n`;
const lines = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

it('is read as server-sent events and as lines, whole and line by line', async () => {
  const rows = [step, say('I do.'), call('a'), call('b'), done('a'), done('b'), step, say('Do'), say('ne.')];
  for (const text of [events(...rows), lines(...rows)]) {
    expect(sketch(readRun(text))).toBe('free free "Done."');
    const { value } = await readCassette('s.txt', memoryFiles({ 's.txt': text }));
    expect(value.map(({ cassette }) => sketch(cassette))).toEqual(['free free "Done."']);
    expect(value.map(({ cassette }) => callsOf(cassette).map(({ parallel }) => parallel))).toEqual([[0, 0]]);
  }
});

it('tells how a call ended, and counts what is preliminary once', () => {
  const rows = [
    call('a'),
    done('a', { preliminary: true, output: 'half' }),
    done('a'),
    { type: 'tool-input-error', toolCallId: 'b', toolName: 'free', input: '{"be', errorText: 'no JSON' },
    { type: 'tool-output-error', toolCallId: 'b', errorText: 'no JSON' },
    call('c'),
    { type: 'tool-output-denied', toolCallId: 'c' },
    call('d'),
  ];
  expect(callsOf(readRun(lines(step, ...rows)))).toMatchObject([
    { is_error: false, result: 'ok' },
    { is_error: true, result: 'no JSON', raw_args: '{"be' },
    { is_error: true, result: 'denied' },
    { unanswered: true },
  ]);
});

it('notes a call whose arguments are cut off, an error, and a reply that was held back', () => {
  const begun = { type: 'tool-input-start', toolCallId: 'a', toolName: 'free' };
  const cut = lines(step, say('I do.'), begun, { type: 'error', errorText: 'gone' });
  expect(readRun(cut).caveats).toEqual(['unread-calls']);
  const warnings = warningsOf(cut).join();
  expect(warnings).toContain('the arguments of 1 call are not recorded: `free`');
  expect(warnings).toContain('the run ended with an error: `gone`');
  const held = lines(step, say('I'), { type: 'finish', finishReason: 'content-filter' });
  expect(readRun(held).turns).toMatchObject([{ final_response: 'I', refused: true }]);
});

it('names what it does not know, and takes the data of a program for its own', () => {
  const rows = [
    {
      type: 'data-weather',
      data: { tool_calls: [{ id: 'x', function: { name: 'drop', arguments: '{}' } }] },
    },
    { type: 'tool-approval-request', approvalId: 'p', toolCallId: 'a' },
    { type: 'tool-approval-response', approvalId: 'p', approved: true },
    { type: 'banner', colour: 'red' },
  ];
  const warnings = warningsOf(lines(step, say('I do.'), call('a'), done('a'), ...rows)).join('\n');
  expect(warnings).toContain('banner');
  expect(() => readRun(lines(step, call('a'), done('a'), { type: 'text-delta', id: 't' }))).toThrow(
    'without a `delta`',
  );
  const hidden = { tool_calls: [{ id: 'x', type: 'function', function: { name: 'drop', arguments: '{}' } }] };
  const data = lines(step, say('I do.'), { type: 'data-weather', data: hidden });
  expect(warningsOf(data).join()).toContain('data of type data-weather');
  expect(readRun(data).caveats).toEqual(['unread-calls']);
});

it('takes the reason of its end and its tokens from what the program says of the message', () => {
  const metadata = { totalUsage: { inputTokens: 3, outputTokens: 4 }, finishReason: 'content-filter' };
  const run = readRun(lines(step, say('No.'), { type: 'message-metadata', messageMetadata: metadata }));
  expect(sketch(run)).toContain('No.');
  expect(run.usage).toMatchObject({ input_tokens: 3, output_tokens: 4 });
});
