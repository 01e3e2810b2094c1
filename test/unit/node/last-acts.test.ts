import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..', '..');
const compiled = mkdtempSync(join(tmpdir(), 'mcptest-compiled-'));
// once, not in each program that a test starts
beforeAll(async () => {
  const input = ['processes', 'scratch-folder'].map((name) => join(root, 'src', 'node', `${name}.ts`));
  const bundle = await rolldown({ input, platform: 'node' });
  await bundle.write({ dir: compiled, entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' });
  await bundle.close();
});
afterAll(() => rmSync(compiled, { recursive: true }));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcptest-acts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const moduleAt = (name: string) => JSON.stringify(join(compiled, `${name}.mjs`));
const at = (name: string) => JSON.stringify(join(folder, name));

/** Starts a program that has lent a folder to a child that sleeps; `more` runs beside it. */
function start(more = '') {
  const sleeper = join(folder, 'sleeper.mjs');
  writeFileSync(
    sleeper,
    `import { renameSync, writeFileSync } from 'node:fs';
     writeFileSync(${at('pid.tmp')}, String(process.pid)); renameSync(${at('pid.tmp')}, ${at('pid')});
     for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']) process.on(signal, () => {});
     setInterval(() => {}, 1000);`,
  );
  const code = `
    import { existsSync } from 'node:fs';
    const { nodeProcesses } = await import(${moduleAt('processes')});
    const { withScratchFolder } = await import(${moduleAt('scratch-folder')});
    ${more}
    await withScratchFolder(${at('out')}, () =>
      nodeProcesses().run([process.execPath, ${JSON.stringify(sleeper)}], { env: process.env, timeout: 60_000 }));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.on('exit', (status, signal) => resolve(signal ?? status)));
  return { child, ended };
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const sleeping = async () => {
  await expect.poll(() => existsSync(join(folder, 'pid'))).toBe(true);
  return Number(readFileSync(join(folder, 'pid'), 'utf8'));
};
const left = () => readdirSync(folder).filter((name) => name.startsWith('out'));

describe('what a program has started or created', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)(
    'does not outlive it after %s',
    async (signal) => {
      const { child, ended } = start();
      const pid = await sleeping();
      expect(left()).toHaveLength(1);
      child.kill(signal);
      expect(await ended).toBe(signal);
      await expect.poll(() => isRunning(pid)).toBe(false);
      expect(left()).toEqual([]);
    },
  );

  it('does not outlive it when it exits by itself', async () => {
    const { ended } = start(`setInterval(() => { if (existsSync(${at('pid')})) process.exit(3); }, 50);`);
    const pid = await sleeping();
    expect(await ended).toBe(3);
    await expect.poll(() => isRunning(pid)).toBe(false);
    expect(left()).toEqual([]);
  });

  it('leaves the end to who else listens', async () => {
    const { child, ended } = start(`process.on('SIGINT', () => setTimeout(() => process.exit(9), 50));`);
    const pid = await sleeping();
    child.kill('SIGINT');
    expect(await ended).toBe(9);
    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});
