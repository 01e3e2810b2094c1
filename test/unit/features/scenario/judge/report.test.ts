import { expect, it } from 'vitest';
import { runCli } from '../../../../support/run-cli.ts';

it.each([['fail.json, nope.json'], ['nope.json, fail.json']])(
  'says of the trials %s that one could not be read',
  async (cassettes) => {
    const { exitCode, stdout } = await runCli(['scenario', 'run', 'suite.yml', '--format', 'json'], {
      files: {
        'suite.yml': `scenarios:\n  - {name: a, cassette: [${cassettes}], expect_state: {x: 1}}\n`,
        'fail.json': '{"turns":[{"final_response":"done"}]}',
      },
    });
    expect(exitCode).toBe(2);
    const { counts, scenarios } = JSON.parse(stdout);
    expect(counts).toEqual({ total: 1, passed: 0, failed: 0, error: 1 });
    expect(scenarios[0]).toMatchObject({
      passed: false,
      cassette: 'nope.json',
      trials: { total: 2, passed: 0 },
    });
    expect(scenarios[0].error).toContain('cannot be read');
  },
);

it.each([
  ['args: {id: 100000000000000000000}', 1],
  ['args: {id: 5}', 0],
])('forbids a call whose argument is a large number: %s', async (condition, violations) => {
  const { stdout } = await runCli(['scenario', 'run', 'suite.yml', '--format', 'json'], {
    files: {
      'suite.yml': `scenarios:\n  - {name: a, cassette: r.json, transitions: [{tool: a}], forbidden: [{tool: a, reason: r, ${condition}}]}\n`,
      'r.json': '{"turns":[{"tool_calls":[{"name":"a","args":{"id":100000000000000000000},"result":""}]}]}',
    },
  });
  expect(JSON.parse(stdout).scenarios[0].report.forbidden_transitions).toBe(violations);
});
