import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  expandReference,
  requireFiles,
} from '../../../../../src/artifacts/cassette/recordings/recording-files.ts';
import { InputError } from '../../../../../src/errors.ts';
import { nodeFiles } from '../../../../../src/node/files.ts';

let home: string;
let suite: string;
const put = (...names: string[]) => {
  for (const name of names) {
    mkdirSync(join(suite, name, '..'), { recursive: true });
    writeFileSync(join(suite, name), '{}');
  }
};

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'mcptest-recordings-'));
  suite = join(home, 'suite');
  mkdirSync(suite);
});
afterEach(() => rmSync(home, { recursive: true }));

it('refuses a glob that is too long to read', () => {
  expect(expand('*'.repeat(70_000))).toBe('is a glob with too many alternatives, or too long');
});

function expand(reference: string): string[] | string {
  try {
    return expandReference(reference, { path: suite, files: nodeFiles() });
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
}

describe('expandReference', () => {
  it('leaves a path as it is, there or not', () => {
    put('a.json');
    expect(expand('a.json')).toEqual(['a.json']);
    expect(expand('no.json#/1')).toEqual(['no.json#/1']);
  });

  it('lists what a glob matches, sorted, without going into folders', () => {
    put(
      'runs/b.json',
      'runs/a.json',
      'runs/10.json',
      'runs/9.json',
      'runs/deep/c.json',
      'runs/a.txt',
      'd.json',
    );
    expect(expand('runs/*.json')).toEqual(['runs/10.json', 'runs/9.json', 'runs/a.json', 'runs/b.json']);
    expect(expand('r*/*/?.json')).toEqual(['runs/deep/c.json']);
    expect(expand('**/[ac].json')).toEqual(['runs/a.json', 'runs/deep/c.json']);
    expect(expand('{runs/a,d}.json#/0')).toEqual(['d.json#/0', 'runs/a.json#/0']);
  });

  it('takes a file by its name before it takes the name for a glob or a pointer', () => {
    put('a[1].json', 'a1.json', 'b#/0/c.json');
    expect(expand('a[1].json')).toEqual(['a[1].json']);
    expect(expand('a[1].json#/2')).toEqual(['a[1].json#/2']);
    expect(expand('b#/0/c.json')).toEqual(['b#/0/c.json']);
  });

  it('wants a match', () => {
    expect(expand('runs/*.json')).toBe('matches no file');
    put('runs/x.txt');
    expect(expand('runs/*.json')).toBe('matches no file');
    expect(expand('!*.json')).toBe('matches no file');
  });

  it('follows links that stay inside, and none that leads out', () => {
    put('real/a.json');
    writeFileSync(join(home, 'secret.json'), '{}');
    mkdirSync(join(home, 'secrets'));
    writeFileSync(join(home, 'secrets', 'x.json'), '{}');
    symlinkSync(join(suite, 'real', 'a.json'), join(suite, 'inside.json'));
    symlinkSync(join(home, 'secret.json'), join(suite, 'out.json'));
    symlinkSync(join(home, 'secrets'), join(suite, 'out'));
    symlinkSync(suite, join(suite, 'real', 'circle'));

    expect(expand('inside.json')).toEqual(['inside.json']);
    for (const reference of ['out.json', 'out.json#/0', 'out/x.json', 'out/*.json', 'o*.json']) {
      expect(expand(reference), reference).toBe(`leads out of \`${suite}\``);
    }
    // a link to a folder is no folder to a glob: it could lead out, or in a circle
    expect(expand('**/x.json')).toBe('matches no file');
    expect(expand('**/a.json')).toEqual(['real/a.json']);
  });

  it('does not climb by a folder whose name begins a pointer', () => {
    mkdirSync(join(suite, '#'));
    writeFileSync(join(home, 'secret.json'), '{}');
    expect(expand('#/../../secret.json')).toBe(`leads out of \`${suite}\``);
  });

  it('is at home in a folder that is a link itself', () => {
    put('a.json');
    symlinkSync(suite, join(home, 'link'));
    expect(expandReference('a.json', { path: join(home, 'link'), files: nodeFiles() })).toEqual(['a.json']);
  });

  it.each(['{a,b}'.repeat(12), `*${'x'.repeat(2000)}`])('refuses a glob that is an attack: %.20s', (glob) => {
    expect(expand(glob)).toBe('is a glob with too many alternatives, or too long');
  });
});

it('requireFiles looks, and reads nothing', () => {
  put('a.json');
  const unread = () => expect.fail('read');
  const folder = { path: suite, files: { ...nodeFiles(), readText: unread, readFile: unread } };
  expect(() => requireFiles('a.json#/3', folder)).not.toThrow();
  expect(() => requireFiles('*.json', folder)).not.toThrow();
  expect(() => requireFiles('b.json#/3', folder)).toThrow('does not exist');
});
