import { describe, expect, it } from 'vitest';
import { Candidates } from '../../../src/gateway/candidates.ts';
import { compileToolGlob } from '../../../src/gateway/tool-glob.ts';

const PATTERNS = ['*', 'db.*', 'db.write', '*write', 'd*', 'db.write', 'aws.*', '__proto__', 'b*', '😀*'];
const entries = PATTERNS.map((pattern) => ({ pattern, glob: compileToolGlob(pattern) }));
const found = (tool: string) => new Candidates(entries).of(tool).map(({ pattern }) => pattern);

describe('the candidates for a tool', () => {
  it.each([
    'db.write',
    'db.',
    'd',
    'db.read',
    'x',
    '',
    'aws.s3',
    '__proto__',
    'constructor',
    '😀x',
    '😁',
    'b',
  ])('are all that match %j, in their order', (tool) => {
    expect(found(tool)).toEqual(PATTERNS.filter((pattern) => compileToolGlob(pattern).matches(tool)));
  });

  it('are the same when asked for again, and after very many others', () => {
    const candidates = new Candidates(entries);
    const first = candidates.of('db.write');
    expect(candidates.of('db.write')).toBe(first);
    for (let index = 0; index < 200_000; index++) candidates.of(`tool-${index}`);
    expect(candidates.of('db.write')).toEqual(first);
    expect(candidates.of(`db.${'x'.repeat(1000)}`).map(({ pattern }) => pattern)).toEqual([
      '*',
      'db.*',
      'd*',
    ]);
  });
});
