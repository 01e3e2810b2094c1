import { existsSync, linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { refuseOverwriting } from '../../../src/commands/refuse-overwriting.ts';
import { InputError } from '../../../src/errors.ts';
import type { Target } from '../../../src/mcp/target.ts';
import { nodeFiles } from '../../../src/node/files.ts';
import { runCli } from '../../support/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'mcptest-overwriting-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, 'below'));
for (const name of ['server.js', 'data.json']) writeFileSync(join(folder, name), '{}');
symlinkSync(join(folder, 'server.js'), join(folder, 'link.js'));
linkSync(join(folder, 'data.json'), join(folder, 'hard.json'));

/** What is refused of an output, with a server that is started in the folder. */
function refused(output: string, args: readonly string[], more: Partial<Target> = {}): string | undefined {
  const target = { kind: 'stdio', command: 'node', args, cwd: folder, ...more } as Target;
  try {
    const path = output.startsWith('-') ? output : join(folder, output);
    refuseOverwriting(
      [undefined, path],
      { inputs: [join(folder, 'data.json')], targets: [target] },
      nodeFiles(),
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.diagnostics.map(({ message }) => message).join();
  }
}

const COMMAND = 'is named in the command of the server, and is left unchanged';

describe('an output', () => {
  it.each([
    ['server.js', ['server.js']],
    ['link.js', ['server.js']],
    ['server.js', ['below/../link.js']],
    ['server.js', [join(folder, 'server.js')]],
    ['server.js', ['--config=server.js']],
    ['new.db', ['--db', 'new.db']],
    ['below/new.db', ['--db=below/./new.db']],
  ])('may not be %s, which a server is started with: %j', (output, args) => {
    expect(refused(output, args)).toBe(COMMAND);
  });

  it('may not be the program, seen from its folder', () => {
    expect(refused('server.js', [], { command: './server.js' })).toBe(COMMAND);
    expect(refused('server.js', [], { command: '../server.js', cwd: join(folder, 'below') })).toBe(COMMAND);
  });

  it('may not be an input, by whatever name', () => {
    for (const name of ['data.json', 'hard.json']) {
      expect(refused(name, [])).toBe('is an input of this command, and is left unchanged');
    }
  });

  it.each([
    ['report.json', ['server.js']],
    ['below/server.js', ['server.js']],
    ['node', []],
    ['none/report.json', ['none/other.json']],
    ['-', ['-']],
    ['report.json', ['', '-', '=', 'a\0b', '/', folder]],
  ])('may be %s next to %j', (output, args) => {
    expect(refused(output, args)).toBeUndefined();
  });

  it('may be anything next to a URL', () => {
    const http: Target = { kind: 'http', url: 'http://127.0.0.1/server.js', headers: {} };
    expect(
      refuseOverwriting([join(folder, 'server.js')], { inputs: [], targets: [http] }, nodeFiles()),
    ).toBeUndefined();
  });
});

describe('nothing is started when the output is a file of the server', () => {
  const started = join(folder, 'started');
  const program = `require('fs').writeFileSync(${JSON.stringify(started)}, '')`;
  const suite = 'version: "1"\nserver: { command: no-such-program }\ntests: [{ name: a, tool: b }]\n';
  const files = { 's.yml': suite, 'config.json': '{}' };

  it.each([
    [['run', 's.yml', '--out', 'config.json']],
    [['run', 's.yml', '--report', 'json=./config.json']],
    [['run', 's.yml', '--out', 's.yml']],
    [['record', '--out', 'config.json']],
    [['record', '--suite', 's.yml', '--out', 'config.json']],
    [['record', '--suite', 's.yml', '--out', 's.yml']],
    [['snapshot', '--out', 'config.json']],
    [['probe', '--out', 'config.json']],
  ])('%j', async (argv) => {
    const command = ['--', process.execPath, '-e', program, 'config.json'];
    const ran = await runCli([...argv, ...command], { files });
    expect([ran.exitCode, ran.stdout, ran.files]).toEqual([2, '', files]);
    expect(ran.stderr).toContain('and is left unchanged');
    expect(existsSync(started)).toBe(false);
  });

  it('also where snapshots are written', async () => {
    const path = '__snapshots__/s.snap.yml';
    const command = ['--', process.execPath, '-e', program, path];
    const ran = await runCli(['run', 's.yml', '--update-snapshots', ...command], { files });
    expect([ran.exitCode, ran.stderr]).toEqual([2, expect.stringContaining(path)]);
  });
});
