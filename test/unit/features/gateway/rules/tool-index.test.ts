import { describe, expect, it } from 'vitest';
import { compileToolGlob } from '../../../../../src/features/gateway/rules/tool-glob.ts';
import { ToolIndex } from '../../../../../src/features/gateway/rules/tool-index.ts';

const PATTERNS = ['*', 'db.*', 'db.write', '*write', 'd*', 'db.write', 'aws.*', '__proto__', 'b*', '😀*'];
const entries = PATTERNS.map((pattern) => ({ pattern, glob: compileToolGlob(pattern) }));
const found = (tool: string) => new ToolIndex(entries).of(tool).map(({ pattern }) => pattern);

describe('the index for a tool', () => {
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
  ])('has all that match %j, in their order', (tool) => {
    expect(found(tool)).toEqual(PATTERNS.filter((pattern) => compileToolGlob(pattern).matches(tool)));
  });

  it('has the same when asked for again, and after very many others', () => {
    const index = new ToolIndex(entries);
    const first = index.of('db.write');
    expect(index.of('db.write')).toBe(first);
    for (let each = 0; each < 200_000; each++) index.of(`tool-${each}`);
    expect(index.of('db.write')).toEqual(first);
    expect(index.of(`db.${'x'.repeat(1000)}`).map(({ pattern }) => pattern)).toEqual(['*', 'db.*', 'd*']);
  });
});
