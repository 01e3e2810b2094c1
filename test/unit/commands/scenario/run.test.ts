import { describe, expect, it } from 'vitest';
import { runCli } from '../../../support/run-cli.ts';

const SUITE =
  'scenarios: [{ name: s, cassette: runs.json, transitions: [{ tool: "*" }], expect: [{ target: actions, matcher: { min: 1 } }] }]';
const acts = { turns: [{ tool_calls: [{ name: 'a', result: 1 }], final_response: 'done' }] };
const idles = { turns: [{ tool_calls: [], final_response: 'done' }] };

const run = (...runs: object[]) =>
  runCli(['scenario', 'run', 's.yml', '--json'], {
    files: { 's.yml': SUITE, 'runs.json': JSON.stringify(runs) },
  });

describe('a recording that is given twice', () => {
  it('is not a second trial, and the scenario cannot be judged', async () => {
    const { exitCode, stderr } = await run(acts, acts);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('runs.json#/1: error: is the same recording as `runs.json#/0`');
  });

  it('leaves the answer to a scenario that fails without it', async () => {
    const { exitCode, stderr, stdout } = await run(acts, idles, acts);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('runs.json#/2: warning: is the same recording as `runs.json#/0`');
    expect(JSON.parse(stdout).scenarios[0].trials).toMatchObject({ total: 2, passed: 1 });
  });
});
