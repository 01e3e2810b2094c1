import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../../support/run-cli.ts';

const server = join(import.meta.dirname, '../../../support/stdio-server.mjs');
const tools = ['find_book', 'lend_book'].map((name) => ({ name, inputSchema: { type: 'object' } }));
const command = [process.execPath, server, JSON.stringify({ tools })];

describe('mcptest snapshot', () => {
  it('writes the tools of a server, which diff and classify read', async () => {
    const taken = await runCli(['snapshot', '--out', 'tools.json', '--', ...command]);
    expect(taken).toMatchObject({ exitCode: 0, stdout: '' });
    expect(taken.stderr).toContain('wrote 2 tools to tools.json');
    const files = { 'tools.json': taken.files['tools.json'] ?? '' };
    expect(JSON.parse(files['tools.json'])).toEqual({ tools });

    const same = await runCli(['diff', '--fail-on', 'any', 'tools.json', 'tools.json'], { files });
    expect(same).toMatchObject({ exitCode: 0 });
    const fewer = { ...files, 'fewer.json': JSON.stringify({ tools: tools.slice(1) }) };
    const gone = await runCli(['diff', '--fail-on', 'breaking', 'tools.json', 'fewer.json'], {
      files: fewer,
    });
    expect(gone).toMatchObject({ exitCode: 1 });
    expect(gone.stdout).toContain('[tool-removed]');
    expect(await runCli(['exec-policy', 'classify', 'tools.json'], { files })).toMatchObject({ exitCode: 0 });
  });

  it('prints the list without --out', async () => {
    const { exitCode, stdout } = await runCli(['snapshot', '--', ...command]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ tools });
  });
});
