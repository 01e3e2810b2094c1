import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { linkSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { attempt } from '../../../src/errors.ts';
import { withEditLock } from '../../../src/node/edit-lock.ts';
import { nodeFiles } from '../../../src/node/files.ts';
import { collect } from '../../support/collect.ts';

// time flies: what waits 10 seconds for the other end of a pipe is done at once
const { waits } = vi.hoisted(() => ({ waits: [] as number[] }));
vi.mock('../../../src/node/block.ts', () => ({ block: (pause: number) => waits.push(pause) }));

let folder: string;
const at = (name: string) => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcptest-pipes-'));
  execFileSync('mkfifo', [at('pipe')]);
  waits.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true }));

const waited = () => waits.reduce((sum, each) => sum + each, 0);

describe.runIf(process.platform !== 'win32')('a named pipe without another end', () => {
  it.each([
    ['readText', () => nodeFiles().readText(at('pipe'))],
    ['readBytes', () => nodeFiles().readBytes(at('pipe'))],
    ['readLines', () => collect(nodeFiles().readLines(at('pipe')))],
  ])('is waited for 10 seconds by %s, and refused then', async (_, read) => {
    expect(await attempt<unknown>(read)).toEqual({
      problems: [
        {
          file: at('pipe'),
          message: 'is a pipe that no process wrote to within 10 s',
          help: 'start the program that writes to it first, or name a file',
        },
      ],
    });
    expect(waited()).toBeGreaterThanOrEqual(10_000);
    expect(waited()).toBeLessThan(11_000);
  });

  it('is waited for 10 seconds by an output, and refused then', async () => {
    const result = await attempt(() => nodeFiles().writeWhole(at('pipe'), 'report'));
    expect(result).toMatchObject({
      problems: [{ message: 'is a pipe that no process read from within 10 s' }],
    });
    expect(waited()).toBeGreaterThanOrEqual(10_000);
  });

  it('is not taken for the lock of an edit', async () => {
    writeFileSync(at('rules.yml'), 'old');
    execFileSync('mkfifo', [at('rules.yml.lock')]);
    expect(() => withEditLock(at('rules.yml'), () => 'done')).toThrow('is being edited by another command');
    const result = await attempt(() => nodeFiles().replaceText(at('rules.yml'), 'old', 'new'));
    expect(result).toMatchObject({ problems: [{ message: expect.stringMatching(/^is being edited/) }] });
    expect(readdirSync(folder).sort()).toEqual(['pipe', 'rules.yml', 'rules.yml.lock']);
  });

  it('is read once', async () => {
    const files = nodeFiles();
    await attempt(() => files.readText(at('pipe')));
    waits.length = 0;
    linkSync(at('pipe'), at('other-name'));
    for (const again of ['pipe', 'other-name']) {
      expect(await attempt(() => files.readText(at(again)))).toMatchObject({
        problems: [{ file: at(again), message: 'is read twice' }],
      });
    }
    expect(waits).toEqual([]);
  });
});

it.runIf(process.platform !== 'win32')('is no output: a socket', async () => {
  const server = createServer().listen(at('socket'));
  await once(server, 'listening');
  const result = await attempt(() => nodeFiles().writeWhole(at('socket'), 'report'));
  expect(result).toMatchObject({ problems: [{ message: 'is a socket, not a file' }] });
  expect(waits).toEqual([]);
  server.close();
});
