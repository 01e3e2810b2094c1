import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { blocksBelow } from '../support/doc-blocks.ts';
import { builtCheckout, packProgram, TESTED_NODE } from '../support/packed.ts';

const checkout = await builtCheckout();
const packed = await packProgram();
afterAll(() => rmSync(packed.folder, { recursive: true, force: true }));

/** A project with the example of the page as its test, in which mcptest and Vitest are installed. */
function project(test: string): string {
  const folder = join(packed.folder, 'project');
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(packed.installed, 'examples', 'suite'), folder, { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  // not a link: the fixture imports the Vitest of the project
  cpSync(packed.installed, join(folder, 'node_modules', 'mcptest'), { recursive: true });
  for (const name of ['vitest', 'typescript', '@types']) {
    symlinkSync(join(checkout, 'node_modules', name), join(folder, 'node_modules', name));
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'library.test.ts'), test);
  return folder;
}

function node(cwd: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(TESTED_NODE, args, {
    cwd,
    encoding: 'utf8',
    timeout: 500_000,
    env: { PATH: packed.bin + delimiter + process.env.PATH, HOME: packed.folder, CI: '1', NO_COLOR: '1' },
  });
  return { status, text: stdout + stderr };
}

const vitest = (cwd: string) =>
  node(cwd, join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--testTimeout=400000');

const page = readFileSync(join(packed.installed, 'docs', 'suites.md'), 'utf8');
const [shown = ''] = blocksBelow(page, 'From Vitest', 'ts');
/** The example, with more patience for the server and the call: the machine may be busy. */
const example = shown
  .replace("'library.yaml'] }", "'library.yaml'] }, { timeout: 300_000 }")
  .replace('max_ms: 5000', 'max_ms: 300_000');

it('tests a server from Vitest as docs/suites.md shows', () => {
  expect(example.match(/300_000/g)).toHaveLength(2);
  const ran = vitest(project(example));
  expect(ran.text).toMatch(/Tests\s+2 passed/);
  expect(ran.status).toBe(0);

  const failed = vitest(project(example.replace("title: 'Emma'", "title: 'Persuasion'")));
  expect(failed.text).toContain('text: found `"1 book called Persuasion"`, expected `"1 book called Emma"`');
  expect(failed.status).toBe(1);
});

it('has types for the fixture and the matcher', () => {
  const check = (test: string) =>
    node(
      project(test),
      join('node_modules', 'typescript', 'bin', 'tsc'),
      ...['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2023'],
      'library.test.ts',
    );
  expect(check(example)).toEqual({ status: 0, text: '' });
  expect(check(example.replace('max_ms', 'max_mss')).text).toContain('max_mss');
  expect(check(example.replace('server.tool', 'server.tol')).text).toContain('tol');
});
