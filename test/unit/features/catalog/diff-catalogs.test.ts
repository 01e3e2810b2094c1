import { describe, expect, it } from 'vitest';
import { diffCatalogs } from '../../../../src/features/catalog/diff-catalogs.ts';
import type { ListedTool } from '../../../../src/mcp/listed-tool.ts';

const codes = (before: readonly ListedTool[], after: readonly ListedTool[]) =>
  diffCatalogs(before, after).map(({ tool, severity, code }) => `${tool} ${severity} ${code}`);

const tool = (more: object, name = 'find_book') => ({ name, ...more });

describe('diffCatalogs', () => {
  it('finds tools that are gone or new, whatever their order', () => {
    expect(codes([tool({}, 'a'), tool({}, 'b')], [tool({}, 'b'), tool({}, 'a')])).toEqual([]);
    expect(codes([tool({}, 'a')], [tool({}, 'b')])).toEqual([
      'a breaking tool-removed',
      'b other tool-added',
    ]);
  });

  it('does not let a second tool hide behind the first of its name', () => {
    expect(codes([tool({})], [tool({}), tool({ description: 'another' })])).toEqual([
      'find_book other tool-added',
    ]);
  });

  it('judges the output the other way round than the input', () => {
    const typed = (type: string) => ({ properties: { count: { type } } });
    expect(
      codes([tool({ inputSchema: typed('number') })], [tool({ inputSchema: typed('integer') })]),
    ).toEqual(['find_book breaking input-narrowed']);
    expect(
      codes([tool({ outputSchema: typed('number') })], [tool({ outputSchema: typed('integer') })]),
    ).toEqual(['find_book other output-narrowed']);
    expect(
      codes([tool({ outputSchema: typed('integer') })], [tool({ outputSchema: typed('number') })]),
    ).toEqual(['find_book breaking output-widened']);
    expect(codes([tool({ outputSchema: typed('number') })], [tool({ outputSchema: {} })])).toEqual([
      'find_book breaking output-widened',
    ]);
    expect(codes([tool({ outputSchema: {} })], [tool({})])).toEqual(['find_book breaking output-widened']);
    expect(codes([tool({})], [tool({ outputSchema: {} })])).toEqual(['find_book other output-narrowed']);
  });

  it('counts hints, the class and defaults as promises', () => {
    expect(
      codes(
        [tool({ annotations: { readOnlyHint: true } })],
        [tool({ annotations: { readOnlyHint: false } })],
      ),
    ).toContain('find_book promise annotation-changed');
    expect(
      codes(
        [tool({ annotations: { destructiveHint: false } })],
        [tool({ annotations: { destructiveHint: true } })],
      ),
    ).toEqual(['find_book promise annotation-changed', 'find_book promise class-changed']);
    expect(codes([tool({ annotations: {} })], [tool({ annotations: 'none' })])).toContain(
      'find_book promise annotation-changed',
    );
    const limited = (value: number) => ({ inputSchema: { properties: { limit: { default: value } } } });
    expect(codes([tool(limited(10))], [tool(limited(1000))])).toEqual(['find_book promise default-changed']);
  });

  it('reports every other member that changed', () => {
    expect(codes([tool({ description: 'a' })], [tool({ description: 'b' })])).toEqual([
      'find_book other description-changed',
    ]);
    expect(codes([tool({ annotations: { title: 'a' } })], [tool({ annotations: { title: 'b' } })])).toEqual([
      'find_book other description-changed',
    ]);
    expect(codes([tool({})], [tool({ _meta: {} })])).toEqual(['find_book other metadata-changed']);
    expect(codes([tool(JSON.parse('{"__proto__": 1}'))], [tool({})])).toEqual([
      'find_book other metadata-changed',
    ]);
  });
});
