import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { FileWatch, WatchOptions } from '../../../../src/ports.ts';
import { processesWith } from '../../../support/processes.ts';
import { runCli } from '../../../support/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'mcptest-watch-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const server = join(import.meta.dirname, '../../../support/session-server.mjs');

let runs = 0;

/** Watches with scripted changes: each edits the files and returns what changed. After the last one the user interrupts. */
async function watched(
  edits: readonly ((files: Record<string, string>) => readonly string[])[],
  { flags = [], env = {}, ...more }: { flags?: string[]; env?: Record<string, string>; files?: object } = {},
) {
  const record = join(folder, `${runs++}.txt`);
  const suite = [
    'version: "1"',
    `server: { command: ${JSON.stringify(process.execPath)}, args: ${JSON.stringify([server, record])} }`,
    'tests: [{ name: a, tool: echo, args: { text: hi }, expect: { text: hi } }]',
    '',
  ].join('\n');
  const files: Record<string, string> = { 's.yml': suite, ...more.files };
  const asked: WatchOptions[] = [];
  const waiting = [...edits];
  const listeners = new Set<() => void>();
  let isClosed = false;
  let texts: Record<string, string> = files;
  const watch = (options: WatchOptions): FileWatch => {
    asked.push(options);
    return {
      next() {
        const edit = waiting.shift();
        if (edit) return Promise.resolve(edit(texts));
        for (const listener of listeners) listener();
        return new Promise(() => {});
      },
      close() {
        isClosed = true;
      },
    };
  };
  const result = await runCli(['run', 's.yml', '--watch', ...flags], {
    files,
    onFiles: (own) => {
      texts = own;
    },
    env,
    isTerminal: true,
    watch,
    onInterrupt: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  expect(processesWith(record)).toEqual([]);
  expect(listeners.size).toBe(0);
  if (asked.length > 0) expect(isClosed).toBe(true);
  const calls = existsSync(record) ? readFileSync(record, 'utf8').trim().split('\n') : [];
  return { ...result, calls, asked };
}

const edit = (from: string, to: string) => (files: Record<string, string>) => {
  files['s.yml'] = (files['s.yml'] ?? '').replace(from, to);
  return ['s.yml'];
};

describe('mcptest run --watch', () => {
  it('runs again with what has changed, and ends with the exit code of the last run', async () => {
    const broken = edit('expect: { text: hi }', 'expect: { text: ho }');
    const { exitCode, calls, stdout, stderr, asked } = await watched([broken]);
    expect({ exitCode, calls }).toEqual({ exitCode: 1, calls: ['echo', 'echo'] });
    expect(stdout.match(/PASS|FAIL/g)).toEqual(['PASS', 'FAIL']);
    expect(stderr).toContain('watching 1 path; press Ctrl-C to stop');
    expect(stderr).toContain('changed: s.yml');
    expect(asked).toMatchObject([{ paths: ['s.yml'] }]);
    expect((await watched([broken, edit('text: ho', 'text: hi')])).exitCode).toBe(0);
  });

  it('survives a suite that cannot be read or selects nothing, and says so', async () => {
    const edits = [edit('tests:', 'tets:'), edit('tets:', 'tests:'), edit('name: a', 'name: b')];
    const { exitCode, calls, stderr } = await watched(edits, { flags: ['--name', 'a'] });
    expect({ exitCode, calls }).toEqual({ exitCode: 7, calls: ['echo', 'echo'] });
    expect(stderr).toContain('unknown key `tets`');
    expect(stderr).toContain('no test is selected by --name a');
  });

  it('watches what the user names, and not what a run writes', async () => {
    const flags = ['--watch-path', 'src', '--out', 'r.txt', '--report', 'junit=src/r.xml'];
    const { asked, stderr } = await watched([], { flags, files: { 'src/server.js': '' } });
    expect(stderr).toContain('watching 2 paths');
    expect(asked).toEqual([
      {
        paths: ['s.yml', 'src'],
        ignoredNames: ['node_modules', '.git', '__snapshots__'],
        ignoredFiles: ['r.txt', 'src/r.xml', '__snapshots__/s.snap.yml'],
      },
    ]);
  });

  it('runs once where nobody looks on', async () => {
    const { exitCode, calls, stderr, asked } = await watched([], { env: { CI: 'true' } });
    expect({ exitCode, calls, asked }).toEqual({ exitCode: 0, calls: ['echo'], asked: [] });
    expect(stderr).toContain('note: --watch runs the suites once, because CI is set\n');
    const files = { 's.yml': 'version: "1"\nserver: { command: no-such-program }\ntests: []\n' };
    const piped = await runCli(['run', 's.yml', '--watch'], { files });
    expect(piped.stderr).toContain('because there is no terminal');
  });

  it.each([
    [['--watch-path', 'lib'], '`lib` cannot be watched: no such file or folder'],
    [['-'], '`-` cannot be watched: it is not a file'],
  ])('cannot watch %j', async (flags, message) => {
    const { exitCode, stderr, calls } = await watched([], { flags });
    expect({ exitCode, calls }).toEqual({ exitCode: 2, calls: [] });
    expect(stderr).toContain(message);
  });

  it('is needed by --watch-path', async () => {
    const { exitCode, stderr } = await runCli(['run', 's.yml', '--watch-path', '.'], {
      files: { 's.yml': '' },
    });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--watch-path needs --watch');
  });
});
