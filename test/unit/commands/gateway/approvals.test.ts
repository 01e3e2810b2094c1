import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HeldCalls } from '../../../../src/commands/gateway/held-calls.ts';
import { openApprovalsFolder } from '../../../../src/node/approvals-folder.ts';
import { sha256 } from '../../../../src/node/sha256.ts';
import { callToHold, HELD_AT } from '../../../support/held-samples.ts';
import { runCli } from '../../../support/run-cli.ts';

let scratch = '';
const folder = () => join(scratch, 'approvals');
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'mcptest-approvals-'));
});
afterEach(() => rmSync(scratch, { recursive: true }));

const calls = () => new HeldCalls(openApprovalsFolder(folder()), sha256);
const hold = (given: Parameters<typeof callToHold>[0] = {}) => calls().hold(callToHold(given)).id;
const run = (...args: string[]) => {
  const now = args.includes('--now') ? [] : ['--now', '2026-06-01T12:01:00Z'];
  return runCli(['gateway', 'approvals', ...args, '--approvals-dir', folder(), ...now], {
    approvals: openApprovalsFolder,
    env: { USER: 'ann' },
  });
};

describe('gateway approvals', () => {
  it('lists what is held, and says when nothing is', async () => {
    expect(await run('list')).toMatchObject({ exitCode: 0, stdout: 'no calls are held\n' });
    const id = hold();
    const { stdout, exitCode } = await run('list');
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`${id}  pending  db.write  pg      -      Hold writes  2026-06-01T12:15:00Z`);
    expect(stdout).toContain('{"table":"users"}');
  });

  it('leaves out what is over, unless --all is given', async () => {
    const id = hold();
    calls().end(id, { end: 'abandoned', at: HELD_AT });
    expect((await run('list')).stdout).toBe('no calls are held\n');
    expect((await run('list', '--all')).stdout).toContain(`${id}  abandoned`);
    const later = hold({ tool: 'x' });
    expect((await run('list', '--all', '--now', '2026-06-01T12:15:00Z')).stdout).toContain(
      `${later}  expired`,
    );
  });

  it('approves a call, and tells whoever comes second', async () => {
    const id = hold();
    const first = await run('approve', id);
    expect(first).toMatchObject({ exitCode: 0 });
    expect(first.stdout).toBe(
      `${id} approved: \`db.write\` may run once, with these arguments, until 2026-06-01T12:16:00Z\n`,
    );
    const second = await run('deny', id);
    expect(second.exitCode).toBe(2);
    expect(second.stderr).toContain(`the call \`${id}\` was approved by \`ann\` at 2026-06-01T12:01:00Z`);
    expect(calls().useDecision(callToHold(), HELD_AT + 70_000)).toMatchObject({
      verdict: 'approved',
      by: 'ann',
    });
    expect((await run('approve', id)).stderr).toContain('was approved by `ann`');
  });

  it('denies a call', async () => {
    const id = hold();
    expect((await run('deny', id)).stdout).toBe(`${id} denied: \`db.write\` does not run\n`);
    expect(calls().useDecision(callToHold(), HELD_AT + 70_000)?.verdict).toBe('denied');
  });

  it('refuses to decide what has expired, was withdrawn, or is not there', async () => {
    const id = hold();
    const late = await run('approve', id, '--now', '2026-06-01T12:15:00Z');
    expect(late).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('expired at 2026-06-01T12:15:00Z'),
    });
    calls().end(id, { end: 'abandoned', at: HELD_AT + 1000 });
    expect((await run('approve', id)).stderr).toContain(
      'was withdrawn by its client at 2026-06-01T12:00:01Z',
    );
    for (const other of ['0000000000000000', '../../etc/passwd', `${id}.json`]) {
      const { exitCode, stderr } = await run('approve', other);
      expect(exitCode).toBe(2);
      expect(stderr).toContain('is held');
    }
  });

  it('shows a call with all that is known, and escapes what strangers wrote', async () => {
    const id = hold({ tool: 'db\u001b[31m', reason: 'a\nb', arguments: { note: '\u202eevil\u0007' } });
    const { stdout } = await run('show', id);
    expect(stdout).toContain('db\\u001b[31m');
    expect(stdout).toContain('a\\nb');
    expect(stdout).toContain('{"note":"\\u202eevil\\u0007"}');
    expect((await run('list')).stdout).not.toMatch(/[\u001b\u202e\u0007]/);
  });

  it('prints JSON', async () => {
    const id = hold({ agent: 'bot', session: 's1' });
    const { stdout } = await run('show', id, '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({
      schema_version: 'mcptest.dev/approvals/v1',
      approvals: [
        { id, state: 'pending', agent: 'bot', session: 's1', usable_until: '2026-06-01T12:15:00Z' },
      ],
    });
    const listed = JSON.parse((await run('list', '--json')).stdout);
    expect({ ...listed, details: true }).toEqual(JSON.parse(stdout));
  });

  it('exits 2 when a file is damaged, and lists the others', async () => {
    const id = hold();
    writeFileSync(join(folder(), '00000000ffffffff.json'), '{');
    const { exitCode, stdout, stderr } = await run('list');
    expect(exitCode).toBe(2);
    expect(stdout).toContain(id);
    expect(stderr).toContain('00000000ffffffff.json');
  });
});
