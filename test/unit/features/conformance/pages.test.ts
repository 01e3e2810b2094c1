import { describe, expect, it } from 'vitest';
import { type EraRun, runEra } from '../../../../src/features/conformance/run-era.ts';
import { TOOLS } from '../../../support/conforming-server.mjs';
import { MemoryPeer } from '../../../support/memory-peer.ts';
import { runCli } from '../../../support/run-cli.ts';

/** Checks a server in the legacy era. */
function checked(
  tools: readonly object[],
  faults: readonly string[],
  breathe = async () => {},
  capabilities?: object,
): Promise<EraRun> {
  const open = () => new MemoryPeer({ tools, faults, ...(capabilities && { capabilities }) });
  return runEra('legacy', { transport: 'stdio', url: '', open, breathe });
}

const plain = (name: string) => ({ name, inputSchema: { type: 'object' } });

describe('the pages of a list', () => {
  it('may not repeat a tool', async () => {
    const { verdicts } = await checked([...TOOLS, TOOLS[0] as object], ['pages']);
    expect(verdicts.of('paging')).toMatchObject({ status: 'fail', message: '`get_sum` is on two pages' });
    const named = await checked([...TOOLS, { ...TOOLS[0], description: 'another' }], ['pages']);
    expect(named.verdicts.of('paging')).toEqual({ status: 'pass' });
    expect(named.verdicts.of('tool-names-unique')).toMatchObject({ status: 'fail' });
  });

  it('are named where an undeclared list could not be read', async () => {
    const { verdicts } = await checked(TOOLS, ['any-method'], undefined, { tools: {} });
    expect(verdicts.of('prompts-declared')).toEqual({
      status: 'skip',
      reason: 'not-verified',
      message: 'prompts/list: `prompts` is not a list of objects',
    });
  });

  it('show nothing of cursors if there is one', async () => {
    const { verdicts } = await checked(TOOLS, []);
    const skipped = { status: 'skip', reason: 'not-declared' };
    expect(verdicts.of('paging')).toMatchObject(skipped);
    expect(verdicts.of('invalid-cursor')).toMatchObject(skipped);
  });

  it('are read up to 10000 tools', async () => {
    const tools = Array.from({ length: 10_001 }, () => plain('a'));
    let looked = 0;
    const { verdicts } = await checked(tools, [], async () => void looked++);
    expect(verdicts.of('paging')).toMatchObject({
      status: 'fail',
      message: 'there are more than 10000 tools',
    });
    expect(looked).toBe(10_000);
  });
});

describe('an interrupt', () => {
  it('ends the reading of a long list', async () => {
    const stopped = new Error('stopped');
    let looked = 0;
    const tools = ['a', 'b', 'c', 'd'].map(plain);
    const run = checked(tools, [], async () => {
      if (++looked === 2) throw stopped;
    });
    await expect(run).rejects.toBe(stopped);
    expect(looked).toBe(2);
  });
});

describe('--out', () => {
  it('overwrites neither the expected failures nor the program of the server', async () => {
    const files = { 'may-fail.yml': 'server: []\n', 'server.mjs': '' };
    for (const out of ['may-fail.yml', 'server.mjs']) {
      const flags = ['--expected-failures', 'may-fail.yml', '--out', out];
      const found = await runCli(['conformance', 'run', ...flags, '--', 'no-such-program', 'server.mjs'], {
        files,
      });
      expect(found.exitCode).toBe(2);
      expect(found.stderr).toContain('and is left unchanged');
    }
  });
});
