import { describe, expect, it } from 'vitest';
import { runCli } from '../../../support/run-cli.ts';

const RULES = `version: "1"
policies:
  - { name: no deletes, toolPattern: delete_*, action: deny }
  - { name: ask first, toolPattern: send_*, action: require_approval }
`;

const simulate = (tool: string, rules = RULES, ...flags: string[]) =>
  runCli(['gateway', 'simulate', '--policies', 'r.yml', '--tool', tool, ...flags], {
    files: { 'r.yml': rules },
  });

describe('gateway simulate', () => {
  it('warns about a name that only a hook or a proxy would deny', async () => {
    const { stdout, stderr, exitCode } = await simulate('Delete_user');
    expect(stdout).toMatch(/^ALLOW/);
    expect(stderr).toContain('`Delete_user` looks like a name that the rule `no deletes` denies');
    expect(exitCode).toBe(0);
    expect((await simulate('delete_user')).stderr).toBe('');
    expect((await simulate('read')).stderr).toBe('');
  });

  it('denies it where names are strict, and says why', async () => {
    const { stdout, stderr, exitCode } = await simulate('Delete_user', `names: strict\n${RULES}`, '--gate');
    expect(stdout).toContain('looks like a name that matches the pattern `delete_*`');
    expect(stderr).toBe('');
    expect(exitCode).toBe(1);
  });

  it('denies by default where the rule set says so', async () => {
    const { stdout, exitCode } = await simulate('read', `default: deny\n${RULES}`, '--gate');
    expect(stdout).toContain('no rule decides, and calls are denied by default');
    expect(exitCode).toBe(1);
  });

  it.each([
    ['send_mail', [], 1],
    ['send_mail', ['--on-hold', '1'], 1],
    ['send_mail', ['--on-hold', '0'], 0],
    ['delete_mail', ['--on-hold', '0'], 1],
    ['read', ['--on-hold', '1'], 0],
  ])('ends with the code that --on-hold says: %s %j %i', async (tool, flags, code) => {
    expect((await simulate(tool, RULES, '--gate', ...flags)).exitCode).toBe(code);
  });

  it('takes no --on-hold without --gate', async () => {
    const { stderr, exitCode } = await simulate('send_mail', RULES, '--on-hold', '0');
    expect(stderr).toContain('--on-hold has no effect without --gate');
    expect(exitCode).toBe(2);
  });
});
