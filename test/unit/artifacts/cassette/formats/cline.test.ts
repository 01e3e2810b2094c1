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
const text = (content: string) => ({ type: 'text', text: content });
const user = (...content: Raw[]) => ({ role: 'user', content });
const says = (content: Raw[], more: Raw = {}) => ({ role: 'assistant', content, ...more });
const call = (id: string, name: string, input: Raw = {}) => ({ type: 'tool_use', id, name, input });
const completion = says([call('z', 'attempt_completion', { result: 'Tidy.' })]);
const FAILED = 'The tool execution failed with the following error:\n<error>\nno\n</error>';

describe('a task of Cline', () => {
  it('has its results as texts, in the order of the calls', () => {
    const task = [
      user(text('<task>\nTidy.\n</task>'), text('<environment_details>\nx\n</environment_details>')),
      says([text('I look.'), call('a', 'read_file'), call('b', 'read_file'), call('c', 'list')], {
        modelInfo: { modelId: 'm', providerId: 'p', mode: 'act' },
        metrics: { tokens: { prompt: 10, completion: 80, cached: 900 } },
        ts: 0,
      }),
      user(
        text("[read_file for 'a'] Result:\nhello"),
        text("[read_file for 'b'] Result:"),
        text(FAILED),
        text('[list] Result:'),
        text('The user denied this operation.'),
        text('<feedback>\nSlower.\n</feedback>'),
        text('<environment_details>\nx\n</environment_details>'),
      ),
      completion,
    ];
    expect(readRuns(task)).toMatchObject({ format: 'Cline task', warnings: [] });
    expect(sketch(readRun(task))).toBe(
      'Tidy.\n\nSlower.: read_file read_file! list! attempt_completion "Tidy."',
    );
    expect(callsOf(readRun(task)).map(({ result, parallel }) => [result, parallel])).toEqual([
      ['hello', 0],
      [FAILED, 0],
      ['The user denied this operation.', 0],
      [undefined, 1],
    ]);
    expect(readRun(task)).toMatchObject({
      model: 'm',
      provider: 'p',
      recorded_at: '1970-01-01T00:00:00.000Z',
      usage: { input_tokens: 10, output_tokens: 80, cache_read_tokens: 900 },
    });
  });

  it('has its results as blocks, in new versions', () => {
    const result = (id: string, content: unknown, more: Raw = {}) => ({
      type: 'tool_result',
      tool_use_id: id,
      content,
      ...more,
    });
    const task = [
      user(text('Tidy.')),
      says([call('a', 'one'), call('b', 'two'), call('c', 'three')]),
      user(result('c', FAILED), result('b', [text('no')], { is_error: true }), result('a', 'ok')),
      completion,
      user(result('z', 'Thanks.'), text('<feedback>And now?</feedback>')),
      says([text('Nothing.')]),
    ];
    expect(sketch(readRun(task))).toBe(
      'Tidy.: one two! three! attempt_completion "Tidy." / And now?: "Nothing."',
    );
    expect(warningsOf(task)).toEqual([]);
  });

  it('keeps what the user says to a completed task', () => {
    const task = [
      user(text('x')),
      completion,
      user(text('[attempt_completion] Result:'), text('<feedback>More.</feedback>')),
      completion,
    ];
    expect(callsOf(readRun(task))).toHaveLength(2);
    expect(warningsOf(task)).toEqual([]);
  });

  it('knows the tool whose head is the end of its name', () => {
    const task = [
      user(text('Look.')),
      says([call('a', 'use_subagents'), call('b', 'read_file')], { modelInfo: {} }),
      user(text('[subagents] Result:\nTwo looked.'), text("[read_file for 'a'] Result:\nhello")),
      completion,
    ];
    expect(callsOf(readRun(task)).map(({ name, result }) => [name, result])).toEqual([
      ['use_subagents', 'Two looked.'],
      ['read_file', 'hello'],
      ['attempt_completion', undefined],
    ]);
    expect(warningsOf(task)).toEqual([]);
  });

  it('refuses a head that names another tool', async () => {
    const task = [
      user(text('Look.')),
      says([call('a', 'read_file')], { modelInfo: {} }),
      user(text('[write_to_file] Result:\nSaved.')),
    ];
    expect(await refusalOfRun(task)).toContain('is a result of `write_to_file`');
  });

  it('takes a text without a call for a reply', () => {
    expect(sketch(readRun([user(text('Hi')), says([text('Ho')], { modelInfo: {} })]))).toBe('Hi: "Ho"');
  });

  it('warns of counts in an unknown form, and refuses blocks that hide something', async () => {
    const odd = says([text('x')], { modelInfo: {}, metrics: { tokens: { all: 3 } } });
    expect(warningsOf([user(text('Hi')), odd]).join()).toContain('unknown form');
    expect(
      await refusalOfRun([says([text('x'), { type: 'speech', words: 'Done.' }], { modelInfo: {} })]),
    ).toContain('`words`');
    expect(
      await refusalOfRun([says([text('x'), { ...call('a', 'one'), type: 'deed' }], { modelInfo: {} })]),
    ).toContain('has `name`, which is not read');
  });

  it('says which parts of a result failed, in sessions of the command line', () => {
    const result = (id: string, content: unknown) => user({ type: 'tool_result', tool_use_id: id, content });
    const part = (success: boolean) => ({ query: 'q', result: 'r', success });
    const metrics = { inputTokens: 100, outputTokens: 5, cacheReadTokens: 60, cacheWriteTokens: 10, cost: 1 };
    const info = { modelInfo: { id: 'm', provider: 'p' }, metrics };
    const session = {
      version: 1,
      agent: 'lead',
      sessionId: 's',
      origin: { source: 'cli', version: '3' },
      messages: [
        user(text('<user_input mode="act">Tidy.</user_input>')),
        says([call('a', 'run', { commands: ['x', 'y'] }), call('b', 'read'), call('c', 'edit')], info),
        result('a', [part(true), part(false)]),
        result('b', [part(true)]),
        result('c', JSON.stringify(part(false))),
        says([call('d', 'edit')], info),
        result('d', '{ no JSON'),
        says([text('Tidy.')], info),
      ],
      system_prompt: 'You tidy.',
    };
    expect(readRuns(session)).toMatchObject({ format: 'Cline task', warnings: [] });
    const run = readRun(session);
    expect(sketch(run)).toBe('Tidy.: run! read edit! edit "Tidy."');
    expect(run).toMatchObject({ model: 'm', provider: 'p', system_prompt: 'You tidy.' });
    expect(run.usage).toEqual({
      input_tokens: 90,
      output_tokens: 15,
      cache_read_tokens: 180,
      cache_write_tokens: 30,
    });
  });

  describe('whose model has no tools of its own', () => {
    const xml = (name: string, parameters: Raw) =>
      text(
        `I go on.\n<${name}>\n${Object.entries(parameters)
          .map(([key, value]) => `<${key}>${value}</${key}>`)
          .join('\n')}\n</${name}>`,
      );
    const task = [
      user(text('<task>\nTidy.\n</task>'), text('\n# task_progress RECOMMENDED\nMake a list.')),
      says([xml('write', { path: 'a.xml', content: '\n<a>\n<content>b</content> c\n</a>\n' })]),
      user(text("[write for 'a.xml'] Result:\nSaved.")),
      says([xml('execute_command', { command: 'ls /x > y', requires_approval: 'false' })]),
      user(text("[execute_command for 'ls'] Result:\nCommand failed with exit code 2.\nOutput:\nno")),
      says([xml('attempt_completion', { result: '\nTidy.\n' })]),
    ];

    it('has its calls as text, each with its parameters', () => {
      expect(readRuns(task)).toMatchObject({ format: 'Cline task', warnings: [] });
      expect(sketch(readRun(task))).toBe('Tidy.: write execute_command! attempt_completion "Tidy."');
      expect(callsOf(readRun(task)).map(({ args }) => args)).toEqual([
        { path: 'a.xml', content: '<a>\n<content>b</content> c\n</a>' },
        { command: 'ls /x > y', requires_approval: 'false' },
        { result: 'Tidy.' },
      ]);
    });

    it('failed where the program says so: a command, a change that does not apply, a call with two heads', () => {
      const command = (code: string) =>
        `Command executed in terminal  within working directory '/x'. ${code}\nOutput:\n`;
      const roo = [
        user(text('<task>\nTidy.\n</task>')),
        says([xml('execute_command', { command: 'ls' })]),
        user(text("[execute_command for 'ls'] Result:"), text(command('Exit code: 0'))),
        says([xml('execute_command', { command: 'cd x' })]),
        user(
          text("[execute_command for 'cd x'] Result:"),
          text(command('Command execution was not successful, inspect the cause.\nExit code: 1')),
        ),
        says([xml('apply_diff', { path: 'a' })]),
        user(text("[apply_diff for 'a'] Result:"), text('Unable to apply diff to file: /x/a\n\nno match')),
        says([xml('read_file', { path: 'b' })]),
        user(
          text("[read_file for 'b'] Result:"),
          text(FAILED),
          text("[read_file for 'b'] Result:"),
          text('<files>\n<file><path>b</path><error>no</error></file>\n</files>'),
        ),
        says([text('I am done.')]),
        user(text('[ERROR] You did not use a tool in your previous response! Please retry.')),
        says([xml('attempt_completion', { result: 'Tidy.' })]),
      ];
      expect(sketch(readRun(roo))).toBe(
        'Tidy.: execute_command execute_command! apply_diff! read_file! "I am done." / attempt_completion "Tidy."',
      );
      expect(warningsOf(roo)).toEqual([]);
    });

    it('may be cut off in a call', () => {
      const cut = [...task.slice(0, 3), says([text('<execute_command>\n<command>rm -r')])];
      expect(sketch(readRun(cut))).toBe('Tidy.: write execute_command');
      expect(callsOf(readRun(cut))[1]).toMatchObject({ args: { command: 'rm -r' } });
    });

    it('writes no call where a task has calls of its own', () => {
      const reply = says([text('Write:\n<b_c>\n<d>e</d>\n</b_c>')], { modelInfo: {} });
      const own = [user(text('x')), says([call('a', 'read')]), user(text('[read] Result:\nok')), reply];
      expect(sketch(readRun(own))).toContain('x: read "Write:');
    });

    it('counts cached tokens once, with a server that speaks the API of OpenAI', () => {
      const metrics = { tokens: { prompt: 100, completion: 5, cached: 60 } };
      const counted = says([text('Ho')], { modelInfo: { modelId: 'm', providerId: 'openai' }, metrics });
      expect(readRun([user(text('Hi')), counted]).usage).toEqual({
        input_tokens: 40,
        output_tokens: 5,
        cache_read_tokens: 60,
      });
    });
  });
});
