import { describe, expect, it } from 'vitest';
import { callsOf, readRun, refusalOfRun, warningsOf } from '../../../support/cassettes.ts';

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
    ['in a key of a message', { did: { fn: 'free', a: { berth: 'B7' } } }],
    ['in a JSON text', { did: JSON.stringify({ fn: 'free', a: { berth: 'B7' } }) }],
  ])('may be a pair of the name of a tool and an object, under any keys: %s', async (_, more) => {
    const called = { id: 'c', type: 'function', function: { name: 'free', arguments: '{"berth":"B8"}' } };
    const chat = (keys: object) => [
      { role: 'user', content: 'u' },
      { role: 'assistant', content: null, tool_calls: [called] },
      { role: 'tool', tool_call_id: 'c', content: 'ok' },
      { role: 'assistant', content: 'Done.', ...keys },
    ];
    expect(await refusalOfRun(chat(more))).toContain('looks like a tool call');
    // no tool of that name was called
    expect(callsOf(readRun(chat({ did: { path: 'readme', range: { start: 1 } } })))).toHaveLength(1);
  });

  it('may be under a key next to a text and an empty list of calls', () => {
    const chat = (more: object) => [
      { role: 'user', content: 'u' },
      { role: 'assistant', content: 'I free it.', ...more },
    ];
    const unread = chat({ tool_calls: [], did: ['free', { berth: 'B7' }] });
    expect(warningsOf(unread).join()).toContain('looks like a call: `did of a message`');
    expect(readRun(unread).caveats).toEqual(['unread-calls']);
    expect(readRun(chat({ tool_calls: [], response_metadata: { id: 'x' } })).caveats).toBeUndefined();
    expect(readRun(chat({ did: ['free', { berth: 'B7' }] })).caveats).toBeUndefined();
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
    [
      'names of tools in a part of ADK',
      { events: [event({ functionCalls: ['wipe'] }, { text: 'x' })] },
      'looks like a tool call',
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

const args = { berth: 'B7' };
const asked = { role: 'user', content: 'Free B7.' };
const answered = { role: 'assistant', content: 'It is free.' };

// the recording is complete but for this value, which no format knows
const beside = (value: unknown) => [asked, { ...answered, xnote: value }];

describe('a call under a key that is not known', () => {
  it.each([
    ['the text of a call', JSON.stringify({ name: 'wipe', arguments: args })],
    ['the text of a call on several lines', `\n${JSON.stringify({ name: 'wipe', args }, null, 2)}\n`],
    [
      'the text of a call of OpenAI',
      JSON.stringify({ id: 'c', type: 'function', function: { name: 'wipe', arguments: '{}' } }),
    ],
    [
      'the text of a list of blocks',
      JSON.stringify([{ type: 'tool_use', id: 'c', name: 'wipe', input: {} }]),
    ],
    ['the text of an object around calls', JSON.stringify({ tool_calls: [{ name: 'wipe', args }] })],
    ['a text in a text', JSON.stringify({ body: JSON.stringify({ name: 'wipe', args }) })],
    ['a text in a list', { did: [JSON.stringify({ name: 'wipe', args })] }],
    ['a method and its params', { method: 'wipe', params: args }],
    ['a skill and its input', { skill: 'wipe', input: args }],
    ['an api and its arguments', { api: 'wipe', arguments: args }],
    ['an operation in short words', { op: 'wipe', with: args }],
    ['a name and a body', { name: 'wipe', body: args }],
    ['arguments that say that they are JSON', { name: 'wipe', arguments_json: JSON.stringify(args) }],
  ])('is refused as %s', async (_, value) => {
    expect(await refusalOfRun(beside(value))).toContain('looks like a tool call');
  });

  it.each([
    ['a text that repeats a call by its id', { body: JSON.stringify({ messages: [called('c1')] }) }],
    ['a request of HTTP', { method: 'POST', body: { berth: 'B7' } }],
    ['a message of MCP that calls no tool', { method: 'initialize', params: args }],
    ['a definition without parameters', { name: 'wipe', description: 'Wipes.', parameters: {} }],
    [
      'a definition whose parameters are listed',
      { name: 'wipe', description: 'Wipes.', parameters: { berth: { type: 'string' } } },
    ],
    ['a text that is no JSON', '{berth B7 is free, name: wipe}'],
    [
      'a record that has a method among much else',
      { method: 'wipe', params: args, a: 1, b: 2, c: 3, d: 4, e: 5 },
    ],
    ['settings', { settings: { name: 'harbour', parameters: args }, scorers: [{ name: 'exact', args }] }],
    ['what is said', { text: JSON.stringify({ name: 'wipe', args }) }],
  ])('is not %s', (_, value) => {
    const { turns } = readRun([
      asked,
      called('c1'),
      { role: 'tool', tool_call_id: 'c1', content: 'ok' },
      ...beside(value),
    ]);
    expect(turns.flatMap(({ tool_calls }) => tool_calls)).toHaveLength(1);
  });

  it.each([
    ['an agent', { agent: { name: 'harbour', args } }],
    [
      'metadata',
      { metadata: { solver: { name: 'plan', parameters: args }, text: JSON.stringify({ name: 'x', args }) } },
    ],
    [
      'tools',
      {
        tools: [
          { type: 'function', name: 'wipe', parameters: {} },
          { name: 'wipe', input: {} },
        ],
      },
    ],
    ['tools with their schemas', { tools: [{ name: 'wipe', inputSchema: {}, parameters: {} }] }],
  ])('is not what a run says of itself: %s', (_, value) => {
    expect(readRun({ messages: [asked, answered], ...value }).turns).toHaveLength(1);
  });

  it('is one among settings if it says so', async () => {
    const call = { type: 'tool_use', name: 'wipe', input: args };
    expect(await refusalOfRun({ messages: [asked, answered], metadata: { call } })).toContain(
      'looks like a tool call',
    );
  });

  it.each(['tool_call', 'calls', 'actions', 'message', 'raw_response', 'toolCalls', 'x'])(
    'is refused in our own form as text: %s',
    async (key) => {
      const turn = { user: 'u', final_response: 'x', [key]: JSON.stringify([{ name: 'wipe', args }]) };
      expect(await refusalOfRun({ turns: [turn] })).toMatch(new RegExp(`${key}|tool call`));
    },
  );
});

function called(id: string) {
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name: 'free_berth', arguments: JSON.stringify(args) } }],
  };
}

describe('a call that the agent wrote as text', () => {
  const call = { name: 'wipe', arguments: args };
  const texts: [string, string][] = [
    ['the JSON of a call', JSON.stringify(call)],
    ['the JSON of blocks', JSON.stringify([{ type: 'tool_use', id: 'c', name: 'wipe', input: args }])],
    ['a fence at the end', `I wipe it.\n\n\`\`\`json\n${JSON.stringify(call, null, 2)}\n\`\`\`\n`],
  ];
  const answer = { role: 'tool', tool_call_id: 'c1', content: 'ok' };

  it.each(texts)('is acting through text where no call is recorded: %s', (_, content) => {
    expect(readRun([asked, { role: 'assistant', content }]).caveats).toEqual(['acts-in-text']);
  });

  it.each(texts)('is a call that is not read next to others: %s', (_, content) => {
    const alone = [asked, called('c1'), answer, { role: 'assistant', content }];
    expect(readRun(alone).caveats).toEqual(['unread-calls']);
    expect(readRun([asked, { ...called('c1'), content }, answer, answered]).caveats).toEqual([
      'unread-calls',
    ]);
  });

  it('is none in a text about calls', () => {
    const content = `${'A call has a name and arguments. '.repeat(12)}\n\`\`\`json\n${JSON.stringify(call)}\n\`\`\`\n`;
    expect(readRun([asked, called('c1'), answer, { role: 'assistant', content }]).caveats).toBeUndefined();
  });
});

describe('a message of the agent in which nothing is known', () => {
  const did = { wipe: args };
  const user = { type: 'user', uuid: 'u1', parentUuid: null, message: asked };
  it.each([
    [
      'Claude Code',
      [
        user,
        {
          type: 'assistant',
          uuid: 'a1',
          parentUuid: 'u1',
          message: { id: 'm', role: 'assistant', content: [], did },
        },
      ],
    ],
    [
      'Pydantic AI',
      [
        { kind: 'request', parts: [] },
        { kind: 'response', parts: [], did },
      ],
    ],
    ['the AI SDK', [{ id: 'm', role: 'assistant', parts: [{ type: 'step-start' }], did }]],
    ['Copilot CLI', [{ type: 'assistant.message', id: 'e', data: { content: '', toolRequests: [], did } }]],
  ])('is refused with the keys under which a call may be: %s', async (_, document) => {
    expect(await refusalOfRun(document)).toContain('`did`');
  });
});

it('reads data parts of the AI SDK, whatever is in them', () => {
  const data = { type: 'data-progress', data: { name: 'wipe', input: args } };
  const message = {
    id: 'm',
    role: 'assistant',
    parts: [{ type: 'step-start' }, data, { type: 'text', text: 'x' }],
  };
  expect(readRun([message]).turns).toEqual([{ tool_calls: [], final_response: 'x' }]);
  // they are the program's own, and may be calls all the same
  expect(warningsOf([message]).join()).toContain('looks like a call: `parts of type data-progress`');
});

it('reads a call of Gemini CLI to a sub-agent that called nothing', () => {
  const call = (recentActivity: object[]) => ({
    sessionId: 's',
    projectHash: 'p',
    messages: [
      {
        id: 'm',
        type: 'gemini',
        content: '',
        toolCalls: [
          {
            id: 'a',
            name: 'ask',
            args,
            status: 'success',
            result: [],
            resultDisplay: { isSubagentProgress: true, recentActivity },
          },
        ],
      },
    ],
  });
  expect(readRun(call([])).caveats).toBeUndefined();
  expect(readRun(call([{ type: 'tool_call' }])).caveats).toEqual(['unread-calls']);
});

// a file of several runs says more than its runs
describe('what looks like a call next to the list of runs', () => {
  const messages = [
    { role: 'user', content: 'u' },
    { role: 'assistant', content: 'x' },
  ];
  const wipe = { name: 'wipe', arguments: { berth: 'B7' } };
  const simulations = [{ messages, termination_reason: 'user_stop' }];
  const samples = [{ messages, epoch: 1 }];
  const part = (text: string) => ({ parts: [{ text }] });
  const eval_cases = [
    { eval_id: 'e', conversation: [{ user_content: part('u'), final_response: part('x') }] },
  ];

  it.each([
    ['of tau2-bench', { simulations, info: { last: wipe } }],
    ['of Inspect', { samples, stats: { last: wipe } }],
    ['of Inspect, in the facts of the evaluation', { samples, eval: { model: 'm', last: wipe } }],
    ['of ADK', { eval_cases, last: wipe }],
  ])('is refused: %s', async (_, document) => {
    expect(await refusalOfRun(document)).toContain('looks like a tool call');
  });

  it('is refused when it is a recording of its own', async () => {
    expect(await refusalOfRun({ eval_cases, tool_calls: [wipe] })).toContain('is given in addition to');
  });

  it.each([
    ['what should be done', { simulations, tasks: [{ evaluation_criteria: { actions: [wipe] } }] }],
    [
      'settings',
      {
        samples,
        eval: { model: 'm', config: { approval: { approvers: [{ name: 'auto', params: {} }] } } },
        plan: { steps: [{ solver: 'use_tools', params: { tools: [{ name: 'x', params: {} }] } }] },
        results: { scores: [{ name: 'accuracy', params: { all: true } }] },
      },
    ],
  ])('is allowed when it is %s', (_, document) => {
    expect(readRun(document).turns).toHaveLength(1);
  });
});
