import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { attempt } from '../../../src/errors.ts';
import { nodeFiles } from '../../../src/node/files.ts';

// a disk that knows no hard links, such as FAT
vi.mock('node:fs', async (actual) => ({
  ...(await actual<typeof import('node:fs')>()),
  linkSync: () => {
    throw Object.assign(new Error('no links here'), { code: 'EPERM' });
  },
}));

let folder: string;
const at = (name: string) => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcptest-links-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('without hard links', () => {
  it('files are written all the same', () => {
    writeFileSync(at('a'), 'old');
    nodeFiles().writeTogether([
      { path: at('a'), text: 'new' },
      { path: at('key'), text: 'secret', isNew: true, isPrivate: true },
    ]);
    nodeFiles().writeNew(at('b'), 'new');
    expect(readdirSync(folder)).toEqual(['a', 'b', 'key']);
    expect(['a', 'b', 'key'].map((name) => readFileSync(at(name), 'utf8'))).toEqual(['new', 'new', 'secret']);
    expect(statSync(at('key')).mode & 0o777).toBe(0o600);
  });

  it('a file that came into being meanwhile stays, and the others are put back', async () => {
    writeFileSync(at('a'), 'old');
    const taken = Object.defineProperty({ path: at('b'), isNew: true, text: '' }, 'text', {
      enumerable: true,
      get() {
        writeFileSync(at('b'), 'somebody');
        return 'new';
      },
    });
    // spread by the port: the text is asked for before the look at what is there
    const late = { path: at('c'), text: 'new', isNew: true };
    const result = await attempt(() =>
      nodeFiles().writeTogether([{ path: at('a'), text: 'new' }, late, taken]),
    );
    expect(result).toMatchObject({ problems: [{ file: at('b') }] });
    expect(readdirSync(folder)).toEqual(['a', 'b']);
    expect(readFileSync(at('a'), 'utf8')).toBe('old');
    expect(readFileSync(at('b'), 'utf8')).toBe('somebody');
  });
});
