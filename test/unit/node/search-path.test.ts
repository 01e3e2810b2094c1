import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeProcesses } from '../../../src/node/processes.ts';
import { findProgram, withAbsolutePath } from '../../../src/node/search-path.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcptest-path-')));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Makes a program that says who it is. */
function program(path: string, mode = 0o755): string {
  const whole = join(folder, path);
  mkdirSync(join(whole, '..'), { recursive: true });
  writeFileSync(whole, `#!/bin/sh\necho ${path} "$PATH"\n`);
  chmodSync(whole, mode);
  return whole;
}

const path = (...entries: string[]) => ({ PATH: entries.join(delimiter) });

describe.runIf(process.platform !== 'win32')('a program', () => {
  it('is found on an absolute entry of the search path, at its first place', () => {
    program('a/git', 0o644);
    mkdirSync(join(folder, 'b/git'), { recursive: true });
    const found = program('c/git');
    program('d/git');
    const env = path(...['a', 'b', 'c', 'd'].map((name) => join(folder, name)));
    expect(findProgram('git', env)).toBe(found);
    expect(findProgram('cosign', env)).toBeUndefined();
    expect(findProgram('git', {})).toBeUndefined();
    expect(findProgram(found, {})).toBe(found);
  });

  it.each(['.', '', './node_modules/.bin', 'node_modules/.bin', '..'])(
    'of the folder it works in is not run by the entry `%s`',
    async (entry) => {
      const repository = join(folder, 'repository');
      for (const place of ['git', 'node_modules/.bin/git']) program(`repository/${place}`);
      program('git');
      program('honest/git');
      const run = (env: Record<string, string>) =>
        nodeProcesses().run(['git'], { cwd: repository, env, timeout: 100_000 });
      const honest = join(folder, 'honest');
      expect(await run(path(entry, honest, '/bin'))).toEqual({
        kind: 'exited',
        code: 0,
        // nor does it look there for the programs that it starts
        stdout: `honest/git ${honest}:/bin\n`,
        stderr: '',
      });
      expect(await run(path(entry))).toEqual({ kind: 'not-found' });
    },
  );

  it('that is named by a relative path is not run', () => {
    program('repository/git');
    expect(findProgram('./git', path(folder))).toBeUndefined();
    expect(findProgram('repository/git', path(folder))).toBeUndefined();
    expect(existsSync(join(folder, 'repository/git'))).toBe(true);
  });
});

describe('the search path of a program', () => {
  it('keeps its absolute entries, and the other variables', () => {
    expect(withAbsolutePath({ ...path('a', '/b', '', '/c'), X: '1' })).toEqual({
      ...path('/b', '/c'),
      X: '1',
    });
    expect(withAbsolutePath({ X: '1' })).toEqual({ X: '1' });
  });
});
