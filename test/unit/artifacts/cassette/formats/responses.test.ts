import { describe, expect, it } from 'vitest';
import {
  callsOf,
  readRun,
  readRuns,
  refusalOfRun,
  sketch,
  warningsOf,
} from '../../../../support/cassettes.ts';

type Json = Record<string, unknown>;

const call = (id: string, name: string, args: Json = {}, more: Json = {}) => ({
  type: 'function_call',
  call_id: id,
  name,
  arguments: JSON.stringify(args),
  ...more,
});
const output = (id: string, value: unknown = 'ok', more: Json = {}) => ({
  type: 'function_call_output',
  call_id: id,
  output: value,
  ...more,
});
const message = (role: string, text: string, more: Json = {}) => ({
  type: 'message',
  role,
  content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
  ...more,
});

describe('items of the Responses API', () => {
  it('are read with parallel calls, and texts between calls are not final', () => {
    const items = [
      { role: 'developer', content: 'You keep berths.' },
      { role: 'user', content: 'Free B7 and B8.' },
      message('assistant', 'I do.'),
      { type: 'reasoning', id: 'r', summary: [] },
      call('a', 'free', { berth: 'B7' }),
      call('b', 'mcp__harbour__free', { berth: 'B8' }),
      output('b', 'locked', { status: 'incomplete' }),
      output('a'),
      call('c', 'look', {}, { namespace: 'mcp__harbour' }),
      output('c', { success: false }),
      message('assistant', 'B7 is free.'),
      { role: 'user', content: 'Thanks.' },
      { role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] },
    ];
    expect(sketch(readRun(items))).toBe('Free B7 and B8.: free free! look! "B7 is free." / Thanks.: "No."');
    expect(callsOf(readRun(items)).map(({ server, parallel }) => [server, parallel])).toEqual([
      [undefined, 0],
      ['harbour', 0],
      ['harbour', 1],
    ]);
    expect(readRuns(items)).toMatchObject({ format: 'OpenAI Responses items', warnings: [] });
    expect(readRun(items).system_prompt).toBe('You keep berths.');
    expect(readRun(items.map((item) => JSON.stringify(item)).join('\n'))).toEqual(readRun(items));
  });

  it.each([
    ['a second', 1_780_000_000, '2026-05-28T20:26:40.000Z'],
    ['no second that a calendar has', 1e300, undefined],
    ['a second after the year 9999', 253_402_300_800, undefined],
  ])('were created at %s', (_, created_at, recorded) => {
    const response = { object: 'response', created_at, output: [message('assistant', 'hello')] };
    expect(readRun(response).recorded_at).toBe(recorded);
  });

  it('name the tools of the server by their type, and hold their results', () => {
    const items = [
      message('user', 'Go.'),
      call('a', 'slow'),
      { type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'q' } },
      { type: 'code_interpreter_call', id: 'i', status: 'failed', code: 'drop()', outputs: null },
      { type: 'file_search_call', id: 'f', status: 'completed', queries: ['q'], results: null },
      { type: 'mcp_call', id: 'm', server_label: 'h', name: 'free', arguments: '{}', error: 'locked' },
      { type: 'local_shell_call', call_id: 'l', action: { type: 'exec', command: ['ls'] } },
      { type: 'local_shell_call_output', call_id: 'l', output: '{"output":"","metadata":{"exit_code":2}}' },
      { type: 'custom_tool_call', call_id: 'p', name: 'apply_patch', input: '*** Begin' },
      {
        type: 'custom_tool_call_output',
        call_id: 'p',
        output: 'Exit code: 1\nWall time: 1 seconds\nOutput:\n',
      },
      { type: 'shell_call', call_id: 's', action: { commands: ['ls'] } },
      {
        type: 'shell_call_output',
        call_id: 's',
        output: [{ stdout: '', stderr: '', outcome: { type: 'exit', exit_code: 1 } }],
      },
      output('a', 'Chunk ID: 1\nWall time: 1 seconds\nProcess exited with code 0\nOutput:\n'),
    ];
    expect(sketch(readRun(items))).toBe(
      'Go.: slow web_search code_interpreter! file_search free! local_shell! apply_patch! shell!',
    );
    expect(callsOf(readRun(items)).map(({ args }) => args)).toEqual([
      {},
      { type: 'search', query: 'q' },
      { code: 'drop()' },
      { queries: ['q'] },
      {},
      { type: 'exec', command: ['ls'] },
      { input: '*** Begin' },
      { commands: ['ls'] },
    ]);
  });

  it('say that a call was not run, because there is no such tool', () => {
    const items = [
      message('user', 'Go.'),
      call('a', 'plan'),
      output('a', 'unsupported call: plan'),
      call('b', 'ask'),
      output('b', 'The answer is: unsupported call: plan'),
    ];
    expect(sketch(readRun(items))).toBe('Go.: plan! ask');
  });

  it('are a response, whose input includes cached tokens', () => {
    const response = {
      object: 'response',
      model: 'm-1',
      instructions: 'You keep berths.',
      output: [call('a', 'free', { berth: 'B7' }), message('assistant', 'Freed.')],
      usage: { input_tokens: 10, input_tokens_details: { cached_tokens: 4 }, output_tokens: 5 },
    };
    expect(readRun(response)).toMatchObject({
      model: 'm-1',
      system_prompt: 'You keep berths.',
      usage: { input_tokens: 6, output_tokens: 5, cache_read_tokens: 4 },
    });
    expect(sketch(readRun(response))).toBe('free "Freed."');
    expect(callsOf(readRun(response))[0]?.unanswered).toBe(true);
    const pair = { input: 'Free it.', output: response.output };
    expect(sketch(readRun(pair))).toBe('Free it.: free "Freed."');
    expect(sketch(readRun({ input: [message('user', 'Free it.')], output: response }))).toBe(
      'Free it.: free "Freed."',
    );
    expect(readRun({ input: 'x', output: response }).usage?.input_tokens).toBe(6);
    expect(warningsOf({ ...response, usage: { tokens: 1 } }).join()).toContain('unknown form (`tokens`)');
  });

  it('are the state of a run of the Agents SDK, with the agent of each call', () => {
    const of = (agent: string, raw_item: unknown) => ({
      type: 'tool_call_item',
      agent: { name: agent },
      raw_item,
    });
    const state = {
      $schemaVersion: '1.13',
      context: {
        usage: {
          requests: 2,
          input_tokens: 9,
          input_tokens_details: [{ cached_tokens: 2 }],
          output_tokens: 4,
        },
      },
      original_input: [message('user', 'Free it.'), message('assistant', 'Hm.', { id: 'm0' })],
      generated_items: [
        of('triage', message('assistant', 'Hm.', { id: 'm0' })),
        of('triage', call('a', 'hand_over', {}, { id: 'f1' })),
        of('triage', output('a')),
        of('harbour', call('b', 'free', { berth: 'B7' })),
        of('harbour', output('b')),
        of('harbour', message('assistant', 'Freed.', { id: 'm1' })),
      ],
      session_items: [of('triage', call('a', 'hand_over', {}, { id: 'f1' }))],
      model_responses: [{ output: [call('a', 'hand_over')] }],
      current_step: null,
    };
    expect(sketch(readRun(state))).toBe('Free it.: hand_over free "Freed."');
    expect(callsOf(readRun(state)).map(({ agent }) => agent)).toEqual(['triage', 'harbour']);
    expect(readRun(state).usage).toEqual({ input_tokens: 7, output_tokens: 4, cache_read_tokens: 2 });
    const js = {
      originalInput: 'Free it.',
      generatedItems: [
        {
          type: 'tool_call_item',
          agent: { name: 'a' },
          rawItem: { type: 'function_call', callId: 'x', name: 'free', arguments: '{}' },
        },
        {
          type: 'tool_call_output_item',
          rawItem: { type: 'function_call_result', callId: 'x', output: { type: 'text', text: 'ok' } },
        },
      ],
    };
    expect(sketch(readRun(js))).toBe('Free it.: free');
  });

  it('are the state of a run with calls that a person rejected', () => {
    const made = (callId: string) => ({ type: 'function_call', callId, name: 'free', arguments: '{}' });
    const answered = (callId: string) => ({
      rawItem: { type: 'function_call_result', callId, output: { type: 'text', text: 'ok' } },
    });
    const state = (context: object, ...more: object[]) => ({
      originalInput: 'Free it.',
      context,
      generatedItems: [{ rawItem: made('x') }, { rawItem: made('y') }, ...more],
      completedToolInvocationEvidence: [
        { invocations: { x: { items: [{ item: { rawItem: made('x') } }] } } },
      ],
    });
    const rejected = { free: { approved: ['y'], rejected: ['x'] } };
    const ofAgents = { functionApprovals: [{ agentIdentity: 'a', approvals: rejected }] };
    const ended = state(ofAgents, answered('x'), answered('y'));
    expect(sketch(readRun(ended))).toBe('Free it.: free! free');
    const decided = readRun(state({ approvals: rejected }));
    expect(sketch(decided)).toBe('Free it.: free! free');
    expect(callsOf(decided).map(({ unanswered }) => unanswered)).toEqual([undefined, true]);
    const forGood = { 'berths.free': { approved: ['y'], rejected: true }, other: { rejected: true } };
    expect(sketch(readRun(state({ approvals: forGood }, answered('x'), answered('y'))))).toBe(
      'Free it.: free! free',
    );
    expect(sketch(readRun(state({ approvals: { free: { approved: [], rejected: true } } })))).toBe(
      'Free it.: free! free!',
    );
  });

  it('are the state of a run whose copies have a call that is not among its items', () => {
    const state = (copies: object) => ({
      original_input: 'Free it.',
      generated_items: [{ raw_item: call('a', 'free') }, { raw_item: output('a') }],
      ...copies,
    });
    const request = { type: 'mcp_approval_request', id: 'q', name: 'drop', arguments: '{}' };
    const asked = state({ model_responses: [{ output: [call('a', 'free')] }] });
    expect(readRun(asked).caveats).toBeUndefined();
    expect(readRun(state({ model_responses: [{ output: [call('z', 'drop')] }] })).caveats).toEqual([
      'unread-calls',
    ]);
    expect(readRun(state({ session_items: [{ raw_item: request }] })).caveats).toEqual(['unread-calls']);
  });

  it('are marked as a refusal by their parts', () => {
    const refusal = { ...message('assistant', ''), content: [{ type: 'refusal', refusal: 'No.' }] };
    expect(readRun([message('user', 'Sink it.'), refusal]).turns).toEqual([
      { user: 'Sink it.', tool_calls: [], final_response: 'No.', refused: true },
    ]);
  });

  it('are refused with a call inside reasoning', async () => {
    const reasoning = { type: 'reasoning', id: 'r', summary: [], content: [call('z', 'drop')] };
    const items = [message('user', 'Go.'), reasoning, message('assistant', 'Done.')];
    expect(await refusalOfRun(items)).toContain('looks like a tool call');
    expect(await refusalOfRun({ object: 'response', output: items })).toContain('looks like a tool call');
  });

  it.each([
    [
      'whose text is under another key',
      { type: 'message', role: 'assistant', words: 'hm' },
      'without `content`',
    ],
    ['without the name of a tool', { ...call('a', 'x'), name: undefined }, 'without the name of the tool'],
    [
      'with a call under another key',
      { type: 'message', role: 'assistant', content: [], more: [call('a', 'x')] },
      'looks like a tool call',
    ],
    ['with arguments that do not parse', { ...call('a', 'x'), arguments: '{' }, 'must be JSON'],
  ])('are refused %s', async (_, item, problem) => {
    expect(await refusalOfRun([message('user', 'Go.'), item])).toContain(problem);
  });
});

describe('a rollout of Codex', () => {
  const row = (type: string, payload: Json) => ({ timestamp: '2026-05-01T08:00:00Z', type, payload });
  const item = (payload: Json) => row('response_item', payload);
  const event = (payload: Json) => row('event_msg', payload);
  const lines = (...rows: unknown[]) => `${rows.map((each) => JSON.stringify(each)).join('\n')}\n`;
  const tokens = (input: number, cached: number, out: number) =>
    event({
      type: 'token_count',
      info: { total_token_usage: { input_tokens: input, cached_input_tokens: cached, output_tokens: out } },
    });

  it('has calls, replies, the model and the last count of tokens', () => {
    const rollout = lines(
      row('session_meta', { id: 's', instructions: 'x', dynamic_tools: [{ name: 'x', input: {} }] }),
      row('turn_context', { model: 'm-1' }),
      item(message('user', '<environment_context>x</environment_context>')),
      item(message('user', 'Free B7.')),
      event({ type: 'user_message', message: 'Free B7.' }),
      item(message('assistant', 'I do.')),
      item(call('a', 'shell', { berth: 'B7' })),
      event({ type: 'exec_command_begin', call_id: 'a', command: ['free'] }),
      item(output('a', '{"output":"no","metadata":{"exit_code":1}}')),
      tokens(10, 4, 5),
      item(message('assistant', 'It is locked.')),
      event({ type: 'agent_message', message: 'It is locked.' }),
      tokens(30, 20, 8),
      event({ type: 'token_count', info: null }),
      row('compacted', { message: '', replacement_history: [call('a', 'shell')] }),
    );
    expect(sketch(readRun(rollout))).toBe('Free B7.: shell! "It is locked."');
    expect(readRuns(rollout)).toMatchObject({ format: 'Codex rollout', warnings: [] });
    expect(readRun(rollout)).toMatchObject({
      model: 'm-1',
      recorded_at: '2026-05-01T08:00:00Z',
      usage: { input_tokens: 10, output_tokens: 8, cache_read_tokens: 20 },
    });
  });

  it('reads calls of MCP servers once, with their errors', () => {
    const end = (id: string, tool: string, result: Json) =>
      event({
        type: 'mcp_tool_call_end',
        call_id: id,
        invocation: { server: 'h', tool, arguments: { berth: 'B7' } },
        result,
      });
    const rollout = lines(
      item(message('user', 'Free B7.')),
      item(call('a', 'free', { berth: 'B7' }, { namespace: 'mcp__h' })),
      end('a', 'free', { Ok: { isError: true } }),
      item(output('a', 'locked')),
      end('b', 'drop', { Err: 'no such berth' }),
      end('c', 'look', { Ok: { isError: false, content: [] } }),
    );
    expect(sketch(readRun(rollout))).toBe('Free B7.: free! drop! look');
    expect(callsOf(readRun(rollout)).map(({ server, args }) => [server, args])).toEqual(
      Array(3).fill(['h', { berth: 'B7' }]),
    );
  });

  const wipe = ['rm', '-rf', 'B7'];
  const between = (...rows: unknown[]) =>
    lines(item(message('user', 'Free B7.')), ...rows, item(message('assistant', 'Done.')));

  it.each<[string, Json[], string]>([
    ['a command', [{ type: 'exec_command_begin', command: wipe }], 'exec_command?'],
    ['the end of a command', [{ type: 'exec_command_end', command: wipe, exit_code: 0 }], 'exec_command'],
    [
      'a command that failed',
      [
        { type: 'exec_command_begin', command: wipe },
        { type: 'exec_command_end', exit_code: 1 },
      ],
      'exec_command!',
    ],
    ['a command to approve', [{ type: 'exec_approval_request', command: wipe }], 'exec_command?'],
    ['a patch', [{ type: 'patch_apply_end', success: true, changes: { f: { delete: {} } } }], 'apply_patch'],
    ['a patch that failed', [{ type: 'patch_apply_end', success: false }], 'apply_patch!'],
    ['a search', [{ type: 'web_search_begin' }, { type: 'web_search_end', query: 'berths' }], 'web_search'],
    ['a picture', [{ type: 'view_image_tool_call', path: 'f.png' }], 'view_image'],
    [
      'a call to an MCP server',
      [{ type: 'mcp_tool_call_begin', invocation: { server: 'h', tool: 'drop', arguments: {} } }],
      'drop?',
    ],
    [
      'a tool of the client',
      [
        { type: 'dynamic_tool_call_request', tool: 'drop', arguments: { berth: 'B7' } },
        { type: 'dynamic_tool_call_response', tool: 'drop', success: false },
      ],
      'drop!',
    ],
  ])('reads a call that only events tell of: %s', (_, payloads, expected) => {
    const events = payloads.map((each) => event({ call_id: 'a', ...each }));
    const rollout = between(item(message('assistant', 'I do.')), ...events);
    const called = expected.replace('?', '');
    expect(sketch(readRun(rollout))).toBe(`Free B7.: ${called} "Done."`);
    expect(callsOf(readRun(rollout))[0]?.unanswered).toBe(called === expected ? undefined : true);
    expect(readRun(rollout).caveats).toBeUndefined();
    // the item of the call may come later
    const named = item(call('a', 'shell', { berth: 'B7' }));
    const both = between(...events, named, item(output('a')));
    const mark = called.endsWith('!') ? '!' : '';
    expect(sketch(readRun(both))).toBe(`Free B7.: shell${mark} "Done."`);
    expect(callsOf(readRun(both))[0]?.args).toEqual({ berth: 'B7' });
    expect(sketch(readRun(between(named, ...events, item(output('a')))))).toBe('Free B7.: shell "Done."');
  });

  it('reads a search once whose item has no id', () => {
    const search = (more: Json = {}) =>
      item({ type: 'web_search_call', status: 'completed', action: { query: 'x' }, ...more });
    const end = (id: string) => event({ type: 'web_search_end', call_id: id, query: 'x' });
    const begin = (id: string) => event({ type: 'web_search_begin', call_id: id });
    const searches = (...rows: unknown[]) => callsOf(readRun(between(...rows))).length;
    expect(searches(search(), end('a'))).toBe(1);
    expect(searches(end('a'), search())).toBe(1);
    expect(searches(begin('a'), search(), end('a'))).toBe(1);
    expect(searches(search(), begin('a'), end('a'), search(), end('b'))).toBe(2);
    expect(searches(search({ id: 'a' }), end('a'))).toBe(1);
    expect(searches(search(), end('a'), end('b'))).toBe(2);
  });

  it.each<[string, Json]>([
    ['of an unknown type with the id of a call', { type: 'berth_freed', call_id: 'z', berth: 'B7' }],
    ['of a command without an id', { type: 'exec_command_begin', command: wipe }],
    ['that began, whatever it is', { type: 'berth_begin', berth: 'B7' }],
    ['of an unknown tool', { type: 'tool_ran', berth: 'B7' }],
  ])('names an event %s', (_, payload) => {
    const rollout = between(event(payload));
    expect(readRun(rollout).caveats).toEqual(['unread-calls']);
    expect(warningsOf(rollout).join()).toContain(
      `looks like a call: \`rows of type event_msg, ${payload.type}\``,
    );
  });

  it('leaves out events about a call of an item, and commands of the user', () => {
    const rollout = between(
      item(call('a', 'exec')),
      event({ type: 'terminal_interaction', call_id: 'a', stdin: 'y' }),
      event({ type: 'berth_freed', call_id: 'a' }),
      event({ type: 'exec_command_end', call_id: 'u', command: wipe, source: 'user_shell', exit_code: 0 }),
      item(output('a')),
    );
    expect(sketch(readRun(rollout))).toBe('Free B7.: exec "Done."');
    expect(readRun(rollout).caveats).toBeUndefined();
  });

  it('names a text before a call that is a call', () => {
    const said = JSON.stringify({ name: 'wipe', arguments: { berth: 'B7' } });
    const rollout = between(item(message('assistant', said)), item(call('a', 'look')), item(output('a')));
    expect(readRun(rollout).caveats).toEqual(['unread-calls']);
  });

  it('keeps the calls of messages that were rolled back, and drops their texts', () => {
    const turn = (ask: string, id: string, answer: string) => [
      item(message('user', ask)),
      item(call(id, id)),
      item(output(id)),
      item(message('assistant', answer)),
    ];
    const rollout = lines(
      ...[...turn('One.', 'a', 'A.'), ...turn('Two.', 'b', 'B.'), ...turn('Three.', 'c', 'C.')],
      event({ type: 'thread_rolled_back', num_turns: 2 }),
      ...turn('Four.', 'd', 'D.'),
    );
    expect(sketch(readRun(rollout))).toBe('One.: a "A." / Four.: b c d "D."');
    expect(callsOf(readRun(rollout)).map(({ abandoned }) => abandoned)).toEqual([
      undefined,
      true,
      true,
      undefined,
    ]);
  });

  it('reads the old layout, and calls in the layout of other programs', () => {
    const rollout = lines(
      { id: 's', timestamp: '2025-06-01T09:00:00Z', instructions: null, git: {} },
      message('user', 'Free B7.'),
      { record_type: 'state' },
      { type: 'tool_call', function: { name: 'free' }, arguments: { berth: 'B7' } },
      { type: 'tool_result', name: 'free', result: { stdout: '', exitCode: 3 } },
      { type: 'reasoning', id: 'r', summary: [] },
      message('assistant', 'It is locked.'),
    );
    expect(sketch(readRun(rollout))).toBe('Free B7.: free! "It is locked."');
    expect(readRuns(rollout).format).toBe('Codex rollout');
  });

  it.each([
    ['session_meta', row('session_meta', { id: 's', past: [call('z', 'drop')] })],
    [
      'turn_context',
      row('turn_context', { model: 'm-1', last: { name: 'drop', arguments: { berth: 'B7' } } }),
    ],
    ['event_msg', event({ type: 'task_started', call: { name: 'drop', arguments: '{}' } })],
    ['compacted', row('compacted', { message: '', replacement_history: [call('z', 'drop')] })],
  ])('names what looks like a call in rows of type %s', (type, hiding) => {
    const rollout = lines(
      hiding,
      item(message('user', 'Free B7.')),
      item(call('a', 'free')),
      item(output('a')),
      item(message('assistant', 'Done.')),
    );
    expect(sketch(readRun(rollout))).toBe('Free B7.: free "Done."');
    expect(readRun(rollout).caveats).toEqual(['unread-calls']);
    expect(warningsOf(rollout).join()).toContain(`looks like a call: \`rows of type ${type}\``);
  });

  it('names rows of unknown types that hold what looks like a call', () => {
    const rollout = lines(
      row('session_meta', { id: 's' }),
      row('shadow', { inner: [call('a', 'drop')] }),
      row('future', { safe: true }),
      item(message('assistant', 'Done.')),
    );
    expect(readRun(rollout).caveats).toEqual(['unread-calls']);
    expect(warningsOf(rollout).join()).toContain('looks like a call: `rows of type shadow`');
  });

  it('is refused without a message of the agent', async () => {
    expect(await refusalOfRun(lines(row('session_meta', { id: 's' })))).toContain(
      'f.json:1:1: error: is a recording (Codex rollout) without any tool call',
    );
  });
});
