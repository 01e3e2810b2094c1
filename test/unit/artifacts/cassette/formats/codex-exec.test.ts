import { describe, expect, it } from 'vitest';
import { callsOf, readRun, readRuns, sketch, warningsOf } from '../../../../support/cassettes.ts';

type Json = Record<string, unknown>;

const lines = (...rows: unknown[]) =>
  [{ type: 'thread.started', thread_id: 't' }, ...rows].map((row) => `${JSON.stringify(row)}\n`).join('');
const started = (item: Json) => ({ type: 'item.started', item: { ...item, status: 'in_progress' } });
const ended = (item: Json, more: Json = { status: 'completed' }) => ({
  type: 'item.completed',
  item: { ...item, ...more },
});
const command = (id: string) => ({ id, type: 'command_execution', command: 'ls' });
const says = (text: string) => ended({ id: text, type: 'agent_message', text }, {});
const tool = { type: 'mcp_tool_call', server: 'harbour', tool: 'free', arguments: { berth: 'B7' } };

describe('the events of codex exec', () => {
  it('have calls of every kind, with their arguments, servers and answers', () => {
    const run = readRun(
      lines(
        ended({ id: 'c', ...tool }, { status: 'completed', result: { content: [] }, error: null }),
        ended({ id: 'd', type: 'file_change', changes: [{ path: 'a', kind: 'add' }] }),
        ended({ id: 'e', type: 'web_search', query: 'berth', action: { type: 'search' } }),
        ended({
          id: 'f',
          type: 'collab_tool_call',
          tool: 'spawn_agent',
          prompt: 'look',
          receiver_thread_ids: ['x'],
        }),
        ended(command('g'), { status: 'completed', exit_code: 0, aggregated_output: 'B7' }),
        says('Done.'),
        { type: 'turn.completed', usage: { input_tokens: 9, cached_input_tokens: 4, output_tokens: 2 } },
      ),
    );
    expect(callsOf(run)).toMatchObject([
      { name: 'free', server: 'harbour', args: { berth: 'B7' }, is_error: false, result: { content: [] } },
      { name: 'file_change', args: { changes: [{ path: 'a', kind: 'add' }] } },
      { name: 'web_search', args: { query: 'berth', action: { type: 'search' } } },
      { name: 'spawn_agent', args: { prompt: 'look', receiver_thread_ids: ['x'] } },
      { name: 'command_execution', args: { command: 'ls' }, result: 'B7' },
    ]);
    expect(run.turns.at(-1)?.final_response).toBe('Done.');
    expect(run.usage).toEqual({ input_tokens: 5, cache_read_tokens: 4, output_tokens: 2 });
  });

  it.each<[string, Json]>([
    ['an exit code', { status: 'completed', exit_code: 3 }],
    ['a failure', { status: 'failed', exit_code: null }],
    ['a refusal by the user', { status: 'declined' }],
    ['an error', { status: 'completed', error: { message: 'no' } }],
    ['an error of MCP', { status: 'completed', result: { isError: true } }],
  ])('have a failed call with %s', (_, more) => {
    expect(sketch(readRun(lines(ended(command('a'), more))))).toContain('command_execution!');
  });

  it('tell calls of one reply from those of several', () => {
    const run = readRun(
      lines(
        started(command('a')),
        started(command('b')),
        ended(command('b')),
        ended(command('a')),
        ended(command('c')),
      ),
    );
    expect(callsOf(run).map(({ parallel }) => parallel)).toEqual([0, 0, 1]);
  });

  it('have a call that was cut off', () => {
    expect(callsOf(readRun(lines(started(command('a')))))).toMatchObject([{ unanswered: true }]);
  });

  it('have the text after the last call of each turn as a reply', () => {
    const turn = { type: 'turn.completed', usage: {} };
    const session = lines(
      says('I look.'),
      ended(command('a')),
      says('One.'),
      says('Two.'),
      turn,
      says('Three.'),
    );
    expect(sketch(readRun(session))).toBe('command_execution "One.\n\nTwo." / "Three."');
    expect(warningsOf(session).join()).toContain('token counts in an unknown form');
  });

  it('may end in an error, or without an answer', () => {
    const failed = lines({ type: 'turn.started' }, ended(command('a')), {
      type: 'turn.failed',
      error: { message: 'x' },
    });
    expect(warningsOf(failed).join()).toContain('ended with an error: `x`');
    expect(readRun(lines({ type: 'turn.started' }, { type: 'turn.completed' })).caveats).toEqual([
      'answered-nothing',
    ]);
  });

  it('say that an item of an unknown type may be a call', () => {
    const session = lines(ended({ id: 'a', type: 'teleport', to: 'B7' }), says('Done.'));
    expect(readRun(session).caveats).toEqual(['unread-calls']);
    expect(warningsOf(session).join()).toContain('`items of type teleport`');
  });

  it.each([
    ['no item', { type: 'item.completed', thing: {} }, 'is an event without an `item` that has an `id`'],
    ['no command', ended({ id: 'a', type: 'command_execution', run: 'ls' }), 'is a call without `command`'],
    ['no text', ended({ id: 'a', type: 'agent_message', said: 'x' }), 'is a message without `text`'],
  ])('are refused with %s', (_, row, message) => {
    expect(() => readRuns(lines(row, says('Done.')))).toThrow(message);
  });
});
