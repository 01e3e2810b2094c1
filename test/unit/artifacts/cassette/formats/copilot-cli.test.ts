import { describe, expect, it } from 'vitest';
import { callsOf, readRun, readRuns, sketch, warningsOf } from '../../../../support/cassettes.ts';

type Json = Record<string, unknown>;

const event = (type: string, data: Json) => ({ type, data, id: 'e', timestamp: '2026-05-01T08:00:00Z' });
const ask = (...toolRequests: Json[]) => event('assistant.message', { content: 'I do.', toolRequests });
const done = (toolCallId: string, more: Json = { success: true }) =>
  event('tool.execution_complete', { toolCallId, ...more });
const lines = (...rows: unknown[]) => `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;

describe('the events of Copilot CLI', () => {
  it('have calls from messages and from starts, errors, the model and tokens', () => {
    const usage = { inputTokens: 100, outputTokens: 5, cacheReadTokens: 80, cacheWriteTokens: 0 };
    const session = lines(
      event('session.start', { sessionId: 's' }),
      event('session.model_change', { newModel: 'm-1' }),
      event('user.message', { content: 'Free them.' }),
      ask(
        { toolCallId: 'a', name: 'free', arguments: { berth: 'B7' } },
        { toolCallId: 'b', name: 'look', arguments: '{}' },
      ),
      event('tool.execution_start', { toolCallId: 'a', toolName: 'free', arguments: { berth: 'B7' } }),
      done('b', { success: false, error: { message: 'no', code: 'denied' } }),
      done('a', { success: true, result: { content: 'ok' } }),
      event('tool.execution_start', {
        ...{ toolCallId: 'c', toolName: 'h-drop', mcpServerName: 'h', mcpToolName: 'drop' },
        arguments: {},
        parentToolCallId: 'b',
      }),
      done('c'),
      event('hook.start', { hookType: 'preToolUse', input: { toolName: 'x' } }),
      event('assistant.message', { content: 'Freed.' }),
      event('session.shutdown', { modelMetrics: { 'm-1': { usage } } }),
    );
    expect(sketch(readRun(session))).toBe('Free them.: free look! drop "Freed."');
    expect(callsOf(readRun(session))).toMatchObject([
      { args: { berth: 'B7' }, parallel: 0, result: 'ok' },
      { parallel: 0, result: 'no' },
      { server: 'h', agent: 'b' },
    ]);
    expect(readRuns(session)).toMatchObject({ format: 'Copilot CLI events', warnings: [] });
    expect(readRun(session)).toMatchObject({
      model: 'm-1',
      usage: { input_tokens: 20, output_tokens: 5, cache_read_tokens: 80 },
    });
  });

  it('name events that hold what looks like a call, unless it was read', () => {
    const session = (...hiding: Json[]) =>
      lines(...hiding, ask({ toolCallId: 'a', name: 'free', arguments: {} }), done('a'));
    const request = (toolCallId: string) =>
      event('permission.requested', { permissionRequest: { toolCallId, toolName: 'free', args: {} } });
    expect(readRun(session(request('a'))).caveats).toBeUndefined();
    expect(readRun(session(request('z'))).caveats).toEqual(['unread-calls']);
    const start = event('session.start', { sessionId: 's', first: { name: 'drop', arguments: {} } });
    expect(readRun(session(start)).caveats).toEqual(['unread-calls']);
    expect(warningsOf(session(start)).join()).toContain('looks like a call: `events of type session.start`');
  });

  it('name events of unknown types that hold what looks like a call', () => {
    const session = lines(
      event('assistant.message', { content: 'Done.' }),
      event('shadow.call', { toolName: 'drop', arguments: { berth: 'B7' } }),
    );
    expect(readRun(session).caveats).toEqual(['unread-calls']);
    expect(warningsOf(session).join()).toContain('looks like a call: `events of type shadow.call`');
  });

  it('count a call once that starts before the message that asks for it', () => {
    const session = lines(
      event('user.message', { content: 'Free B7.' }),
      event('tool.execution_start', { toolCallId: 'a', toolName: 'free', arguments: { berth: 'B7' } }),
      done('a', { success: false, error: { message: 'no' } }),
      ask({ toolCallId: 'a', name: 'free', arguments: { berth: 'B7' } }),
      event('assistant.message', { content: 'It is locked.' }),
    );
    expect(sketch(readRun(session))).toBe('Free B7.: free! "It is locked."');
    expect(callsOf(readRun(session))).toMatchObject([{ args: { berth: 'B7' }, result: 'no' }]);
  });

  it('says that a result answers no recorded call', () => {
    expect(readRun(lines(done('x'), event('assistant.message', { content: 'Hm.' }))).caveats).toEqual([
      'unread-calls',
    ]);
  });
});
