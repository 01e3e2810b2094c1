import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { watchFiles } from '../../../src/node/watch-files.ts';
import type { FileWatch } from '../../../src/ports.ts';

let folder: string;
let open: FileWatch | undefined;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcptest-watched-')));
});
afterEach(() => {
  open?.close();
  rmSync(folder, { recursive: true, force: true });
});

const at = (path: string) => join(folder, path);
const write = (path: string, text = '') => writeFileSync(at(path), text);

function watch(...paths: string[]): FileWatch {
  open = watchFiles({
    paths: paths.map(at),
    ignoredNames: ['__snapshots__', 'node_modules'],
    ignoredFiles: [at('src/report.json')],
  });
  return open;
}

describe('watchFiles', () => {
  it('tells of a file that is written, or replaced as editors do, and not of its neighbours', async () => {
    write('a.yml');
    const files = watch('a.yml');
    write('b.yml');
    write('a.yml', 'new');
    expect(await files.next()).toEqual([at('a.yml')]);
    write('a.yml~', 'newer');
    renameSync(at('a.yml~'), at('a.yml'));
    expect(await files.next()).toEqual([at('a.yml')]);
  });

  it('tells of a change that came before it was asked', async () => {
    write('a.yml');
    const files = watch('a.yml');
    const first = files.next();
    write('a.yml', 'new');
    await first;
    write('a.yml', 'newer');
    await new Promise((resolve) => setImmediate(resolve));
    expect(await files.next()).toEqual([at('a.yml')]);
  });

  it('tells of everything below a folder, also in folders that are made later, but of nothing ignored', async () => {
    mkdirSync(at('src/node_modules'), { recursive: true });
    const files = watch('src');
    write('src/report.json');
    write('src/node_modules/x.js');
    mkdirSync(at('src/__snapshots__'));
    mkdirSync(at('src/deep/er'), { recursive: true });
    expect((await files.next())[0]).toBe(at('src/deep'));
    const next = files.next();
    write('src/deep/er/a.js');
    expect(await next).toEqual([at('src/deep/er/a.js')]);
    rmSync(at('src/deep'), { recursive: true });
    expect(await files.next()).toContain(at('src/deep'));
    mkdirSync(at('src/deep'));
    await files.next();
    write('src/deep/b.js');
    expect(await files.next()).toEqual([at('src/deep/b.js')]);
  });

  it('follows a link that the user named', async () => {
    mkdirSync(at('real'));
    write('real/a.yml');
    symlinkSync(at('real/a.yml'), at('a.yml'));
    const files = watch('a.yml');
    write('real/a.yml', 'new');
    expect(await files.next()).toEqual([at('real/a.yml')]);
  });

  it('refuses a path in a folder that does not exist', () => {
    expect(() => watch('none/a.yml')).toThrow('the files cannot be watched: no such file or folder');
  });
});
