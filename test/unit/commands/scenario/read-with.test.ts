import { expect, it } from 'vitest';
import type { ScenarioReport } from '../../../../src/features/scenario/judge/report-schema.ts';
import { runCli } from '../../../support/run-cli.ts';

const rows = (text: string, isSidechain: boolean) =>
  [
    { type: 'user', isSidechain, sessionId: 's1', message: { role: 'user', content: 'go' } },
    {
      type: 'assistant',
      isSidechain,
      sessionId: 's1',
      message: { id: text, role: 'assistant', content: [{ type: 'text', text }] },
    },
  ]
    .map((row) => `${JSON.stringify(row)}\n`)
    .join('');

const SUITE =
  'scenarios: [{ name: s, cassette: agent.jsonl, transitions: [{ tool: "*" }], expect: [{ target: actions, matcher: { min: 1 } }] }]';
const FILES = {
  'in/agent.jsonl': rows('done', false),
  'in/agent-broken.jsonl': rows('part', true),
  'in/suite.yml': SUITE,
};
const ALONE = { 'in/agent.jsonl': FILES['in/agent.jsonl'], 'in/suite.yml': SUITE };

it('`cassette show` names the files that it read with a session', async () => {
  const { stdout } = await runCli(['cassette', 'show', 'in/agent.jsonl'], { files: FILES });
  expect(stdout).toMatch(/^ {2}with +in\/agent-broken\.jsonl$/m);
  const alone = await runCli(['cassette', 'show', 'in/agent.jsonl'], { files: ALONE });
  expect(alone.stdout).toContain('read as');
  expect(alone.stdout).not.toMatch(/^ {2}with /m);
});

it('the report of a scenario names the files that it read with a session, in each format', async () => {
  const run = async (files: Record<string, string>, format: string) =>
    (await runCli(['scenario', 'run', 'in/suite.yml', '--format', format], { files })).stdout;
  const { scenarios } = JSON.parse(await run(FILES, 'json')) as ScenarioReport;
  expect(scenarios).toMatchObject([{ cassette: 'agent.jsonl', read_with: ['agent-broken.jsonl'] }]);
  for (const format of ['pretty', 'markdown', 'html']) {
    expect(await run(FILES, format)).toMatch(/files read with the recording/i);
    expect(await run(FILES, format)).toContain('agent-broken.jsonl');
    expect(await run(ALONE, format)).not.toMatch(/files read with/i);
  }
});
