import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runCli } from '../../../support/run-cli.ts';

const server = join(import.meta.dirname, '../../../support/stdio-server.mjs');
const tools = ['find_book', 'delete_book'].map((name) => ({ name, inputSchema: { type: 'object' } }));
const command = [process.execPath, server, JSON.stringify({ tools })];

describe('mcptest init', () => {
  it('writes a suite, a policy and a CI job that fit each other', async () => {
    const { exitCode, files, stdout } = await runCli(['init', '--', ...command]);
    expect(exitCode).toBe(0);
    expect(Object.keys(files).sort()).toEqual(['.github/workflows/mcptest.yml', 'mcptest.yml', 'policy.yml']);
    const suite = parse(files['mcptest.yml'] ?? '') as { server: object; tests: { skip?: boolean }[] };
    expect(suite.server).toEqual({ command: command[0], args: command.slice(1) });
    expect(suite.tests.some(({ skip }) => skip)).toBe(true);
    const { jobs } = parse(files['.github/workflows/mcptest.yml'] ?? '') as {
      jobs: { mcptest: { steps: { run?: string }[] } };
    };
    const lines = jobs.mcptest.steps.flatMap(({ run }) => run ?? []);
    const typed = stdout.split('\n').flatMap((line) => /^ {2}mcptest (.*)$/.exec(line)?.[1] ?? []);
    // the job runs what the user is told to type, and annotates what failed
    expect(typed.map((line) => `./node_modules/.bin/mcptest ${line}`)).toEqual(
      lines.slice(1).map((line) => line.replace(' --format github', '')),
    );
    expect(lines[1]).toContain('mcptest run --format github ');

    const policy = { files: { 'policy.yml': files['policy.yml'] ?? '' } };
    expect(await runCli(['policy', 'check', 'policy.yml'], policy)).toMatchObject({ exitCode: 0 });
    const ran = await runCli((typed[0] ?? '').split(' '), { files });
    expect([0, 1]).toContain(ran.exitCode);
    const gate = await runCli((typed[1] ?? '').split(' '), { files: ran.files });
    expect(gate.exitCode).toBe(ran.exitCode);
  });

  it('writes a job for GitLab, or none', async () => {
    const gitlab = await runCli(['init', '--ci', 'gitlab', '--', ...command]);
    expect(parse(gitlab.files['.gitlab-ci.yml'] ?? '')).toHaveProperty('mcptest.script');
    const none = await runCli(['init', '--ci', 'none', '--', ...command]);
    expect(Object.keys(none.files).sort()).toEqual(['mcptest.yml', 'policy.yml']);
  });

  it('overwrites nothing, and starts nothing then', async () => {
    const files = { 'policy.yml': 'mine' };
    const refused = await runCli(['init', '--', './no-such-server'], { files });
    expect(refused).toMatchObject({ exitCode: 2, files });
    expect(refused.stderr).toContain('policy.yml: error: already exists');
  });
});
