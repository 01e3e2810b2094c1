import { describe, expect, it } from 'vitest';
import type { EventReader } from '../../../../../../src/artifacts/cassette/events/event-reader.ts';
import { agentFilesOf } from '../../../../../../src/artifacts/cassette/formats/claude-code/agent-files.ts';
import { Agents, SOME_AGENT } from '../../../../../../src/artifacts/cassette/formats/claude-code/agents.ts';
import type { RecordedCall } from '../../../../../../src/artifacts/cassette/model.ts';
import { memoryFiles } from '../../../../../support/memory-files.ts';

const call = (name: string, agent?: string): RecordedCall => ({
  name,
  args: {},
  is_error: false,
  ...(agent !== undefined && { agent }),
});
const namesIn = (turns: readonly { tool_calls: readonly RecordedCall[] }[]) =>
  turns.map(({ tool_calls }) =>
    tool_calls.map(({ name, agent }) => (agent === undefined ? name : `${name} of ${agent}`)).join(', '),
  );

describe('the sub-agents of a session', () => {
  it('put their calls after the call that started them, one that started another included', () => {
    const agents = new Agents();
    const [first, second] = [call('Task'), call('Agent', 'a')];
    agents.started('1', { name: 'Task', input: { subagent_type: 'scout' } }, first);
    agents.started('2', { name: 'Agent', input: { name: 'helper' } }, second);
    agents.started('3', { name: 'Read', input: { subagent_type: 'none' } }, call('Read'));
    agents.link('a', '1');
    agents.link('b', '2');
    agents.link('c', 7);
    const turns = [{ tool_calls: [first, call('Read')] }, { tool_calls: [call('Write')] }];
    const files = [
      { agent: 'b', calls: [call('drop', 'b')] },
      { agent: 'a', calls: [second] },
      { agent: 'c', calls: [call('lost', 'c')] },
      { agent: 'idle', calls: [] },
    ];
    expect(namesIn(agents.merge(turns, files))).toEqual([
      'Task, Agent of scout, drop of helper, Read',
      'Write, lost of c',
    ]);
  });

  it('make a turn of their own in a session without one', () => {
    expect(namesIn(new Agents().merge([], [{ agent: 'a', calls: [call('drop', 'a')] }]))).toEqual([
      'drop of a',
    ]);
    expect(new Agents().merge([], [])).toEqual([]);
  });

  it.each([
    ['a text', 'scout'],
    ['nothing', undefined],
    ['no kind', {}],
    ['an empty kind', { subagent_type: '' }],
    ['a number as kind', { subagent_type: 7 }],
  ])('keep their identifiers when the call that started them holds %s', (_, input) => {
    const agents = new Agents();
    const start = call('Task');
    agents.started('1', { name: 'Task', input }, start);
    agents.link('a', '1');
    const files = [{ agent: 'a', calls: [call('drop', 'a')] }];
    expect(namesIn(agents.merge([{ tool_calls: [start] }], files))).toEqual(['Task, drop of a']);
  });

  it('are lost when the session says that they called tools and none of them was read', () => {
    const lostOf = (see: (agents: Agents) => void) => {
      const agents = new Agents();
      agents.ended('1', { agentId: 'a', totalToolUseCount: 2 });
      agents.ended('2', { totalToolUseCount: 1 });
      agents.ended('3', { agentId: 'c', totalToolUseCount: 0 });
      agents.ended('4', 'a text');
      agents.ended(5, { agentId: 'e', totalToolUseCount: 1 });
      see(agents);
      const lost: string[] = [];
      agents.noteLost({ unread: (what: string) => void lost.push(what) } as unknown as EventReader);
      return lost;
    };
    expect(lostOf(() => {})).toEqual(['a', '2']);
    expect(lostOf((agents) => agents.saw('a'))).toEqual(['2']);
    expect(lostOf((agents) => agents.saw('1'))).toEqual(['2']);
    expect(lostOf((agents) => agents.saw('2'))).toEqual(['a']);
    expect(lostOf((agents) => agents.saw(SOME_AGENT))).toEqual([]);
  });
});

describe('the files of sub-agents', () => {
  const FILES = {
    's1.jsonl': '',
    's1/subagents/agent-a.jsonl': '',
    's1/subagents/notes.md': '',
    'agent-b.jsonl': '{"sessionId":"s1"}\n{"sessionId":"s2"}\n',
    'agent-c.jsonl': '{"sessionId":"s2"}\n',
    'agent-d.jsonl': 'no JSON\n',
    'agent-e.jsonl': '7\n',
    'agent-f.jsonl': '',
  };

  it('are those in the folder of the session, and those beside it that name it', async () => {
    const found = await agentFilesOf('s1.jsonl', { sessionId: 's1' }, memoryFiles(FILES));
    expect(found).toEqual(['s1/subagents/agent-a.jsonl', 'agent-b.jsonl']);
  });

  it('are found in another folder, too', async () => {
    const files = Object.fromEntries(Object.entries(FILES).map(([path, text]) => [`in/${path}`, text]));
    const found = await agentFilesOf('in/s1.jsonl', { sessionId: 's1' }, memoryFiles(files));
    expect(found).toEqual(['in/s1/subagents/agent-a.jsonl', 'in/agent-b.jsonl']);
  });

  it.each([
    ['is no session', 's1.json', {}],
    ['is the file of a sub-agent', 'agent-b.jsonl', { sessionId: 's1' }],
    ['has the rows of a sub-agent', 's1.jsonl', { sessionId: 's1', isSidechain: true }],
  ])('are none for a file that %s', async (_, file, row) => {
    expect(await agentFilesOf(file, row, memoryFiles(FILES))).toEqual([]);
  });

  it('beside a session are left out when its rows name none', async () => {
    expect(await agentFilesOf('s1.jsonl', {}, memoryFiles(FILES))).toEqual(['s1/subagents/agent-a.jsonl']);
  });
});
