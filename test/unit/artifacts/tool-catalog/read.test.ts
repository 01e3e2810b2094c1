import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseToolCatalog } from '../../../../src/artifacts/tool-catalog/read.ts';
import { attempt } from '../../../../src/errors.ts';

const TOOLS = [
  { name: 'a', annotations: { readOnlyHint: 'yes' } },
  { name: 'b', inputSchema: { type: 'object' } },
];

const problemsOf = async (text: string) => {
  const result = await attempt(() => parseToolCatalog(text, 'tools.json'));
  return 'problems' in result ? result.problems : [];
};

describe('parseToolCatalog', () => {
  it.each([
    ['list of tools', TOOLS],
    ['tools/list result', { tools: TOOLS }],
    ['JSON-RPC response', { jsonrpc: '2.0', id: 1, result: { tools: TOOLS } }],
    ['mock_server manifest', { mock_server: { name: 'm', tools: TOOLS } }],
  ])('reads a %s, and leaves what a tool says of itself as it is', (format, value) => {
    expect(parseToolCatalog(JSON.stringify(value), 'tools.json')).toEqual({
      format,
      value: { tools: TOOLS },
      warnings: [],
    });
  });

  it('reads a manifest in YAML, with the schema in either spelling', () => {
    const text = 'mock_server:\n  name: m\n  tools:\n    - name: a\n      input_schema: {type: object}\n';
    expect(parseToolCatalog(text, 'm.yaml').value.tools).toEqual([
      { name: 'a', inputSchema: { type: 'object' } },
    ]);
  });

  it.each([
    ['[]', 'lists no tools'],
    ['{"tools": []}', 'lists no tools'],
    ['{}', 'is not a list of tools: found an empty object'],
    ['{"tools": {}}', 'must be a list, found an empty mapping'],
    ['[{"title": "A"}]', 'is missing; it must be text'],
    ['[{"name": ""}]', 'must be non-empty text, found `""`'],
    ['[{"name": 1}]', 'must be text, found `1`'],
    ['{"jsonrpc": "2.0", "id": 1, "error": {"code": 1}}', 'is an error response: it lists no tools'],
    ['[{"name": "a", "name": "b"}]', 'the key `name` occurs twice in one object'],
  ])('refuses %s', async (text, message) => {
    expect(await problemsOf(text)).toMatchObject([{ message, position: { line: 1 } }]);
  });

  it('points out a tool that is listed twice, and a list that goes on elsewhere', () => {
    const text = '{"tools": [{"name": "a"}, {"name": "a"}], "nextCursor": "x"}';
    expect(parseToolCatalog(text, 'tools.json').warnings).toMatchObject([
      { message: '`a` is listed twice', path: ['tools', 1, 'name'] },
      { message: 'the file contains only one page of the list: more tools follow' },
    ]);
  });

  const catalogs = join(process.env.MCPTEST_SHARED_DATA ?? '../shared/data', 'catalogs');
  it.skipIf(!existsSync(catalogs))('reads what real servers list', () => {
    for (const name of readdirSync(catalogs)) {
      const text = readFileSync(join(catalogs, name), 'utf8');
      expect(parseToolCatalog(text, name).value.tools.length).toBeGreaterThan(5);
    }
  });
});
