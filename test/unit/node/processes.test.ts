import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import { nodeProcesses } from '../../../src/node/processes.ts';
import type { ProcessOptions, ProcessResult } from '../../../src/ports.ts';
import { isRunning } from '../../support/processes.ts';

/** Runs a script in a Node of its own. */
function script(code: string, options: Partial<ProcessOptions> = {}, ...args: string[]) {
  return nodeProcesses().run([process.execPath, '-e', code, ...args], {
    env: process.env,
    timeout: 100_000,
    ...options,
  });
}

/**
 * Runs a script that starts a child, and whose time is up as soon as it has said so: not when a clock says so, which
 * a busy machine may do before the child is there.
 * @param options how the child is started
 * @returns what came of the script, and the process of the child, which would go on for ten minutes
 */
async function lateParent(options: object): Promise<{ result: ProcessResult; pid: number }> {
  const shown = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const pid = () => Number(shown.mock.calls.map(([piece]) => String(piece)).join(''));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const code = `const child = require('child_process').spawn('sleep', ['600'], ${JSON.stringify(options)});
      console.error(child.pid); setInterval(() => {}, 1000)`;
    const running = script(code, { timeout: 1000, isInteractive: true });
    await vi.waitUntil(pid, { timeout: 100_000 });
    vi.advanceTimersByTime(1000);
    return { result: await running, pid: pid() };
  } finally {
    vi.useRealTimers();
    shown.mockRestore();
  }
}

describe('nodeProcesses', () => {
  it('returns the output of a program, and its exit code', async () => {
    const code = `console.log('out'); console.error('err'); process.exitCode = 3`;
    expect(await script(code)).toEqual({ kind: 'exited', code: 3, stdout: 'out\n', stderr: 'err\n' });
  });

  it('passes arguments literally: there is no shell', async () => {
    const code = 'console.log(JSON.stringify(process.argv.slice(1)))';
    const result = await script(code, {}, '$(touch x)', '; ls', '*');
    expect(result).toMatchObject({ stdout: '["$(touch x)","; ls","*"]\n' });
  });

  it('runs in a folder, with the variables that it is given and no others', async () => {
    const code = 'console.log(process.cwd(), process.env.A, process.env.PATH)';
    const cwd = realpathSync(tmpdir());
    const result = await script(code, { cwd, env: { A: 'b', C: undefined } });
    expect(result).toMatchObject({ stdout: `${cwd} b undefined\n` });
  });

  it('says that there is no such program', async () => {
    const missing = nodeProcesses().run(['mcptest-no-such-program'], { env: process.env, timeout: 100_000 });
    expect(await missing).toEqual({ kind: 'not-found' });
  });

  it('ends a program that takes too long', async () => {
    expect(await script('setInterval(() => {}, 1000)', { timeout: 200 })).toMatchObject({
      kind: 'timed-out',
    });
  });

  it('kills a program whose answer is no longer needed', async () => {
    const stopping = new AbortController();
    const running = script('setInterval(() => {}, 1000)', { signal: stopping.signal });
    stopping.abort();
    expect(await running).toMatchObject({ kind: 'killed', signal: 'SIGKILL' });
  });

  it('does not wait for processes that the program has started', async () => {
    // one that waits is ended by the test runner
    expect((await lateParent({ stdio: 'inherit' })).result).toMatchObject({ kind: 'timed-out' });
  });

  it.runIf(process.platform !== 'win32')('does not wait for what has left its group, either', async () => {
    const { result, pid } = await lateParent({ stdio: 'inherit', detached: true });
    expect(result).toMatchObject({ kind: 'timed-out' });
    expect(isRunning(pid)).toBe(true);
    process.kill(pid, 'SIGKILL');
  });

  it.runIf(process.platform !== 'win32')('ends what that program has started, too', async () => {
    const { result, pid } = await lateParent({ stdio: 'ignore' });
    expect(result).toEqual({ kind: 'timed-out', stderr: `${pid}\n` });
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('ends a program that prints without end', async () => {
    const code = `const piece = 'a'.repeat(65536); const go = () => process.stdout.write(piece, go); go()`;
    expect(await script(code)).toMatchObject({ kind: 'killed' });
  });

  it.each([
    [true, 'err'],
    [false, ''],
  ])(
    'shows standard error of a running program only if it is interactive: %s',
    async (isInteractive, shown) => {
      const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
      const result = await script(`process.stderr.write('err')`, { isInteractive });
      const seen = written.mock.calls.map(([piece]) => String(piece)).join('');
      written.mockRestore();
      expect(seen).toBe(shown);
      expect(result).toMatchObject({ kind: 'exited', stderr: 'err' });
    },
  );

  it('distinguishes a killed program from one that failed', async () => {
    expect(await script(`process.kill(process.pid, 'SIGTERM')`)).toEqual({
      kind: 'killed',
      signal: 'SIGTERM',
      stderr: '',
    });
  });
});
