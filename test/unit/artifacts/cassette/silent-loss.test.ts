import { describe, expect, it } from 'vitest';
import { readRun, refusalOfRun, warningsOf } from '../../../support/cassettes.ts';

const said = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'x' }] };
const event = (...parts: object[]) => ({ author: 'a', content: { role: 'model', parts } });

// shapes that are not known, so no one can say whether they are calls
describe('what may be a call', () => {
  it.each([
    ['an item of the Responses API', { object: 'response', output: [{ type: 'exec', name: 'wipe' }, said] }],
    [
      'an item with an action',
      { object: 'response', output: [{ type: 'exec', action: { command: ['rm'] } }, said] },
    ],
    ['a part of ADK', { events: [event({ functionCalls: ['wipe'] }, { text: 'x' })] }],
    ['a part of ADK that names a call', { events: [event({ functionCall: 'wipe' }, { text: 'x' })] }],
    [
      'a part of Gemini CLI',
      {
        sessionId: 's',
        projectHash: 'p',
        messages: [{ type: 'gemini', content: [{ codeRun: { code: 'rm' } }, { text: 'x' }] }],
      },
    ],
  ])('is named, and no scenario is judged by the recording: %s', (_, document) => {
    expect(readRun(document).caveats).toEqual(['unread-calls']);
    expect(warningsOf(document).join()).toMatch(/1 part that is not read looks like a call/);
  });

  it.each([
    [
      'a turn of ours that is a call',
      { turns: [{ final_response: 'x' }, { name: 'wipe', args: {} }] },
      'is not a turn: found `name`, `args`',
    ],
    [
      'a turn of ours in another shape',
      { turns: [{ role: 'assistant', content: 'y' }] },
      'is not a turn: found `role`, `content`',
    ],
    [
      'an empty message with another key',
      [
        { role: 'user', content: 'u' },
        { role: 'assistant', content: '', calls: '[{"name":"wipe","arguments":{}}]' },
      ],
      'has `calls`, which is not read',
    ],
    [
      'a message without content and another key',
      [
        { role: 'user', content: 'u' },
        { role: 'assistant', content: null, did: { wipe: {} } },
      ],
      'has `did`, which is not read',
    ],
  ])('is refused: %s', async (_, document, message) => {
    expect(await refusalOfRun(document)).toContain(message);
  });

  it.each([
    [
      'an item that holds nothing',
      { object: 'response', output: [{ type: 'ping', id: 'i', status: 'completed' }, said] },
    ],
    [
      'a summary of what came before',
      { object: 'response', output: [{ type: 'compaction', encrypted_content: 'e' }, said] },
    ],
    ['a picture', { events: [event({ inlineData: { mimeType: 'image/png', data: '' } }, { text: 'x' })] }],
  ])('is not %s', (_, document) => {
    expect(readRun(document).caveats).toBeUndefined();
  });
});
