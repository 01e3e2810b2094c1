import { describe, expect, it } from 'vitest';
import {
  callsOf,
  readRun,
  readRuns,
  refusalOfRun,
  sketch,
  warningsOf,
} from '../../../../support/cassettes.ts';

type Raw = Record<string, unknown>;
const lines = (...rows: unknown[]) => rows.map((row) => JSON.stringify(row)).join('\n');
const head = { sessionId: 's', projectHash: 'p', startTime: '2026-05-01T08:00:00Z' };
const user = (id: string, content: unknown) => ({ id, type: 'user', content });
const says = (id: string, content: unknown, more: Raw = {}) => ({ id, type: 'gemini', content, ...more });
const response = (id: string, of: Raw) => ({ functionResponse: { id, name: 'free', response: of } });
const call = (id: string, status: string, of?: Raw) => ({
  id,
  name: 'free',
  args: { berth: id },
  status,
  ...(of && { result: [response(id, of)] }),
});
const calls = (id: string, ...toolCalls: unknown[]) => says(id, '', { toolCalls });

describe('a session of Gemini CLI in rows', () => {
  it('takes the last row of each message', () => {
    const text = lines(
      head,
      user('u', [{ text: 'Free a.' }]),
      calls('m', call('a', 'scheduled')),
      says('n', 'Fre'),
      calls('m', call('a', 'success', { output: 'ok' }), call('b', 'cancelled')),
      says('n', 'Freed.'),
    );
    expect(readRuns(text)).toMatchObject({ format: 'Gemini CLI session', warnings: [] });
    expect(sketch(readRun(text))).toBe('Free a.: free free! "Freed."');
    expect(callsOf(readRun(text))).toMatchObject([
      { args: { berth: 'a' }, result: 'ok', parallel: 0 },
      { args: { berth: 'b' }, is_error: true, parallel: 0 },
    ]);
    expect(readRun(text).recorded_at).toBe('2026-05-01T08:00:00Z');
  });

  it('counts thoughts as output, and cached tokens apart from the input', () => {
    const tokens = { input: 20, output: 5, cached: 8, thoughts: 2, tool: 1, total: 28 };
    const text = lines(
      head,
      says('a', '', { tokens, toolCalls: [call('a', 'success', {})] }),
      says('b', 'Done.', { tokens, model: 'm' }),
    );
    expect(readRun(text)).toMatchObject({
      model: 'm',
      usage: { input_tokens: 26, output_tokens: 14, cache_read_tokens: 16 },
    });
    expect(warningsOf(lines(head, says('b', 'Done.', { tokens: { sum: 3 } }))).join()).toContain(
      'unknown form',
    );
  });

  it('leaves out what the program told the model before the first message of the user', () => {
    const context = '<session_context>\nThe folder is empty.\n</session_context>\n';
    const text = lines(head, user('c', [{ text: context }]), user('u', 'Free a.'), says('n', 'Freed.'));
    expect(sketch(readRun(text))).toBe('Free a.: "Freed."');
    expect(readRuns(text).leftOut).toMatchObject([{ what: 'texts that the program wrote', count: 1 }]);
    const quoted = `${context}Is it?`;
    expect(sketch(readRun(lines(head, user('u', quoted), says('n', 'Yes.'))))).toBe(`${quoted}: "Yes."`);
  });

  it('has no total of tokens when a reply states none', () => {
    const tokens = { input: 20, output: 5 };
    const free = says('a', '', { tokens, toolCalls: [call('a', 'success', {})] });
    const text = lines(head, free, says('b', 'Done.'));
    expect(readRun(text).usage).toBeUndefined();
    expect(warningsOf(text).join()).toContain('token counts for only some of the replies');
  });

  it('has the tokens of a reply in one of its two messages, and none for an empty one', () => {
    const tokens = { input: 20, output: 5 };
    const text = lines(
      head,
      says('t', 'I free it.', { tokens }),
      calls('a', call('a', 'success', {})),
      says('b', 'Done.', { tokens }),
      user('u', 'And?'),
      says('c', ''),
    );
    expect(readRun(text).usage).toMatchObject({ input_tokens: 40, output_tokens: 10 });
  });

  it('leaves a call without an end undecided', () => {
    expect(callsOf(readRun(lines(head, calls('m', call('a', 'executing')))))[0]).toMatchObject({
      unanswered: true,
    });
  });

  it('keeps the calls that a rewind took back, and drops the texts', () => {
    const text = lines(
      head,
      user('u', 'One'),
      calls('m', call('a', 'success', {})),
      says('n', 'First.'),
      { $rewindTo: 'u' },
      user('v', 'Two'),
      says('o', 'Second.'),
    );
    expect(sketch(readRun(text))).toBe('Two: free "Second."');
    expect(callsOf(readRun(text))[0]).toMatchObject({ abandoned: true });
  });

  it('reads the history after the program changed it, each call once', () => {
    const history = [
      user('u', [{ text: 'Free a.' }]),
      calls('m', call('a', 'success', { output: 'cut' })),
      user('x', [response('a', { output: 'cut' })]),
      says('summary', [
        { text: 'So far: a is free.' },
        { functionCall: { id: 'a', name: 'free', args: {} } },
      ]),
    ];
    const before = [head, user('u', 'Free a.'), calls('m', call('a', 'success', { output: 'ok' }))];
    const text = lines(...before, { $set: { messages: history } }, says('n', 'Freed.'));
    expect(sketch(readRun(text))).toBe('Free a.: free "Freed."');
    const hidden = [says('z', [{ functionCall: { id: 'z', name: 'free', args: { berth: 'z' } } }])];
    expect(sketch(readRun(lines(...before, { $set: { messages: hidden } })))).toBe('Free a.: free free');
  });

  it('reads calls that only the content has, and their answers in the next message', () => {
    const part = { functionCall: { id: 'a', name: 'free', args: { berth: 'a' } } };
    const text = lines(
      head,
      says('m', [{ text: 'I call.' }, part]),
      user('u', [response('a', { error: 'no' })]),
    );
    expect(sketch(readRun(text))).toBe('free!');
  });

  it('says when calls of a sub-agent are in another file', () => {
    const progress = {
      isSubagentProgress: true,
      agentName: 'pilot',
      recentActivity: [{ type: 'tool_call' }],
    };
    const text = lines(
      head,
      calls('m', { ...call('a', 'success', {}), resultDisplay: progress }),
      says('n', 'Done.'),
    );
    expect(readRun(text).caveats).toEqual(['unread-calls']);
    expect(warningsOf(text).join()).toContain('pilot');
  });

  it('refuses a message that hides what was said or called', async () => {
    expect(await refusalOfRun(lines(head, { id: 'm', type: 'gemini', reply: 'Done.' }))).toContain('`reply`');
    expect(await refusalOfRun(lines(head, { type: 'gemini', content: 'Done.' }))).toContain(
      'without an `id`',
    );
    expect(await refusalOfRun(lines(head, says('m', '', { toolCall: [call('a', 'success')] })))).toContain(
      'toolCall',
    );
    const { args, ...bare } = call('a', 'success');
    expect(await refusalOfRun(lines(head, calls('m', { ...bare, argz: args }), says('n', 'x')))).toContain(
      'argz',
    );
  });

  it('gives an empty last reply as one that answered nothing', () => {
    expect(readRun(lines(head, user('u', 'Hi'), says('m', ''))).caveats).toEqual(['answered-nothing']);
  });
});

describe('a session of Gemini CLI in one document', () => {
  it('is read with all its kinds of messages', () => {
    const document = {
      ...head,
      messages: [
        user('u', 'Free a.'),
        calls('m', call('a', 'error', { error: 'locked' })),
        { id: 'i', type: 'info', content: 'x' },
        { id: 'p', type: 'model', parts: [{ text: 'thinking', thought: true }, { text: 'Locked.' }] },
      ],
    };
    expect(readRuns(document)).toMatchObject({ format: 'Gemini CLI session (JSON)' });
    expect(sketch(readRun(document))).toBe('Free a.: free! "Locked."');
    expect(callsOf(readRun(document))[0]).toMatchObject({ result: 'locked' });
  });
});

describe('a stream of Gemini CLI', () => {
  const init = { type: 'init', session_id: 's', model: 'm', timestamp: 't' };
  const use = (id: string) => ({
    type: 'tool_use',
    tool_name: 'free',
    tool_id: id,
    parameters: { berth: id },
  });
  const result = (id: string, status: string) => ({ type: 'tool_result', tool_id: id, status, output: 'x' });

  it('is one run, with the pieces of a reply joined', () => {
    const text = lines(
      init,
      { type: 'message', role: 'user', content: 'Free a and b.' },
      use('a'),
      use('b'),
      result('b', 'success'),
      result('a', 'error'),
      use('c'),
      result('c', 'success'),
      { type: 'message', role: 'assistant', content: 'Do', delta: true },
      { type: 'message', role: 'assistant', content: 'ne.', delta: true },
      { type: 'error', severity: 'warning', message: 'x' },
      {
        type: 'result',
        status: 'success',
        stats: { total_tokens: 30, input_tokens: 20, output_tokens: 8, cached: 5 },
      },
    );
    expect(readRun(text)).toMatchObject({
      model: 'm',
      recorded_at: 't',
      usage: { input_tokens: 15, output_tokens: 10, cache_read_tokens: 5 },
    });
    expect(sketch(readRun(text))).toBe('Free a and b.: free! free free "Done."');
    expect(callsOf(readRun(text)).map(({ parallel }) => parallel)).toEqual([0, 0, 1]);
  });
});
