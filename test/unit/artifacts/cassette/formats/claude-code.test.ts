import { describe, expect, it } from 'vitest';
import { readCassette } from '../../../../../src/artifacts/cassette/read.ts';
import {
  callsOf,
  readRun,
  readRuns,
  refusalOfRun,
  sketch,
  warningsOf,
} from '../../../../support/cassettes.ts';
import { memoryFiles } from '../../../../support/memory-files.ts';

type Json = Record<string, unknown>;

const text = (of: string) => ({ type: 'text', text: of });
const use = (id: string, name: string, input: Json = {}) => ({ type: 'tool_use', id, name, input });
const user = (content: unknown, more: Json = {}) => ({
  type: 'user',
  sessionId: 's',
  isSidechain: false,
  message: { role: 'user', content },
  ...more,
});
const result = (id: string, content: unknown = 'ok', is_error?: boolean, more: Json = {}) =>
  user([{ type: 'tool_result', tool_use_id: id, content, ...(is_error && { is_error }) }], more);
const agent = (id: string | undefined, blocks: unknown, more: Json = {}, message: Json = {}) => ({
  type: 'assistant',
  sessionId: 's',
  isSidechain: false,
  message: { ...(id && { id }), role: 'assistant', model: 'm-1', content: blocks, ...message },
  ...more,
});
const lines = (...rows: unknown[]) => `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
const usage = (input_tokens: number, output_tokens: number, more: Json = {}) => ({
  usage: { input_tokens, output_tokens, ...more },
});

describe('a session of Claude Code', () => {
  it('joins the rows of a reply, so that text next to a call is no response and calls are parallel', () => {
    const session = lines(
      { type: 'summary', summary: 's', leafUuid: 'x' },
      user('Free B7 and B8.'),
      agent('m1', [{ type: 'thinking', thinking: 'hm' }], {}, usage(1, 1)),
      agent('m1', [text('I do.')], {}, usage(1, 2)),
      agent('m1', [use('a', 'free', { berth: 'B7' })], {}, usage(1, 3)),
      result('a'),
      agent('m1', [use('b', 'mcp__harbour_office__free__now', { berth: 'B8' })], {}, usage(5, 7)),
      result('b', 'locked', true),
      agent('m2', [text('B7 is free, ')], {}, usage(10, 20, { cache_read_input_tokens: 3 })),
      agent('m2', [text('B8 is locked.')], {}, usage(10, 20, { cache_read_input_tokens: 3 })),
    );
    expect(sketch(readRun(session))).toBe('Free B7 and B8.: free free__now! "B7 is free, B8 is locked."');
    expect(callsOf(readRun(session)).map(({ server, parallel }) => [server, parallel])).toEqual([
      [undefined, 0],
      ['harbour_office', 0],
    ]);
    expect(readRun(session)).toMatchObject({
      model: 'm-1',
      usage: { input_tokens: 15, output_tokens: 27, cache_read_tokens: 3 },
    });
    expect(readRuns(session)).toMatchObject({ format: 'Claude Code session', warnings: [] });
  });

  it('leaves out what the program wrote', () => {
    const session = lines(
      user('Hello', { isMeta: true }),
      user('<command-name>/model</command-name>'),
      user('<local-command-stdout>set</local-command-stdout>'),
      user('This session is being continued', { isCompactSummary: true }),
      user('Go.'),
      agent('m1', [text('No response requested.')], {}, { model: '<synthetic>' }),
      agent('m2', [text('Gone.')]),
    );
    expect(sketch(readRun(session))).toBe('Go.: "Gone."');
    expect(readRun(session).model).toBe('m-1');
  });

  it('counts the calls of a sub-agent under its name, and takes none of its texts for a reply', () => {
    const session = lines(
      user('Look.'),
      agent('m1', [use('t', 'Task', { subagent_type: 'scout' })]),
      user('look', { isSidechain: true, agentId: 'x1' }),
      agent('s1', [use('c', 'drop')], { isSidechain: true, agentId: 'x1' }),
      result('c', 'no', true, { isSidechain: true, agentId: 'x1' }),
      agent('s2', [text('I looked.')], { isSidechain: true, agentId: 'x1' }),
      result('t', 'done', false, { toolUseResult: { agentId: 'x1', totalToolUseCount: 1 } }),
      agent('m2', [text('Done.')]),
    );
    expect(sketch(readRun(session))).toBe('Look.: Task drop! "Done."');
    expect(callsOf(readRun(session)).map((call) => call.agent)).toEqual([undefined, 'scout']);
  });

  it('notes a call that a sub-agent wrote as a text', () => {
    const written = JSON.stringify({ name: 'drop', arguments: { berth: 'B7' } });
    const session = lines(
      user('Look.'),
      agent('m1', [use('t', 'Task', { subagent_type: 'scout' })]),
      agent('s1', [use('c', 'look')], { isSidechain: true, agentId: 'x1' }),
      result('c', 'ok', false, { isSidechain: true, agentId: 'x1' }),
      agent('s2', [text(written)], { isSidechain: true, agentId: 'x1' }),
      result('t', 'done', false, { toolUseResult: { agentId: 'x1', totalToolUseCount: 1 } }),
      agent('m2', [text('Done.')]),
    );
    expect(readRun(session).caveats).toEqual(['unread-calls']);
    expect(sketch(readRun(session))).toBe('Look.: Task look "Done."');
  });

  it('reads the rows of sub-agents that report progress, once', () => {
    const progress = (message: unknown) => ({
      type: 'progress',
      parentToolUseID: 't',
      data: { type: 'agent_progress', agentId: 'x1', message, normalizedMessages: [message] },
    });
    const session = lines(
      user('Look.'),
      agent('m1', [use('t', 'Agent', { subagent_type: 'scout' })]),
      { type: 'progress', data: { type: 'hook_progress', command: 'x', input: {} } },
      progress(agent('s1', [use('c', 'drop')])),
      progress(result('c', 'no', true)),
      agent('s1', [use('c', 'drop')], { isSidechain: true, agentId: 'x1' }),
      result('t'),
      agent('m2', [text('Done.')]),
    );
    expect(sketch(readRun(session))).toBe('Look.: Agent drop! "Done."');
    expect(callsOf(readRun(session)).map((call) => call.agent)).toEqual([undefined, 'scout']);
  });

  it('takes the rows of a sub-agent alone for its own session', () => {
    const side = { isSidechain: true, agentId: 'x1' };
    const session = lines(
      user('Look.', side),
      agent('s1', [use('c', 'look')], side),
      result('c', 'ok', false, side),
      agent('s2', [text('Seen.')], side),
    );
    expect(sketch(readRun(session))).toBe('Look.: look "Seen."');
    expect(callsOf(readRun(session))[0]?.agent).toBe('x1');
    expect(sketch(readRun(session + lines(user('And?'), agent('m1', [text('Yes.')]))))).toBe(
      'And?: look "Yes."',
    );
  });

  it('reads the files of sub-agents next to the session', async () => {
    const side = { isSidechain: true, agentId: 'x1' };
    const sub = lines(
      agent('s1', [use('c', 'drop')], side),
      result('c', 'no', true, side),
      agent('s2', [text('Hm.')], side),
    );
    const session = lines(
      user('Look.'),
      agent('m1', [use('t', 'Task', { subagent_type: 'scout' })], {}, usage(1, 2)),
      result('t', 'done', false, { toolUseResult: { agentId: 'x1', totalToolUseCount: 1 } }),
      agent('m2', [use('u', 'end')], {}, usage(1, 2)),
      result('u'),
      agent('m3', [text('Done.')], {}, usage(1, 2)),
    );
    const read = async (files: Record<string, string>) => {
      const { value, warnings } = await readCassette('a/s.jsonl', memoryFiles(files));
      const [first] = value;
      if (!first) throw new Error('no run');
      return { run: first.cassette, warnings };
    };
    for (const path of ['a/s/subagents/agent-x1.jsonl', 'a/agent-x1.jsonl']) {
      const { run, warnings } = await read({
        'a/s.jsonl': session,
        [path]: sub,
        'a/agent-x2.jsonl': lines(agent('o', [use('o', 'other')], { ...side, sessionId: 'other' })),
      });
      expect(sketch(run)).toBe('Look.: Task drop! end "Done."');
      expect(callsOf(run).map(({ parallel }) => parallel)).toEqual([0, 3, 1]);
      expect(callsOf(run)[1]?.agent).toBe('scout');
      expect(run.caveats).toBeUndefined();
      // the tokens of the sub-agent are not stated
      expect(warnings).toHaveLength(1);
    }
    const { run, warnings } = await read({ 'a/s.jsonl': session });
    expect(run.caveats).toEqual(['unread-calls']);
    expect(warnings[0]?.message).toBe('the calls of 1 sub-agent are not in the recording: `x1`');
    await expect(
      read({ 'a/s.jsonl': session, 'a/s/subagents/agent-x1.jsonl': '\n\n{"type":"assistant",}' }),
    ).rejects.toMatchObject({
      diagnostics: [{ file: 'a/s/subagents/agent-x1.jsonl', position: { line: 3 } }],
    });
  });

  it('keeps the calls of a branch that a rewind left, and drops its texts', () => {
    const session = lines(
      user('One.', { uuid: 'u1', parentUuid: null }),
      agent('m1', [text('First.')], { uuid: 'a1', parentUuid: 'u1' }),
      user('Two.', { uuid: 'u2', parentUuid: 'a1' }),
      agent('m2', [use('x', 'drop')], { uuid: 'a2', parentUuid: 'u2' }),
      agent('m2', [use('y', 'look')], { uuid: 'a3', parentUuid: 'a2' }),
      result('x', 'ok', false, { uuid: 'r1', parentUuid: 'a2' }),
      result('y', 'no', true, { uuid: 'r2', parentUuid: 'a3' }),
      agent('m3', [text('Dropped.')], { uuid: 'a4', parentUuid: 'r2' }),
      user('Three.', { uuid: 'u3', parentUuid: 'a1' }),
      agent('m4', [use('z', 'keep')], { uuid: 'a5', parentUuid: 'u3' }),
      result('z', 'ok', false, { uuid: 'r3', parentUuid: 'a5' }),
      agent('m5', [text('Kept.')], { uuid: 'a6', parentUuid: 'r3' }),
    );
    expect(sketch(readRun(session))).toBe('One.: "First." / Three.: drop look! keep "Kept."');
    expect(callsOf(readRun(session)).map((call) => call.abandoned)).toEqual([true, true, undefined]);
  });

  it('reads a result before its call, and takes no row twice', () => {
    const uuid = '11111111-1111-4111-8111-111111111111';
    const session = lines(
      result('a', 'no', true),
      agent('m1', [use('a', 'drop'), use('b', 'look')], { uuid }),
      agent('m1', [use('a', 'drop'), use('b', 'look')], { uuid }),
      result('b'),
      result('b', 'again', true),
    );
    expect(sketch(readRun(session))).toBe('drop! look');
    expect(readRuns(session).warnings).toEqual([]);
  });

  it('says that a result answers no recorded call', () => {
    const session = lines(result('gone'), agent('m1', [use('a', 'look')]), result('a', 'no', true));
    expect(sketch(readRun(session))).toBe('look!');
    expect(readRun(session).caveats).toEqual(['unread-calls']);
    expect(warningsOf(session).join()).toContain('1 result answers a call that is not recorded: `gone`');
  });

  it('names rows of unknown types that hold what looks like a call', () => {
    const session = lines(
      user('Go.'),
      { type: 'shadow', note: 'nothing' },
      { type: 'replay', inner: { events: [use('x', 'drop')] } },
      agent('m1', [text('Done.')]),
    );
    expect(readRun(session).caveats).toEqual(['unread-calls']);
    expect(warningsOf(session).join()).toContain('looks like a call: `rows of type replay`');
    expect(readRuns(session).leftOut.map(({ what }) => what)).toContain('rows of type `shadow`');
  });

  it.each([
    ['system', { type: 'system', subtype: 'note', content: [use('z', 'drop', { berth: 'B7' })] }],
    ['attachment', { type: 'attachment', attachment: { type: 'memo', past: use('z', 'drop') } }],
    ['queue-operation', { type: 'queue-operation', operation: 'enqueue', content: [use('z', 'drop')] }],
    [
      'stream_event',
      { type: 'stream_event', event: { type: 'content_block_start', content_block: use('z', 'drop') } },
    ],
  ])('names what looks like a call in rows of type %s', (type, hiding) => {
    const session = lines(user('Free B7.'), agent('m1', [use('a', 'free')]), result('a'), hiding);
    expect(readRun(session).caveats).toEqual(['unread-calls']);
    expect(warningsOf(session).join()).toContain(`looks like a call: \`rows of type ${type}\``);
  });

  it('names calls in what it keeps of a result, unless they were read', () => {
    const kept = (id: string) => ({
      messages: [{ type: 'assistant', message: { content: [use(id, 'drop')] } }],
    });
    const session = (id: string) =>
      lines(
        user('Free B7.'),
        agent('m1', [use('a', 'free')]),
        result('a', 'ok', false, { toolUseResult: kept(id) }),
        agent('m2', [text('Freed.')]),
      );
    expect(readRun(session('a')).caveats).toBeUndefined();
    expect(readRun(session('z')).caveats).toEqual(['unread-calls']);
    expect(warningsOf(session('z')).join()).toContain('looks like a call: `messages in toolUseResult`');
  });

  it('begins anew with a second first message, where rows have parents', () => {
    const chain = (parent: string | null, uuid: string, more: Json = {}) => ({
      parentUuid: parent,
      uuid,
      ...more,
    });
    const session = lines(
      user('Free B7.', chain(null, '1')),
      agent('m1', [use('a', 'free')], chain('1', '2')),
      result('a', 'ok', false, chain('2', '3')),
      agent('m2', [text('Freed.')], chain('3', '4')),
      user('Caveat.', chain(null, '5', { isMeta: true })),
      user('<command-name>/model</command-name>', chain(null, '6')),
      user('Look at B7.', chain(null, '7')),
      agent('m3', [text('It is free.')], chain('7', '8')),
    );
    expect(sketch(readRun(session))).toBe('Look at B7.: free "It is free."');
    expect(callsOf(readRun(session))[0]?.abandoned).toBe(true);
  });

  it('reads rows in the order of the file where none has a parent', () => {
    const root = (uuid: string) => ({ parentUuid: null, uuid });
    const session = lines(
      user('One.', root('1')),
      agent('m1', [text('A.')], root('2')),
      user('Two.', root('3')),
      agent('m2', [text('B.')], root('4')),
    );
    expect(sketch(readRun(session))).toBe('One.: "A." / Two.: "B."');
  });

  it('marks a reply as a refusal that the model stopped for, with text or without', () => {
    const stopped = { stop_reason: 'refusal' };
    const session = lines(
      user('Sink it.'),
      agent('m1', [text('No.')], {}, { stop_reason: null }),
      agent('m1', [], {}, stopped),
      user('Please.'),
      agent('m2', [], {}, stopped),
    );
    expect(readRun(session).turns).toEqual([
      { user: 'Sink it.', tool_calls: [], final_response: 'No.', refused: true },
      { user: 'Please.', tool_calls: [], refused: true },
    ]);
  });

  it('takes text after the result of a tool of the server for a reply', () => {
    const blocks = [
      text('I search.'),
      { type: 'server_tool_use', id: 'w', name: 'web_search', input: { query: 'q' } },
      { type: 'web_search_tool_result', tool_use_id: 'w', content: { type: 'web_search_tool_result_error' } },
      text('Nothing.'),
    ];
    expect(sketch(readRun(lines(user('Go.'), agent('m1', blocks))))).toBe('Go.: web_search! "Nothing."');
  });

  it.each([
    [
      'a reply without content',
      { role: 'assistant', contents: [text('hm')] },
      'is a message without `content`',
    ],
    [
      'a block without a known key',
      { content: [{ kind: 'text', words: 'hm' }] },
      'with the unknown keys `kind`, `words`',
    ],
    [
      'a block of an unknown type with text',
      { content: [{ type: 'say', text: 'hm' }] },
      'of the unknown type `say`',
    ],
    ['a call under another key', { content: [], calls: [use('x', 'drop')] }, 'looks like a tool call'],
  ])('is refused with %s', async (_, message, problem) => {
    const row = { type: 'assistant', sessionId: 's', message };
    expect(await refusalOfRun(lines(user('Go.'), row))).toContain(problem);
  });

  it('has unknown tokens if a reply states them in another form', () => {
    const session = lines(agent('m1', [text('Hi.')], {}, { usage: { tokens: 7 } }));
    expect(readRun(session).usage).toBeUndefined();
    expect(warningsOf(session).join()).toContain('token counts in an unknown form (`tokens`)');
  });
});

describe('the output of Claude Code as stream-json', () => {
  const init = { type: 'system', subtype: 'init', session_id: 's', model: 'm-1', tools: ['Bash'] };
  const end = (more: Json = {}) => ({
    type: 'result',
    subtype: 'success',
    is_error: false,
    result: 'Done.',
    session_id: 's',
    num_turns: 2,
    total_cost_usd: 0.25,
    usage: { input_tokens: 3, output_tokens: 4, cache_creation_input_tokens: 5, cache_read_input_tokens: 6 },
    permission_denials: [],
    ...more,
  });
  const stream = (row: Json) => ({
    ...row,
    isSidechain: undefined,
    sessionId: undefined,
    session_id: 's',
    parent_tool_use_id: null,
  });

  it('counts a call once that its pieces and its message have', () => {
    const piece = (event: Json) => ({
      type: 'stream_event',
      event,
      session_id: 's',
      parent_tool_use_id: null,
    });
    const output = lines(
      user('Free B7.'),
      piece({ type: 'content_block_start', index: 0, content_block: use('a', 'free') }),
      piece({
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'input_json_delta', partial_json: '{}' },
      }),
      agent('m1', [use('a', 'free')]),
      result('a'),
      agent('m2', [text('Freed.')]),
    );
    expect(sketch(readRun(output))).toBe('Free B7.: free "Freed."');
    expect(readRun(output).caveats).toBeUndefined();
  });

  it('has the tokens and the cost of its last row', () => {
    const rows = [
      init,
      stream(agent('m1', [use('a', 'Agent', { subagent_type: 'scout' })], {}, usage(1, 1))),
      { ...stream(agent('s1', [use('b', 'drop')], {}, usage(1, 1))), parent_tool_use_id: 'a' },
      { type: 'stream_event', event: { type: 'content_block_start', content_block: use('x', 'drop') } },
      stream(result('a')),
      stream(agent('m2', [text('Done.')], {}, usage(1, 1))),
      end({ permission_denials: [{ tool_name: 'drop', tool_use_id: 'b', tool_input: {} }] }),
    ];
    const run = readRun(lines(...rows));
    expect(sketch(run)).toBe('Agent drop! "Done."');
    expect(callsOf(run)[1]?.agent).toBe('scout');
    expect(run).toMatchObject({
      model: 'm-1',
      cost_micros: 250_000,
      usage: { input_tokens: 3, output_tokens: 4, cache_read_tokens: 6, cache_write_tokens: 5 },
    });
    expect(readRun(rows)).toEqual(run);
  });

  it('says how the run ended, and counts a denied call that is recorded only there', () => {
    const rows = lines(
      init,
      stream(agent('m1', [text('Hm.')])),
      end({
        subtype: 'error_max_turns',
        is_error: true,
        permission_denials: [{ tool_name: 'mcp__a__drop', tool_input: { berth: 'B7' } }],
      }),
    );
    expect(callsOf(readRun(rows))).toMatchObject([
      { name: 'drop', server: 'a', args: { berth: 'B7' }, is_error: true },
    ]);
    expect(warningsOf(rows).join()).toContain('the run ended with an error: `error_max_turns`');
  });

  it('proves nothing about calls when it is a result alone', () => {
    const run = readRun(end());
    expect(sketch(run)).toBe('"Done."');
    expect(run.caveats).toEqual(['unread-calls']);
    expect(readRun(end({ num_turns: 1 })).caveats).toBeUndefined();
  });
});
