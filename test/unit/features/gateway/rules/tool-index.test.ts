import { describe, expect, it } from 'vitest';
import { compileToolGlob } from '../../../../../src/features/gateway/rules/tool-glob.ts';
import { ToolIndex } from '../../../../../src/features/gateway/rules/tool-index.ts';

const PATTERNS = ['*', 'db.*', 'db.write', '*write', 'd*', 'db.write', 'aws.*', '__proto__', 'b*', '😀*'];
const entries = PATTERNS.map((pattern) => ({ pattern, glob: compileToolGlob(pattern) }));
const found = (tool: string) => new ToolIndex(entries).ofCall({ tool }).map(({ pattern }) => pattern);

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
    const first = index.ofCall({ tool: 'db.write' });
    expect(index.ofCall({ tool: 'db.write' })).toBe(first);
    for (let each = 0; each < 200_000; each++) index.ofCall({ tool: `tool-${each}` });
    expect(index.ofCall({ tool: 'db.write' })).toEqual(first);
    expect(index.ofCall({ tool: `db.${'x'.repeat(1000)}` }).map(({ pattern }) => pattern)).toEqual([
      '*',
      'db.*',
      'd*',
    ]);
  });

  it('tries the name that agents give to the tool of a server, too', () => {
    const index = new ToolIndex(
      ['mcp__db__*', '*__write', 'write', 'mcp__b*'].map((each) => ({ each, glob: compileToolGlob(each) })),
    );
    const of = (tool: string, server?: string) =>
      index.ofCall({ tool, ...(server !== undefined && { server }) }).map(({ each }) => each);
    expect(of('write', 'db')).toEqual(['mcp__db__*', '*__write', 'write']);
    expect(of('write')).toEqual(['write']);
    expect(of('mcp__db__write')).toEqual(['mcp__db__*', '*__write']);
  });

  it('keeps a tool apart from a tool and its server', () => {
    const index = new ToolIndex([{ glob: compileToolGlob('1 ab') }]);
    expect(index.ofCall({ tool: 'a', server: 'b' })).toEqual([]);
    expect(index.ofCall({ tool: '1 ab' })).toHaveLength(1);
    expect(index.ofCall({ tool: 'a', server: 'b' })).toEqual([]);
  });

  it('has look-alikes of a pattern where names are strict', () => {
    const entries = [
      { name: 'guard', glob: compileToolGlob('delete_*'), lookAlikes: compileToolGlob('delete_*') },
      { name: 'allow', glob: compileToolGlob('delete_*') },
    ];
    const found = (tool: string, names?: 'strict' | 'loose') =>
      new ToolIndex(entries, names).ofCall({ tool }).map(({ name }) => name);
    expect(found('Delete_user', 'strict')).toEqual(['guard']);
    expect(found('Delete_user', 'loose')).toEqual([]);
    expect(found('Delete_user')).toEqual([]);
    expect(found('delete_user', 'strict')).toEqual(['guard', 'allow']);
    const enforced = { names: 'strict', unknownServer: 'deny' } as const;
    const index = new ToolIndex(entries);
    expect(index.ofCall({ tool: 'delete\u200b_user', enforced }).map(({ name }) => name)).toEqual(['guard']);
    expect(new ToolIndex(entries, 'loose').ofCall({ tool: 'Delete_user', enforced })).toEqual([]);
  });
});
